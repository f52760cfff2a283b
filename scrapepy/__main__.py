"""``python -m scrapepy`` is ``scrapepy``."""

from __future__ import annotations

import sys

from scrapepy.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
