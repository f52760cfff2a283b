"""Finished Markdown as sections: where they begin, what they say, and what changed in them (SPEC 8 and 9)."""
