"""Everything that touches the disk: the state (SQLite), raw bodies, both trees, the lock."""
