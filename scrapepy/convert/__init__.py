"""The Markdown copy of a page: is it one, where is its content, and how does it read as Markdown."""
