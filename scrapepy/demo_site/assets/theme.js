// Switches between the light and the dark theme, and remembers the choice where the browser lets it.
(() => {
  const button = document.getElementById("theme-switch");
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
  };
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const store = (theme) => { try { localStorage.setItem("theme", theme); } catch { /* a file may have no storage */ } };
  show(stored() === "dark" ? "dark" : "light");
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    show(next);
    store(next);
  });
})();
