"""The nouns and laws of Reverie: pure values and functions. No I/O; time and ids come in as arguments."""
