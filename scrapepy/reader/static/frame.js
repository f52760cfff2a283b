// Inside the frame of a saved page: tells the reader where the page is, and hands links on. It asks for nothing itself.
(() => {
  "use strict";
  if (window.parent === window || window.parent.parent !== window.parent) return;
  const tell = (message) => window.parent.postMessage({ scrapepy: 1, ...message }, "*");
  const here = () => tell({ kind: "at", path: location.pathname, hash: location.hash, title: document.title });
  addEventListener("hashchange", here);
  addEventListener("pageshow", here);
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    const link = event.composedPath().find((node) => node instanceof Element && node.matches("a[href], area[href]"));
    if (!link || link.getAttribute("href").startsWith("javascript:")) return;
    let target;
    try { target = new URL(link.href, document.baseURI); } catch { return; }
    if (target.origin !== location.origin) {
      event.preventDefault();
      tell({ kind: "outside", address: target.href });
    } else if (target.pathname !== location.pathname || target.search !== location.search || event.ctrlKey || event.metaKey || event.shiftKey) {
      event.preventDefault();
      const aside = event.ctrlKey || event.metaKey || event.shiftKey;
      tell({ kind: "go", path: target.pathname, search: target.search, hash: target.hash, aside });
    }
  });
  addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented) {
      event.preventDefault();
      tell({ kind: "find" });
    }
  });
})();
