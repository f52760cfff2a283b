"""What pages may do, as headers (Content Security Policy Level 3, https://www.w3.org/TR/CSP3/)."""

from __future__ import annotations

SANDBOX = "allow-scripts allow-same-origin allow-forms"
"""Of the frame around a saved page: no pop-ups, no downloads, no navigation of the reader, no dialogs.

``allow-same-origin`` gives the page its mirror's own origin (its search loads an index, its theme is remembered), which
is not the reader's.
"""
_QUIET = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=()",
}


def reader_headers(frames: str = "'none'") -> dict[str, str]:
    """Of a page of ours; ``frames`` is the origin of the mirror whose page it shows."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        f"frame-src {frames}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    return {
        **_QUIET,
        "Content-Security-Policy": policy,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-cache",
    }


def file_headers() -> dict[str, str]:
    """Of a file of a mirror that the reader itself hands out (an image in a text): opened alone, it can do nothing."""
    return {
        **_QUIET,
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-cache",
    }


def saved_headers(readers: str) -> dict[str, str]:
    """Of everything that a mirror's own origin answers; ``readers`` are the origins that may frame it.

    ``'self'`` is that mirror's port: no other mirror, not the reader, nothing outside. Scripts inside the page and
    ``eval`` are what saved pages are made of; what they can reach is what counts.
    """
    own = "'self' data: blob:"
    policy = (
        f"default-src {own}; script-src {own} 'unsafe-inline' 'unsafe-eval'; style-src {own} 'unsafe-inline'; "
        "connect-src 'self' data: blob:; frame-src 'self'; object-src 'none'; worker-src 'self' blob:; "
        f"base-uri 'self'; form-action 'self'; frame-ancestors 'self' {readers}; sandbox {SANDBOX}"
    )
    return {
        **_QUIET,
        "Content-Security-Policy": policy,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Origin-Agent-Cluster": "?1",
        "Cache-Control": "no-cache",
    }
