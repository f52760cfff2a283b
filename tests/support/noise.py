"""Bytes that no packer makes smaller and that mean nothing, the same ones at every run."""

from __future__ import annotations

import random


def noise(size: int, seed: int = 1) -> bytes:
    """``size`` bytes of noise; another ``seed`` gives others."""
    return random.Random(seed).randbytes(size)
