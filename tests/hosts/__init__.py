"""Whole agents with memory: installed, taught, asked, taken out again."""
