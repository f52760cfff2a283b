"""The ids of a document's sections: heading paths, each once."""

from __future__ import annotations

from collections.abc import Sequence


def unique_ids(names: Sequence[str]) -> tuple[str, ...]:
    """The names, in order, the repeats with a number; no repeat gets the name of another.

    >>> unique_ids(["Setup", "Setup", "Setup #2", "Setup"])
    ('Setup', 'Setup #3', 'Setup #2', 'Setup #4')
    """
    taken = set(names)
    seen: dict[str, int] = {}
    ids = []
    for name in names:
        number = seen.get(name, 0) + 1
        identifier = name
        if number > 1:
            while (identifier := f"{name} #{number}") in taken:
                number += 1
            taken.add(identifier)
        seen[name] = number
        ids.append(identifier)
    return tuple(ids)
