
"use strict";
// Tables that can be sorted, folded and searched. Without a script everything shows, in the order of the cycle.
(() => {
  const MANY = 30;
  const tables = [...document.querySelectorAll("table")].map((table) => {
    const roots = [], all = [], path = [];
    for (const row of table.tBodies[0].rows) {
      const node = {row, below: [], folded: false, words: `${row.dataset.name || ""} ${row.textContent}`.toLowerCase()};
      path.length = Math.min(Number(row.dataset.depth || 0), path.length);
      (path.length ? path[path.length - 1].below : roots).push(node);
      path.push(node);
      all.push(node);
    }
    return {table, roots, all};
  });
  let wanted = "";

  const made = (name, attributes, text = "") => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };

  // While something is searched for, nothing is folded: a row shows if it has the words, or one below it has.
  const show = (nodes, seen) => {
    let any = false;
    for (const node of nodes) {
      const below = show(node.below, seen && (wanted !== "" || !node.folded));
      const found = below || node.words.includes(wanted);
      node.row.hidden = !seen || !found;
      if (node.button) node.button.setAttribute("aria-expanded", String(wanted !== "" || !node.folded));
      any = any || found;
    }
    return any;
  };
  const refresh = () => {
    for (const {table, roots} of tables) {
      const found = show(roots, true), around = table.closest("details");
      if (found && around && wanted !== "") around.open = true;
    }
  };

  const key = (row, column) => {
    const cell = row.cells[column], number = cell.querySelector("data");
    const value = number ? (number.value === "" ? NaN : Number(number.value)) : cell.textContent.trim().toLowerCase();
    return value === "" || Number.isNaN(value) ? null : value;
  };
  // What has no value comes last, whichever way.
  const order = (nodes, column, sign) => {
    const keyed = nodes.map((node) => [key(node.row, column), node]);
    keyed.sort(([one], [other]) => {
      if (one === null || other === null) return (one === null) - (other === null);
      if (typeof one === "string" && typeof other === "string") return sign * one.localeCompare(other);
      return one < other ? -sign : one > other ? sign : 0;
    });
    return keyed.flatMap(([, node]) => [node.row, ...order(node.below, column, sign)]);
  };

  for (const {table, roots, all} of tables) {
    if (all.length > 1) {
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        const button = made("button", {type: "button"}, head.textContent);
        head.replaceChildren(button);
        button.addEventListener("click", () => {
          const before = head.getAttribute("aria-sort");
          // Numbers are wanted largest first, names from the beginning.
          const first = head.classList.contains("n") ? "descending" : "ascending";
          const now = before === null ? first : before === "ascending" ? "descending" : "ascending";
          for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", now);
          table.tBodies[0].append(...order(roots, column, now === "ascending" ? 1 : -1));
        });
      });
    }
    const parents = all.filter((node) => node.below.length);
    if (!parents.length) continue;
    table.classList.add("tree");
    for (const node of parents) {
      node.folded = all.length > MANY;
      const head = node.row.cells[0];
      node.button = made("button", {type: "button", "aria-label": `what is below ${head.textContent}`});
      head.prepend(node.button);
      node.button.addEventListener("click", () => {
        node.folded = !node.folded;
        refresh();
      });
    }
    const folding = made("button", {type: "button", class: "folding"}, "fold or unfold all");
    folding.addEventListener("click", () => {
      const fold = parents.some((node) => !node.folded);
      for (const node of parents) node.folded = fold;
      refresh();
    });
    table.parentElement.before(folding);
  }

  const rows = tables.flatMap(({all}) => all);
  if (rows.length > 1) {
    const search = made("div", {class: "search", role: "search"});
    const field = made("input", {type: "search", "aria-label": "search in all tables", placeholder: "search in all tables"});
    const status = made("p", {role: "status"});
    field.addEventListener("input", () => {
      wanted = field.value.trim().toLowerCase();
      refresh();
      const found = rows.filter((node) => node.words.includes(wanted)).length;
      status.textContent = wanted === "" ? "" : `${found} of ${rows.length} rows`;
    });
    search.append(status, field);
    document.querySelector("nav").append(search);
  }
  refresh();
})();
