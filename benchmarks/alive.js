// What a reader can do with a page, done one after the other; alive.py runs it in the original and in the copies.
// All of it is undone by nothing: a page is looked at once.
(notSeen) => {
  const all = (css, from = document) => [...from.querySelectorAll(css)];
  const shown = (node) => Boolean(node && node.getClientRects().length);
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const style = document.createElement("style");
  style.textContent = `${notSeen} { display: none !important }`;
  document.head.append(style);
  const text = () => document.body.innerText;
  const settled = async () => {
    for (let last = "", same = 0, n = 0; same < 2 && n < 40; n += 1) {
      await pause(40);
      const now = text() + document.querySelectorAll("[aria-selected=true]").length;
      same = now === last ? same + 1 : 0;
      last = now;
    }
  };
  const ground = () => [document.body, document.documentElement, document.querySelector("header, nav, main")]
    .map((node) => (node ? getComputedStyle(node).backgroundColor + getComputedStyle(node).color : "")).join("|");
  const labelOf = (input) => (input.labels && [...input.labels].find(shown)) || input;
  const folds = () => all("details:not([open])").filter((one) => shown(one.querySelector("summary")));
  const lists = () => all("[role=tablist]").filter((list) => all("[role=tab]", list).filter(shown).length > 1);
  const groups = () => {
    const found = new Map();
    for (const input of all("input[type=radio][name]")) {
      if (!shown(labelOf(input)) || input.closest("[data-md-component=palette]")) continue;
      found.set(input.name, [...(found.get(input.name) || []), input]);
    }
    return [...found.values()].filter((inputs) => inputs.length > 1);
  };
  const did = { states: [], choices: [], folds: [0, 0], tabs: [0, 0] };
  const seen = new Set();

  // One set of tabs: what the part of the page around them shows for each, the one that was chosen first, and last.
  async function choose(controls, isChosen, press, around) {
    const old = controls.find(isChosen);
    const boxes = [];
    for (let box = around, up = 0; box && up < 6; box = box.parentElement, up += 1) {
      for (let next = box; next && !boxes.includes(next); next = next.nextElementSibling) boxes.push(next);
    }
    const before = boxes.map((box) => box.innerText);
    const texts = [];
    let at = -1;
    for (const control of [...controls.filter((one) => one !== old), ...(old ? [old] : [])]) {
      const last = text();
      did.tabs[0] += 1;
      await press(control);
      if (isChosen(control) && text() !== last) did.tabs[1] += 1;
      if (at < 0) at = boxes.findIndex((box, index) => box.innerText !== before[index]);
      if (at >= 0) texts.push(boxes[at].innerText);
      if (control !== old) await allTabs();
    }
    if (at >= 0) did.choices.push([before[at], ...texts]);
  }

  async function allTabs() {
    for (const list of lists()) {
      if (seen.has(list)) continue;
      seen.add(list);
      const tabs = all("[role=tab]", list).filter(shown);
      await choose(tabs, (tab) => tab.getAttribute("aria-selected") === "true", async (tab) => {
        for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
          tab.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0 }));
        }
        tab.click();
        await settled();
      }, list);
    }
    for (const inputs of groups()) {
      if (seen.has(inputs[0].name)) continue;
      seen.add(inputs[0].name);
      await choose(inputs, (input) => input.checked, async (input) => {
        labelOf(input).click();
        await settled();
      }, inputs[0]);
    }
  }

  async function walk() {
    did.states.push(text());
    did.prose = all("main p, article p, [role=main] p").filter(shown).map((one) => one.innerText).join("\n");
    for (const fold of folds()) {
      const height = fold.offsetHeight;
      did.folds[0] += 1;
      fold.querySelector("summary").click();
      for (let n = 0; n < 20 && fold.offsetHeight <= height; n += 1) await pause(30);
      if (fold.offsetHeight > height) did.folds[1] += 1;
    }
    for (const button of all("main button[aria-expanded=false], article button[aria-expanded=false]").filter(shown)) {
      if (button.getAttribute("aria-haspopup") || button.closest("nav, aside, header")) continue;
      const before = text();
      did.folds[0] += 1;
      button.click();
      for (let n = 0; n < 20 && text() === before; n += 1) await pause(30);
      if (text() !== before) did.folds[1] += 1;
    }
    await settled();
    did.states.push(text());
    await allTabs();
    return did;
  }

  async function theme(switches) {
    const before = ground();
    const choose = (css) => all(css).filter(shown).sort((a, b) => /dark/i.test(b.innerText) - /dark/i.test(a.innerText))[0];
    const choice = all(switches.select).find(shown);
    if (choice) {
      const dark = document.documentElement.dataset.theme === "dark";
      choice.value = dark ? "light" : "dark";
      choice.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      const radios = all(switches.radio).filter((input) => !input.checked).map(labelOf)
        .filter((one) => one.matches("label") && shown(one));
      const button = all(switches.button).find(shown);
      if (button) button.click();
      else if (radios.length) radios[0].click();
      else return null;
      await pause(60);
      const menu = choose(switches.menu);
      if (menu) menu.click();
    }
    for (let n = 0; n < 30 && ground() === before; n += 1) {
      await pause(50);
      if (n === 10 || n === 20) { // a switch of three: system, light, dark
        const button = all(switches.button).find(shown);
        if (button) button.click();
      }
    }
    return ground() !== before;
  }
  return { walk, theme, settled };
}
