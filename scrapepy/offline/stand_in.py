"""A small script of our own for pages whose scripts were taken out, or cannot run from a disk: tabs, switches and
what folds work by it.

It speaks to what the page says of itself (ARIA roles) and to a few well-known themes, changes nothing by itself but an
empty table of contents, asks for nothing, and stands only where it is needed.
"""

from __future__ import annotations

from scrapepy.offline.script import dense
from scrapepy.web.html import Tree

MARK = "data-scrapepy-stand-in"

_THEMES = (
    "[class*=colorModeToggle] button, .VPSwitchAppearance, button[title='Change theme'], starlight-theme-select select,"
    " #toggle-color-mode-button, .vp-color-mode-switch button, button[aria-label*='dark mode' i],"
    " button[aria-label*='color mode' i], button[aria-label*='toggle theme' i], button[title*='dark mode' i]"
)

SCRIPT = dense(
    r"""(() => {
  const root = document.documentElement, all = (css, from = document) => [...from.querySelectorAll(css)];
  const swap = (one, other, names) => {
    for (const name of names) {
      const a = one.getAttribute(name), b = other.getAttribute(name);
      b === null ? one.removeAttribute(name) : one.setAttribute(name, b);
      a === null ? other.removeAttribute(name) : other.setAttribute(name, a);
    }
  };
  const panelsAfter = (list, box) => { // up to the next set of tabs, without those inside of others
    const found = [];
    let past = false;
    for (const node of all("[role=tabpanel], [role=tablist]", box)) {
      const outer = node.parentElement.closest("[role=tabpanel]");
      if (node === list) past = true;
      else if (!past || (outer && box.contains(outer) && !outer.contains(list))) continue;
      else if (node.matches("[role=tablist]")) break;
      else found.push(node);
    }
    return found;
  };
  const panelOf = (list, tabs, tab) => {
    const href = tab.getAttribute("href") || "";
    const id = tab.getAttribute("aria-controls") || (href.startsWith("#") ? href.slice(1) : "");
    if (id && document.getElementById(id)) return document.getElementById(id);
    for (let box = list.parentElement, up = 0; box && up < 4; box = box.parentElement, up += 1) {
      const panels = panelsAfter(list, box);
      if (panels.length >= tabs.length) return panels[tabs.indexOf(tab)];
    }
    return null;
  };
  // By its id, or as Radix and Reka put it: of the same state, behind the button or its heading.
  const foldOf = (button) => {
    const part = document.getElementById(button.getAttribute("aria-controls") || "");
    if (part || button.hasAttribute("aria-haspopup")) return part;
    const near = [button, button.parentElement].map((one) => one.nextElementSibling);
    const state = button.dataset.state;
    return state && near.find((one) => one && one.dataset.state === state && !one.matches("button"));
  };
  const choose = (tab) => {
    const list = tab.closest("[role=tablist]");
    const tabs = list ? all("[role=tab]", list) : [];
    const old = tabs.find((one) => one.getAttribute("aria-selected") === "true");
    if (!old || old === tab) return;
    const before = panelOf(list, tabs, old), after = panelOf(list, tabs, tab);
    if (!before || !after || !after.childNodes.length) return;
    swap(old, tab, ["class", "aria-selected", "tabindex", "data-state", "data-selected", "data-headlessui-state"]);
    swap(before, after, ["class", "hidden", "style", "inert", "aria-hidden", "tabindex", "data-state", "data-selected",
                         "data-headlessui-state"]);
    for (const inner of all("[role=tabpanel]", after)) if (inner.id && inner.id === after.id) inner.hidden = false;
    tab.focus();
  };
  const themes = """
    + repr(_THEMES)
    + r""";
  const nameTheme = (old, name) => {
    for (const button of all("button[title='Change theme']")) {
      for (const one of [button, ...all("*", button)]) {
        for (const node of one.childNodes) if (node.nodeType === 3 && old.test(node.data)) node.data = name;
      }
    }
  };
  const isDark = () => /dark/.test(root.dataset.theme || "") || root.classList.contains("dark");
  const paint = (dark) => {
    const name = dark ? "dark" : "light";
    for (const key of ["theme", "bsTheme", "colorMode", "themeChoice"]) {
      if (key in root.dataset) root.dataset[key] = name;
    }
    root.classList.toggle("dark", dark);
    if (root.classList.contains("light") || !("theme" in root.dataset)) root.classList.toggle("light", !dark);
    root.style.colorScheme = name;
    nameTheme(/^(?:System|Light|Dark)$/, dark ? "Dark" : "Light");
    for (const key of ["theme", "vitepress-theme-appearance", "starlight-theme", "vuepress-theme-appearance"]) {
      try { localStorage.setItem(key, name); } catch (error) { /* no memory: the page forgets */ }
    }
  };
  for (const button of all(themes)) {
    button.disabled = false;
    button.className = String(button.className).replace(/\S*[Dd]isabled\S*/g, "");
  }
  document.addEventListener("click", (event) => {
    const at = (css) => event.target.closest ? event.target.closest(css) : null;
    let hit = at("[role=tab]");
    if (hit) { event.preventDefault(); choose(hit); return; }
    hit = at(themes);
    if (hit && hit.tagName !== "SELECT") { paint(!isDark()); return; }
    hit = at("button[class*=copy i], button[title*=copy i], button[aria-label*=copy i]");
    const box = hit && (hit.closest("figure, pre, [class*=language-], [class*=codeBlock]") || hit.parentElement);
    const code = box && (box.matches("pre") ? box : box.querySelector("pre"));
    if (code && navigator.clipboard) { navigator.clipboard.writeText(code.innerText).catch(() => {}); return; }
    hit = at(".VPSidebarItem.collapsible > .item");
    if (hit) { hit.parentElement.classList.toggle("collapsed"); return; }
    hit = at(".VPLocalNav .menu");
    if (hit) { all(".VPSidebar").forEach((bar) => bar.classList.toggle("open")); return; }
    hit = at("[aria-expanded]");
    const part = hit && foldOf(hit);
    if (part) {
      const open = hit.getAttribute("aria-expanded") !== "true";
      hit.setAttribute("aria-expanded", String(open));
      part.hidden = !open;
      for (const one of [hit, hit.parentElement, part, part.parentElement]) {
        if (/^(?:open|closed)$/.test(one.dataset.state)) one.dataset.state = open ? "open" : "closed";
      }
      for (const one of all("span", hit)) {
        if (one.children.length) continue;
        one.textContent = one.textContent.replace(open ? /^Show\b/ : /^Hide\b/, open ? "Hide" : "Show");
      }
    }
  });
  document.addEventListener("toggle", (event) => {
    const fold = event.target, parts = fold.matches("details") && fold.open ? [...fold.children] : [];
    for (const part of parts) {
      if (!/^0(?:px)?$/.test(part.style.height)) continue;
      part.style.height = "auto";
      if (part.style.display === "none") part.style.display = "block";
      for (const one of [part, ...part.children]) if (getComputedStyle(one).opacity === "0") one.style.opacity = 1;
      fold.dataset.expanded = true;
    }
  }, true);
  document.addEventListener("change", (event) => {
    const box = event.target;
    if (box.matches("starlight-theme-select select")) {
      paint(box.value === "dark" || (box.value === "auto" && matchMedia("(prefers-color-scheme: dark)").matches));
    }
    const group = box.matches("input[type=radio]") && box.closest(".vp-code-group");
    if (group) {
      const at = all(".tabs input", group).indexOf(box), blocks = group.querySelector(".blocks");
      if (blocks) [...blocks.children].forEach((block, index) => block.classList.toggle("active", index === at));
    }
  });
  document.addEventListener("keydown", (event) => {
    const tab = event.target.closest ? event.target.closest("[role=tab]") : null;
    if (!tab) return;
    const tabs = all("[role=tab]", tab.closest("[role=tablist]") || tab);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]); }
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(tab); }
  });
  const here = location.href.split("#")[0];
  for (const link of all(".VPSidebarItem.collapsed a[href]")) {
    if (link.href.split("#")[0] !== here) continue;
    for (let one = link; one; one = one.parentElement) {
      if (one.matches(".VPSidebarItem")) one.classList.remove("collapsed");
    }
  }
  nameTheme(/^Light$/, "System"); // what Nextra's scripts make of it where nobody has chosen
  for (const list of all(".VPDocAsideOutline ul.root")) {
    if (list.children.length) continue;
    const open = [[1, list]];
    for (const heading of all(":is(h2, h3, h4, h5, h6)[id]", document.querySelector(".vp-doc") || document)) {
      const level = Number(heading.tagName[1]);
      while (open.at(-1)[0] >= level) open.pop();
      const above = open.at(-1)[1], item = document.createElement("li"), link = document.createElement("a");
      const inner = above === list ? list : above.querySelector(":scope > ul") || above.appendChild(
        Object.assign(document.createElement("ul"), { className: list.className.replace("root", "nested") }));
      inner.append(item);
      open.push([level, item]);
      link.className = "outline-link nested";
      link.href = "#" + heading.id;
      const words = heading.cloneNode(true);
      for (const mark of all(".header-anchor, .VPBadge, .ignore-header", words)) mark.remove();
      link.textContent = link.title = words.textContent.trim();
      item.append(link);
    }
    if (list.children.length) list.closest(".VPDocAsideOutline").classList.add("has-outline");
  }
})();"""
)
"""Tabs by their ARIA roles (old and new tab, and their panels, exchange their states, whatever a theme calls them),
code groups, light and dark, copying, what folds, and the table of contents that VitePress draws by script."""

_FROM_DISK = 'if (location.protocol === "file:") '


def with_stand_in(text: str, *, from_disk_only: bool = False) -> str:
    """The written page with the script at its end. ``from_disk_only``: on a server the page's own scripts do all
    that.
    """
    end = text.rfind("</body>")
    if end < 0 or MARK in text:
        return text
    script = (_FROM_DISK if from_disk_only else "") + SCRIPT
    return f"{text[:end]}<script {MARK}>{script}</script>{text[end:]}"


def needs_stand_in(tree: Tree) -> bool:
    """Whether the page has anything that it serves."""
    return tree.css_first(_SERVED) is not None


_SERVED = (
    "[role=tablist], details > [style*='height:0'], details > [style*='height: 0'], .vp-code-group, "
    ".VPDocAsideOutline, .VPSidebarItem.collapsible, [aria-expanded][aria-controls], [aria-expanded][data-state], "
    f"{_THEMES}"
)
