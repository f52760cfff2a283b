// Lists the pages whose title or words hold every word of the query.
(() => {
  const field = document.getElementById("query");
  const results = document.getElementById("results");
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length
      ? window.KESTREL_INDEX.filter(([title, , text]) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
      : [];
    results.replaceChildren(...hits.map(([title, address]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = title;
      item.append(link);
      return item;
    }));
  };
  field.value = new URLSearchParams(location.search).get("q") || "";
  field.addEventListener("input", search);
  search();
})();
