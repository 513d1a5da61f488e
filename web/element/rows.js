// The tree behind a report's list of modules: who is inside whom, how often, and what is opened at first.

/** Levels are opened for the reader as long as the whole stays this short. */
const comfortableRows = 20;
/** However many levels are asked for, no more rows than these are opened at once. */
const mostRows = 400;

/** How deep the modules are opened when nobody says: the deepest level that keeps the table short, at least one. */
export function firstDepth(nodes, asked) {
  const rowsAt = [];
  for (const { depth } of nodes) rowsAt[depth] = (rowsAt[depth] ?? 0) + 1;
  const limit = asked === undefined ? comfortableRows : mostRows;
  let rows = 0;
  let depth = 0;
  while (depth < rowsAt.length && rows + rowsAt[depth] <= limit) rows += rowsAt[depth++];
  return Math.min(asked ?? Infinity, Math.max(depth - 1, asked === undefined ? 1 : 0));
}

/**
 * A report's nodes as a tree: each with `children`, `parent` and `copies`, how many instances of it the model has
 * (a number only to show: beyond 2^53 it is rounded).
 */
export function outline(nodes) {
  const stack = [];
  return nodes.map((node) => {
    stack.length = node.depth;
    const parent = stack[node.depth - 1];
    const entry = {
      node,
      parent,
      children: [],
      copies: parent ? parent.copies * Number(parent.node.repeat ?? 1) : 1,
      position: parent ? parent.children.length + 1 : 1,
    };
    parent?.children.push(entry);
    stack.push(entry);
    return entry;
  });
}

/** The part that all copies of a row have in a total, from 0 to 1. */
export function shareOf({ node, copies }, total) {
  return total && node.parameters ? (Number(node.parameters) * copies) / Number(total) : 0;
}
