"use strict";
// The theme comes first, before anything is drawn; the rest when the page is there. Without this file everything but
// search as you type and the theme switch works.
const THEMES = ["auto", "light", "dark"];
function storedTheme() {
  try { return THEMES.includes(localStorage.theme) ? localStorage.theme : "auto"; } catch { return "auto"; }
}
document.documentElement.dataset.theme = storedTheme();
document.documentElement.classList.add("js");

document.addEventListener("DOMContentLoaded", () => {
  themeSwitch();
  search();
  drawer();
  keys();
  savedPage();
  viewSwitch();
  longText();
  for (const element of document.querySelectorAll(".side [aria-current=page]")) {
    const side = element.closest("[data-side]");
    side.scrollTop = element.offsetTop - side.clientHeight / 3;
  }
});

function themeSwitch() {
  const button = document.querySelector("header [data-theme-switch]");
  const show = () => { button.querySelector("[data-theme-name]").textContent = document.documentElement.dataset.theme; };
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    document.documentElement.dataset.theme = next;
    try { localStorage.theme = next; } catch { /* not remembered */ }
    show();
  });
}

// Search as you type: the answer to the last keystroke counts, what was asked before is given up. An answer that comes
// while somebody walks through the list leaves the choice where it was; one that comes after Escape opens nothing.
function search() {
  const box = document.querySelector("header [data-find]");
  const list = document.querySelector("header [data-suggestions]");
  let asked = null, waiting = 0, underWay = 0, chosen = -1;
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-expanded", "false");
  box.setAttribute("aria-controls", "suggestions");
  box.setAttribute("aria-autocomplete", "list");
  const options = () => [...list.querySelectorAll("[role=option]")];
  const close = () => {
    clearTimeout(waiting);
    asked?.abort();
    asked = null;
    list.hidden = true;
    chosen = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    list.hidden = false;
    box.setAttribute("aria-expanded", String(options().length > 0));
  };
  const choose = (number) => {
    const all = options();
    chosen = (number + all.length + 1) % (all.length + 1);
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === chosen)));
    if (chosen < all.length) {
      box.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    } else {
      chosen = -1;
      box.removeAttribute("aria-activedescendant");
    }
  };
  const ask = async () => {
    asked?.abort();
    const query = box.value;
    if (!query.trim()) { close(); list.replaceChildren(); delete list.dataset.query; return; }
    const mine = asked = new AbortController();
    underWay += 1;
    try {
      const answer = await fetch("/suggest?q=" + encodeURIComponent(query), { signal: mine.signal });
      const html = await answer.text();
      if (mine !== asked || !answer.ok) return;
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const kept = options()[chosen]?.dataset.address;
      list.replaceChildren(...parsed.body.childNodes);
      list.dataset.query = query; // what the list answers
      show();
      choose(kept === undefined ? -1 : options().findIndex((option) => option.dataset.address === kept));
    } catch {
      if (mine === asked) close();
    } finally {
      underWay -= 1;
    }
  };
  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, underWay ? 30 : 0); });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) return;
      event.preventDefault();
      const last = options().length;
      choose(event.key === "ArrowDown" ? chosen + 1 : chosen < 0 ? last - 1 : chosen - 1 < 0 ? last : chosen - 1);
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      location.assign(options()[chosen].dataset.address);
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (list.hidden) box.blur(); else close();
    }
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    if (event.ctrlKey || event.metaKey) window.open(option.dataset.address, "_blank", "noopener");
    else location.assign(option.dataset.address);
  });
  for (const part of [box, list]) {
    part.addEventListener("focusout", (event) => { if (event.relatedTarget !== box && event.relatedTarget !== list) close(); });
  }
  box.addEventListener("focus", () => { if (options().length && box.value.trim()) show(); });
}

function focusSearch() {
  const box = document.querySelector("header [data-find]");
  box.focus();
  box.select();
}

function drawer() {
  const opener = document.querySelector("header [data-drawer]");
  if (!opener) return;
  const side = document.querySelector("[data-side]");
  opener.setAttribute("role", "button");
  opener.setAttribute("aria-expanded", "false");
  const set = (open) => {
    document.body.classList.toggle("drawer-open", open);
    opener.setAttribute("aria-expanded", String(open));
    if (open) (side.querySelector("[aria-current=page]") ?? side.querySelector("a")).focus();
    else opener.focus();
  };
  const toggle = (event) => { event.preventDefault(); set(!document.body.classList.contains("drawer-open")); };
  opener.addEventListener("click", toggle);
  opener.addEventListener("keydown", (event) => { if (event.key === " ") toggle(event); });
  side.querySelector("[data-drawer-close]").addEventListener("click", (event) => { event.preventDefault(); set(false); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("drawer-open")) set(false);
  });
}

function keys() {
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      focusSearch();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const links = [...document.querySelectorAll("main [data-hits] > li > a")];
      if (!links.length) return;
      const at = links.indexOf(document.activeElement);
      const next = links[event.key === "ArrowDown" ? at + 1 : at < 0 ? -1 : at - 1];
      if (next) { event.preventDefault(); next.focus(); }
    }
  });
}

// What the frame tells is a stranger's word: it may name a page of its own mirror, and only where somebody has clicked.
function savedPage() {
  const frame = document.querySelector("main > iframe[data-frame]");
  if (!frame) return;
  const outside = document.querySelector("main > [data-outside]");
  // A page that leads away by itself. What it tells (frame.js) stops it where it is; where it could not be stopped, the
  // browser refuses and says so, and there is nothing left to be seen in the frame.
  const left = document.querySelector("main > [data-left]");
  const leaves = (address, gone) => {
    left.querySelector("[data-left-what]").textContent = address ? "This page tried to go to" : "This page left its place.";
    left.querySelector("[data-left-address]").textContent = address;
    if (gone) frame.hidden = true;
    left.hidden = false;
  };
  document.addEventListener("securitypolicyviolation", (event) => {
    if (event.effectiveDirective === "frame-src") leaves(/^https?:/.test(event.blockedURI) ? event.blockedURI : "", true);
  });
  left.querySelector("[data-left-back]").addEventListener("click", () => {
    left.hidden = true;
    if (!frame.hidden) { frame.focus(); return; }
    frame.setAttribute("sandbox", "allow-same-origin allow-forms"); // without its scripts and timers it stays
    frame.hidden = false;
    frame.src = frame.dataset.frame + frame.dataset.path;
    frame.focus();
  });
  outside.querySelector("button").addEventListener("click", () => { outside.hidden = true; frame.focus(); });
  const ours = (path) => frame.dataset.base + path.replace(/^\/+/, "");
  const isPath = (path) => typeof path === "string" && path.length < 4000 && path.startsWith("/");
  const hashOf = (hash) => (typeof hash === "string" && hash.startsWith("#") ? hash : "");
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.origin !== frame.dataset.frame || event.data?.scrapepy !== 1) return;
    const told = event.data;
    if (told.kind === "find") {
      if (navigator.userActivation?.isActive !== false) focusSearch();
    } else if (told.kind === "outside" && navigator.userActivation?.isActive !== false) {
      let address;
      try { address = new URL(told.address); } catch { return; }
      if (!["http:", "https:", "mailto:"].includes(address.protocol)) return;
      const link = outside.querySelector("a");
      link.href = address.href;
      link.textContent = address.href;
      outside.hidden = false;
    } else if (told.kind === "left" && typeof told.address === "string" && told.address.length < 4000) {
      if (/^https?:/.test(told.address)) leaves(told.address, false);
    } else if (told.kind === "go" && isPath(told.path) && navigator.userActivation?.isActive !== false) {
      const address = ours(told.path) + hashOf(told.hash);
      if (told.aside) window.open(address, "_blank", "noopener");
      else if (told.search) frame.src = frame.dataset.frame + told.path + told.search + hashOf(told.hash);
      else location.assign(address);
    } else if (told.kind === "at" && isPath(told.path)) {
      follow(told.path, hashOf(told.hash));
    }
  });
  // Only in a page that is there is a fragment a place: asked for while it loads, it may break the loading off for good.
  const wanted = frame.src.includes("#") ? "" : location.hash;
  const first = frame.dataset.path;
  const place = () => { if (frame.dataset.path === first) frame.src += wanted; };
  if (wanted && document.readyState === "complete") place();
  else if (wanted) addEventListener("load", place, { once: true });

  // The frame went somewhere by itself (a form, a script, the way back): the reader's page comes after.
  async function follow(path, hash) {
    const moved = path !== frame.dataset.path;
    history.replaceState(null, "", ours(path) + hash);
    if (!moved) return;
    frame.dataset.path = path;
    const answer = await fetch(ours(path));
    if (!answer.ok || frame.dataset.path !== path) return;
    const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = parsed.title;
    for (const part of ["[data-head]", "[data-side]", "[data-steps]"]) {
      const fresh = parsed.querySelector(part);
      if (fresh) document.querySelector(part).replaceChildren(...fresh.childNodes);
    }
  }
}

// A fragment that was typed, or kept from elsewhere, may stand in another part: only the server knows in which.
function longText() {
  const article = document.querySelector("main [data-article][data-parts]");
  if (!article) return;
  const open = () => {
    let anchor;
    try { anchor = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const asked = new URLSearchParams(location.search);
    if (!anchor || document.getElementById(anchor) || asked.get("at") === anchor) return;
    asked.delete("part");
    asked.set("at", anchor);
    location.replace(location.pathname + "?" + asked + location.hash);
  };
  addEventListener("hashchange", open);
  open();
}

// From the text to the saved page at the same heading: the heading that is being read.
function viewSwitch() {
  const article = document.querySelector("main [data-article]");
  const link = document.querySelector("main [data-head] [data-view=saved]");
  if (!article || !link) return;
  link.addEventListener("click", () => {
    const passed = [...article.querySelectorAll("h2[id], h3[id], h4[id]")].filter((one) => one.getBoundingClientRect().top < 180);
    if (passed.length) link.search = "?at=" + encodeURIComponent(passed.at(-1).id);
  });
}
