// Inside the frame of a saved page: tells the reader where the page is, and hands links on. It asks for nothing itself.
(() => {
  "use strict";
  // The one way out that no policy closes in Chromium: peer connections. They are taken away here, and from the frames
  // that a page makes as soon as it can reach into them.
  const disarm = (view) => {
    for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "RTCIceGatherer"]) {
      try { Object.defineProperty(view, name, { value: undefined }); } catch { /* another origin, or done before */ }
    }
  };
  disarm(window);
  for (const kind of [HTMLIFrameElement, HTMLFrameElement, HTMLObjectElement]) {
    for (const name of ["contentWindow", "contentDocument"]) {
      const own = Object.getOwnPropertyDescriptor(kind.prototype, name);
      Object.defineProperty(kind.prototype, name, { get() {
        const got = own.get.call(this);
        if (got) disarm(name === "contentWindow" ? got : got.defaultView);
        return got;
      } });
    }
  }
  new MutationObserver((records) => {
    if (records.some((record) => record.addedNodes.length)) for (let n = 0; n < window.length; n++) disarm(window[n]);
  }).observe(document, { childList: true, subtree: true });
  // A browser that blocks the storage of frames from elsewhere (a private window, say) throws at the very name of it, and
  // scripts that do not expect this end there. Such a page gets a memory that lasts as long as itself.
  const memory = () => {
    const held = new Map();
    const methods = {
      getItem: (key) => held.get(String(key)) ?? null,
      setItem: (key, value) => { held.set(String(key), String(value)); },
      removeItem: (key) => { held.delete(String(key)); },
      clear: () => held.clear(),
      key: (index) => [...held.keys()][index] ?? null,
    };
    const own = (key) => typeof key === "string" && !(key in methods) && key !== "length";
    return new Proxy(methods, {
      get: (target, key) => (own(key) ? held.get(key) : key === "length" ? held.size : target[key]),
      set: (target, key, value) => { if (own(key)) held.set(key, String(value)); return true; },
      has: (target, key) => (own(key) ? held.has(key) : key in target),
      deleteProperty: (target, key) => { held.delete(key); return true; },
      ownKeys: () => [...held.keys()],
      getOwnPropertyDescriptor: (target, key) =>
        held.has(key) ? { value: held.get(key), writable: true, enumerable: true, configurable: true } : undefined,
    });
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    try { void window[name]; } catch { Object.defineProperty(window, name, { value: memory(), configurable: true }); }
  }
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
  // Whatever leads the page away by itself (a script, a timer in its head) is stopped here where the browser can; the
  // policy of the reader refuses the rest.
  window.navigation?.addEventListener("navigate", (event) => {
    let target;
    try { target = new URL(event.destination.url); } catch { return; }
    if (target.origin === location.origin || !/^https?:$/.test(target.protocol) || !event.cancelable) return;
    event.preventDefault();
    tell({ kind: "left", address: target.href });
  });
  addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented) {
      event.preventDefault();
      tell({ kind: "find" });
    }
  });
})();
