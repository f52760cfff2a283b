"""The HTML copy that opens from disk: names of files, relative links, and pages with their links filled in."""
