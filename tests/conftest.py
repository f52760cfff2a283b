"""Settings of all tests.

Property tests draw the same examples at every run, so that a change is judged by what it changes. To look for new
counterexamples: ``SCRAPEPY_EXAMPLES=random make test`` (what is found becomes an example of its test).
``SCRAPEPY_JITTER=30 make test`` lets each answer of the tests' server wait up to 30 ms: no test may lean on their
order.
"""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("random", deadline=None)
settings.load_profile("random" if os.environ.get("SCRAPEPY_EXAMPLES") == "random" else "same")

# Whoever starts the tests in the background of a script has them, and all they start, ignore Ctrl-C; some are about it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
