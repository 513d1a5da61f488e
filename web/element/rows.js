// Builds the module tree from a report's list of nodes.

/** Levels are opened at first as long as the table has no more rows than these. */
const comfortableRows = 12;
/** The most rows that are opened at first, whatever depth is requested. */
const mostRows = 400;

/** Returns the default depth: the deepest level that keeps the table short, at least one. */
export function firstDepth(nodes, asked) {
  const rowsAt = [];
  for (const { depth } of nodes) rowsAt[depth] = (rowsAt[depth] ?? 0) + 1;
  const limit = asked === undefined ? comfortableRows : mostRows;
  let rows = 0;
  let depth = 0;
  while (depth < rowsAt.length && rows + rowsAt[depth] <= limit) rows += rowsAt[depth++];
  return Math.min(asked ?? Infinity, Math.max(depth - 1, asked === undefined ? 1 : 0));
}

/** Returns a report's nodes as a tree: each with `children`, `parent` and its `position` among its siblings, from 1. */
export function outline(nodes) {
  const stack = [];
  return nodes.map((node) => {
    stack.length = node.depth;
    const parent = stack[node.depth - 1];
    const entry = {
      node,
      parent,
      children: [],
      position: parent ? parent.children.length + 1 : 1,
    };
    parent?.children.push(entry);
    stack.push(entry);
    return entry;
  });
}

/** Returns the share of all instances of a row in the total, from 0 to 1; 0 if it is unknown. */
export function shareOf({ parameters, instances }, total) {
  return parameters && instances && total ? (Number(parameters) * Number(instances)) / Number(total) : 0;
}
