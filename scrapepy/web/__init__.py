"""Basics of the web without input or output: addresses, HTML trees, character sets, and where URLs hide."""
