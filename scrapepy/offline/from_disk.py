"""What browsers refuse to a page from a disk, done another way there: module scripts are not asked for, and workers run
in a frame.

Both count only where ``location.protocol`` is ``file:``; on a server the page does what it always did.
"""

from __future__ import annotations

import re

from scrapepy.offline.page_scripts import PageScript, is_module
from scrapepy.offline.script import dense

_SHUT = "scrapepy-module"
_LOADER = (
    '<script data-scrapepy-module="">{ const me = document.currentScript, shut = me.previousSibling; me.remove(); '
    'if (location.protocol !== "file:") { shut.remove(); '
    f"""document.write(shut.outerHTML.replace('"{_SHUT}"', '"module"')); }} }}</script>"""
)
"""It takes itself out, since a style sheet may show whatever stands at its place."""
_ELEMENT = re.compile(rf'<script\b(?:[^>"]|"[^"]*")*? type="{_SHUT}"(?:[^>"]|"[^"]*")*>.*?</script>', re.DOTALL)
_IMPORTS = re.compile(
    r"""(?<![\w$.])import\s*(?:["'{*(]|[\w$]+\s*(?:,|from\b))|(?<![\w$.])export\s[^;]{0,500}\bfrom\b"""
)

_WORKER_PAGES = 'data-md-component="search"'
"""Material for MkDocs, which has its index as a script, too (:mod:`scrapepy.mirroring.disk_scripts`)."""
_WORKER = dense("""<script data-scrapepy-worker="">if (location.protocol === "file:")
window.IFrameWorker = window.Worker = class extends EventTarget {
  constructor(url) {
    super();
    const frame = this.frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    const inner = frame.contentWindow;
    const load = (address) => new Promise((done, fail) => {
      const script = inner.document.createElement("script");
      Object.assign(script, { src: new URL(address, document.baseURI), onload: done, onerror: fail });
      inner.document.body.append(script);
    });
    inner.importScripts = (...several) =>
      several.reduce((before, one) => before.then(() => load(one)), Promise.resolve());
    inner.postMessage = (data) => setTimeout(() => {
      const event = new MessageEvent("message", { data });
      if (this.onmessage) this.onmessage(event);
      this.dispatchEvent(event);
    });
    this.loaded = load(url);
  }
  postMessage(data) {
    const inner = this.frame.contentWindow;
    this.loaded.then(() => inner.dispatchEvent(new inner.MessageEvent("message", { data })), () => {});
  }
  terminate() { this.frame.remove(); }
};</script>""")


def shut_modules(scripts: list[PageScript]) -> bool:
    """Give modules that load something a type that no browser runs; whether there are any.

    A browser that opens a file refuses them one by one, each with an error (HTML standard, "fetch a module script":
    always with CORS, which files do not have).
    """
    found = [one for one in scripts if is_module(one) and (one.path or _IMPORTS.search(one.text))]
    for script in found:
        script.node.attrs["type"] = _SHUT
    return bool(found)


def with_module_loaders(text: str) -> str:
    """The written page, in which what :func:`shut_modules` has shut opens on a server, in its place and order.

    >>> with_module_loaders('<script type="scrapepy-module" src="a.js"></script>') == (
    ...     '<script type="scrapepy-module" src="a.js"></script>' + _LOADER)
    True
    """
    return _ELEMENT.sub(lambda match: match[0] + _LOADER, text)


def with_worker(text: str) -> str:
    """The written page with workers that run from a disk, if it is one that starts them."""
    end = text.find("</head>")
    if end < 0 or "data-scrapepy-worker" in text or _WORKER_PAGES not in text:
        return text
    return text[:end] + _WORKER + text[end:]
