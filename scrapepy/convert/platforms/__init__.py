"""Recognising documentation platforms, and what a row of ``rules.platforms`` cannot say with selectors."""
