"""The command line: what a person types becomes values for the rooms below, and their values become text."""
