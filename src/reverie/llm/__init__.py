"""Models: embedders now, language models later."""
