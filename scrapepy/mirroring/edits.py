"""Copies that somebody edited stay, as long as what ScrapePy would write is what it wrote last."""

from __future__ import annotations

import hashlib

from scrapepy.store.trees import TreeWriter


def write_if_new(tree: TreeWriter, path: str, data: bytes, before: str) -> tuple[bool, str]:
    """Write ``data`` unless it is what was written last, whose digest is among those of ``before``.

    Whether the file changed, and the digest. A file that is gone or empty is always written. Raises StoreError.
    """
    digest = hashlib.sha256(data).hexdigest()[:20]
    if digest in before.split(",") and tree.size(path):
        return False, digest
    return tree.write(path, data), digest
