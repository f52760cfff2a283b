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

PANELS = r"""
async ([most, step, patience]) => {
  const pause = () => new Promise((done) => setTimeout(done, step));
  const filled = (panel) => panel && panel.textContent.trim() !== "";
  const end = performance.now() + patience;
  let made = 0;
  const press = (tab) => {
    for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
      tab.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0 }));
    }
    tab.click();
  };
  for (const list of document.querySelectorAll("[role=tablist]")) {
    const tabs = [...list.querySelectorAll("[role=tab]")];
    const chosen = (tab) => tab.getAttribute("aria-selected") === "true";
    const old = tabs.find(chosen);
    if (!old || tabs.length < 2 || tabs.length > most) continue;
    if (tabs.some((tab) => tab.matches("a[href]:not([href^='#'])"))) continue; // they lead elsewhere
    const panels = () => {
      for (let box = list.parentElement, up = 0; box && up < 4; box = box.parentElement, up += 1) {
        const all = [];
        let past = false;
        for (const node of box.querySelectorAll("[role=tabpanel], [role=tablist]")) {
          const outer = node.parentElement.closest("[role=tabpanel]");
          if (node === list) past = true;
          else if (!past || (outer && box.contains(outer) && !outer.contains(list))) continue;
          else if (node.matches("[role=tablist]")) break;
          else all.push(node);
        }
        if (all.length) return all;
      }
      return [];
    };
    if (!panels().length || panels().filter(filled).length >= tabs.length) continue;
    const shown = () => panels().filter(filled).find((panel) => panel.getClientRects().length);
    const kept = [];
    for (const tab of tabs) {
      if (tab === old || performance.now() > end) continue;
      const before = shown(), text = before && before.innerHTML;
      press(tab);
      const changed = () => chosen(tab) && shown() && (shown() !== before || shown().innerHTML !== text);
      for (let n = 0; n < 20 && !changed(); n += 1) await pause();
      if (changed()) kept.push([tabs.indexOf(tab), shown().cloneNode(true)]);
    }
    press(old);
    for (let n = 0; n < 20 && !(chosen(old) && shown()); n += 1) await pause();
    const home = shown();
    if (!home) continue;
    let after = home;
    for (const [index, panel] of kept) {
      const there = panel.id ? document.getElementById(panel.id) : null;
      if (there && there !== home && filled(there)) continue;
      panel.hidden = true;
      if (panel.dataset.state === "active") panel.dataset.state = "inactive";
      if (panel.dataset.headlessuiState === "selected") panel.dataset.headlessuiState = "";
      made += 1;
      if (there && there !== home) { // an empty one, which may be of another kind
        there.replaceWith(panel);
        continue;
      }
      if (there) panel.removeAttribute("id");
      if (index < tabs.indexOf(old)) home.before(panel);
      else { after.after(panel); after = panel; }
    }
  }
  const foldOf = (button) => {
    const id = button.getAttribute("aria-controls"), part = id && document.getElementById(id);
    if (part) return part;
    const near = [button, button.parentElement].map((one) => one.nextElementSibling);
    return near.find((one) => one && one.dataset.state === "closed" && !one.matches("button"));
  };
  const opened = [];
  for (const button of document.querySelectorAll("button[aria-expanded=false]:not([aria-haspopup])")) {
    if (button.closest("nav, header, aside, footer") || performance.now() > end) continue;
    const part = foldOf(button);
    if (!part || filled(part)) continue;
    press(button);
    for (let n = 0; n < 20 && !filled(part); n += 1) await pause();
    if (filled(part)) opened.push([button, part.cloneNode(true)]);
  }
  const shut = ([button]) => { const part = foldOf(button); return part && part.dataset.state === "closed" && part; };
  for (let n = 0; n < 20 && opened.some((one) => filled(shut(one))); n += 1) await pause();
  for (const one of opened) { // of some sets only one part is open at a time
    const part = shut(one);
    if (part && !filled(part)) {
      part.replaceWith(one[1]);
      one[0].setAttribute("aria-expanded", "true");
      one[0].dataset.state = "open";
    }
  }
  return made + opened.length;
}
"""
"""Chooses the tabs whose panels are not in the page, one after the other, and leaves a hidden copy of each panel there;
the tab that was chosen is chosen at the end. What folds, and is not there before it is unfolded, stays open. Answers
how many parts that were."""

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
