"use strict";
// Tables that can be sorted by each of their columns: buttons in the headings, the state in aria-sort.

const valueOf = (row, column) => {
  const cell = row.cells[column];
  return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
};

const compare = (one, other) =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : String(one).localeCompare(String(other), "en", { numeric: true });

const sort = (table, column, heading) => {
  const isUp = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isUp ? "descending" : "ascending");
  const body = table.tBodies[0];
  const sign = isUp ? -1 : 1;
  const rows = [...body.rows].sort((one, other) => sign * compare(valueOf(one, column), valueOf(other, column)));
  body.append(...rows);
};

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, column, heading));
    heading.append(button);
  });
}
