"""The version, in the one place that the build, the User-Agent and ``--version`` read."""

from __future__ import annotations

__version__ = "0.1.0"
