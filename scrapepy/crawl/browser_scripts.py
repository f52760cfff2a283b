"""What is run inside a page: before its own scripts, while it comes to rest, and to write down what it shows."""

from __future__ import annotations

WATCH = r"""
(() => {
  const state = { changed: performance.now(), timers: new Map() };
  Object.defineProperty(window, Symbol.for("scrapepy"), { value: state });
  new MutationObserver(() => { state.changed = performance.now(); })
    .observe(document, { childList: true, characterData: true, subtree: true });
  const start = window.setTimeout, stop = window.clearTimeout;
  window.setTimeout = function (work, delay, ...rest) {
    if (typeof work !== "function") return start.call(window, work, delay, ...rest);
    const due = (...given) => { state.timers.delete(id); work.apply(window, given); };
    const id = start.call(window, due, delay, ...rest);
    state.timers.set(id, performance.now() + (Number(delay) || 0));
    return id;
  };
  window.clearTimeout = function (id) { state.timers.delete(id); stop.call(window, id); };
})();
"""
"""Remembers when the page changed last, and which timers are still to come."""

LOOK = r"""
(soon) => {
  const state = window[Symbol.for("scrapepy")], now = performance.now();
  if (!state) return { still: 0, timers: 0, text: 0, ready: document.readyState };
  let timers = 0;
  for (const due of state.timers.values()) if (due < now + soon) timers += 1;
  const text = document.body ? document.body.innerText.trim().length : 0;
  return { still: now - state.changed, timers, text, ready: document.readyState };
}
"""
"""How long nothing has changed (milliseconds), timers due within ``soon`` of them, characters that can be seen."""

OPEN = r"""
([selector, most]) => {
  const closed = [...document.querySelectorAll(selector)].slice(0, most);
  for (const node of closed) node.click();
  return closed.length;
}
"""
"""Clicks what is closed; answers how much that was."""

WRITE = r"""
() => {
  const rules = (sheet) => { try { return [...sheet.cssRules].map((rule) => rule.cssText).join("\n"); }
                             catch (error) { return ""; } };
  for (const style of document.querySelectorAll("style")) {
    // Rules that scripts have put into a sheet stand nowhere in the document.
    if (style.sheet && !style.textContent.trim() && style.sheet.cssRules.length) style.textContent = rules(style.sheet);
  }
  for (const sheet of document.adoptedStyleSheets || []) {
    const style = document.createElement("style");
    style.textContent = rules(sheet);
    document.head.append(style);
  }
  const roots = [];
  const visit = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (!node.shadowRoot) continue;
      for (const sheet of node.shadowRoot.adoptedStyleSheets || []) {
        const style = document.createElement("style");
        style.textContent = rules(sheet);
        node.shadowRoot.prepend(style);
      }
      roots.push(node.shadowRoot);
      visit(node.shadowRoot);
    }
  };
  visit(document);
  for (const canvas of document.querySelectorAll("canvas")) {
    if (!canvas.width || !canvas.height || canvas.width * canvas.height > 4e6) continue;
    try {
      const image = document.createElement("img");
      image.src = canvas.toDataURL();
      for (const name of ["id", "class", "style", "aria-label", "role"]) {
        if (canvas.hasAttribute(name)) image.setAttribute(name, canvas.getAttribute(name));
      }
      image.width = canvas.clientWidth || canvas.width;
      image.alt = canvas.getAttribute("aria-label") || canvas.textContent.trim();
      canvas.replaceWith(image);
    } catch (error) { /* drawn from another host: the browser does not let anybody read it */ }
  }
  for (const node of document.querySelectorAll("noscript")) node.remove();
  for (const box of document.querySelectorAll("input[type=checkbox], input[type=radio]")) {
    box.toggleAttribute("checked", box.checked);
  }
  document.documentElement.setAttribute("data-scrapepy-rendered", "");
  if (!document.querySelector("base[href]")) {
    const base = document.createElement("base");
    base.href = location.href.split("#")[0];
    document.head.prepend(base);
  }
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\n" : "";
  const html = document.documentElement;
  const tag = html.cloneNode(false).outerHTML.replace(/<\/html>$/, "");
  const inside = roots.length && html.getHTML ? html.getHTML({ shadowRoots: roots }) : html.innerHTML;
  return doctype + tag + inside + "</html>";
}
"""
"""The document as it stands, as text: with the styles that scripts have set, drawings as images, and open shadow trees
as templates that a browser makes shadow trees of again. A ``base`` says what its links are relative to, since a router
may have changed the address."""
