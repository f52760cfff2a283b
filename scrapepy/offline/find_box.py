"""A search of our own for pages whose search box lost its scripts, or whose scripts cannot run from a disk.

The words are in one script beside the pages (:data:`WORDS_FILE`), which is loaded when somebody searches: browsers load
scripts from a disk, but no data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from scrapepy.offline.script import dense
from scrapepy.rules.search_boxes import SEARCH_BOXES
from scrapepy.web.html import Tree

MARK = "data-scrapepy-find"
WORDS_FILE = "scrapepy-words.js"
"""At the root of the site's folder: ``scrapepyWords``, a list of pages ``[path, title, [[id, heading, text], …]]``."""

MOST_TEXT = 25_000_000
"""Characters of all sections together: a browser has to hold them, and so has who writes them."""

_ROOTLESS = f'<script {MARK}="">'
_TAKEN = ", ".join(row.opener for row in SEARCH_BOXES if not row.on_disk_only)
_SIGNS = tuple(row.sign for row in SEARCH_BOXES if row.on_disk_only)
_ON_DISK = ", ".join(row.opener for row in SEARCH_BOXES if row.on_disk_only)

_SCRIPT = dense(r"""(() => {
  const root = document.currentScript.dataset.scrapepyFind, openers = OPENERS;
  const all = (css) => [...document.querySelectorAll(css)];
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const make = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });
  const most = 30;
  let dialog, box, list, told, sections, asked;
  const load = () => asked ||= new Promise((done, fail) => {
    const script = Object.assign(make("script"), { src: root + "scrapepy-words.js", onload: done, onerror: fail });
    document.head.append(script);
  }).then(() => {
    sections = scrapepyWords.flatMap(([path, title, parts]) => parts.map(([id, heading, text]) => ({
      path, title, id, heading, text, name: plain(title), head: plain(heading), body: plain(text) })));
  });
  const find = (query) => {
    const terms = plain(query).match(/[\p{L}\p{N}_]+/gu) || [], hits = [];
    for (const one of terms.length ? sections : []) {
      let score = 0;
      for (const term of terms) {
        const now = 8 * one.head.includes(term) + 4 * one.name.includes(term) + one.body.includes(term);
        score = now ? score + now : -Infinity;
      }
      if (score > 0) hits.push([score, one]);
    }
    return [hits.sort((a, b) => b[0] - a[0]).map((hit) => hit[1]), terms];
  };
  const item = (one, terms) => {
    const entry = make("li"), link = entry.appendChild(make("a")), text = entry.appendChild(make("p"));
    link.href = root + one.path + (one.id && "#" + encodeURIComponent(one.id));
    link.textContent = one.heading && one.heading !== one.title ? one.title + " › " + one.heading : one.title;
    const at = one.text.toLowerCase().indexOf(terms[0]), space = one.text.indexOf(" ", at - 60);
    const from = at < 60 ? 0 : space < 0 || space > at ? at - 60 : space + 1;
    const piece = one.text.slice(from, from + 180);
    if (at < 0) text.append(piece);
    else text.append(piece.slice(0, at - from), make("mark", piece.slice(at - from, at - from + terms[0].length)),
                     piece.slice(at - from + terms[0].length));
    return entry;
  };
  const show = () => {
    if (!sections) return;
    const [hits, terms] = find(box.value);
    list.replaceChildren(...hits.slice(0, most).map((one) => item(one, terms)));
    told.textContent = !terms.length ? "" : !hits.length ? "Nothing found." : hits.length > most
      ? `The first ${most} of ${hits.length} places.` : hits.length === 1 ? "1 place." : `${hits.length} places.`;
  };
  const build = () => {
    const host = document.body.appendChild(make("div"));
    host.setAttribute("data-scrapepy-search", "");
    const shadow = host.attachShadow({ mode: "open" });
    shadow.append(make("style", STYLE));
    dialog = shadow.appendChild(make("dialog"));
    box = dialog.appendChild(Object.assign(make("input"), { type: "search", placeholder: "Search this copy" }));
    box.setAttribute("aria-label", "Search this copy");
    told = dialog.appendChild(make("p"));
    told.setAttribute("role", "status");
    list = dialog.appendChild(make("ol"));
    box.addEventListener("input", show);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const links = [...list.querySelectorAll("a")], at = links.indexOf(shadow.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && links.length) (at + step < 0 ? box : links[Math.min(at + step, links.length - 1)]).focus();
      else if (event.key === "Enter" && at < 0 && links.length) links[0].click();
      else return;
      event.preventDefault();
    });
    dialog.addEventListener("close", () => document.activeElement && document.activeElement.blur());
  };
  const open = (text = "") => {
    if (!dialog) build();
    if (dialog.open) return;
    const { dataset, classList } = document.documentElement;
    const theme = `${dataset.theme} ${document.body.dataset.mdColorScheme} ${classList}`;
    dialog.style.colorScheme = /\b(?:dark|slate)\b/.test(theme) ? "dark" : "light";
    dialog.showModal();
    if (text) box.value = text;
    box.focus();
    load().then(show, () => { told.textContent = "The words of this copy are not here (" + "scrapepy-words.js)."; });
  };
  for (const one of all(openers)) one.disabled = false;
  for (const [css, keys] of [[".nextra-search", "CTRL K"], [".navbar__search", "ctrl K"]]) {
    for (const place of all(css)) {
      const there = place.querySelector("kbd"); // or hidden until the site's scripts run
      if (there) Object.assign(there.style, { visibility: "visible", opacity: 1 });
      if (there) continue;
      const hint = place.appendChild(make("kbd", /Mac/.test(navigator.userAgent) ? "⌘ K" : keys));
      if (getComputedStyle(place).position === "static") place.style.position = "relative";
      hint.style.cssText = "position: absolute; inset-inline-end: .5rem; top: 50%; translate: 0 -50%; "
        + "font-size: .7rem; pointer-events: none";
    }
  }
  for (const key of all("[data-slot=trailing] kbd:has(+ kbd)")) { // Nuxt UI: which key it is, its scripts know
    if (!key.textContent.trim()) key.textContent = /Mac/.test(navigator.userAgent) ? "⌘" : "CTRL";
  }
  const opener = (event) => event.target instanceof Element && event.target.closest(openers);
  const stop = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  addEventListener("mousedown", (event) => { if (opener(event)) event.preventDefault(); }, true);
  addEventListener("click", (event) => { if (opener(event)) { stop(event); open(); } }, true);
  addEventListener("submit", (event) => { if (event.target.querySelector(openers)) stop(event); }, true);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") { stop(event); open(); return; }
    const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const field = opener(event);
    if (field && field.matches("input") && typed) { stop(event); open(event.key); }
  }, true);
})();""")

_STYLE = (
    "dialog{box-sizing:border-box;width:min(44rem,94vw);max-height:80vh;margin:8vh auto auto;padding:1rem;"
    "overflow:auto;border:1px solid GrayText;border-radius:.5rem;background:Canvas;color:CanvasText;"
    "font:1rem/1.5 system-ui,sans-serif}dialog::backdrop{background:rgb(0 0 0/.5)}"
    "input{box-sizing:border-box;width:100%;padding:.5rem;font:inherit}p{margin:.25rem 0;overflow-wrap:anywhere}"
    "ol{margin:0;padding:0;list-style:none}li{padding:.5rem 0}a{color:LinkText;font-weight:600}"
    "[role=status]{color:GrayText}"
)


def with_find_box(text: str, tree: Tree, *, taken: bool) -> str:
    """The written page with the script, if ``tree`` has a search box that needs it.

    ``taken``: the scripts of the framework were taken out; else only what cannot run from a disk is stood in for.
    """
    if MARK in text or (end := text.rfind("</body>")) < 0:
        return text
    if not taken and not any(sign in text for sign in _SIGNS):
        return text
    openers = _TAKEN if taken else _ON_DISK
    if tree.css_first(openers) is None:
        return text
    script = _SCRIPT.replace("OPENERS", json.dumps(openers), 1).replace("STYLE", json.dumps(_STYLE), 1)
    if not taken:
        script = 'if (location.protocol === "file:") ' + script
    return f"{text[:end]}{_ROOTLESS}{script}</script>{text[end:]}"


def find_box_at(text: str, path: str) -> str | None:
    """The page with the way from its place ``path`` to the site's folder; None where it has no such script.

    >>> find_box_at(_ROOTLESS, "guide/install.html")
    '<script data-scrapepy-find="../">'
    """
    at = text.rfind(_ROOTLESS)
    if at < 0:
        return None
    way = "../" * path.count("/") or "./"
    return f'{text[:at]}<script {MARK}="{way}">{text[at + len(_ROOTLESS) :]}'


@dataclass(frozen=True, slots=True)
class FindablePage:
    """``path`` is percent-encoded and relative to the site's folder; ``sections`` are ids, headings and texts."""

    path: str
    title: str
    sections: tuple[tuple[str, str, str], ...]


def words_script(pages: Iterable[FindablePage], most: int = MOST_TEXT) -> bytes:
    """The file of the words. From ``most`` characters on, sections are found by their headings only.

    >>> words_script([FindablePage("a.html", "A", (("x", "Head", "Text"),))])
    b'var scrapepyWords = [\\n["a.html","A",[["x","Head","Text"]]]\\n];\\n'
    """
    rows: list[bytes] = []
    for page in pages:
        sections = []
        for name, heading, text in page.sections:
            most -= len(text)
            sections.append((name, heading, text if most >= 0 else ""))
        row = json.dumps([page.path, page.title, sections], ensure_ascii=False, separators=(",", ":"))
        rows.append(row.encode("utf-8", "replace"))
    return b"var scrapepyWords = [\n" + b",\n".join(rows) + b"\n];\n"
