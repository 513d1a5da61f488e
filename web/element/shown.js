// What an element shows, and in which order: the attribute `show`, or what is usual for a view.

/** The words of `show`. */
export const parts = ['parameters', 'formula', 'macs', 'flops', 'memory', 'picture', 'table', 'source'];

/** Numbers that stand beside each other; "others" are those that only some models have. */
export const isNumber = (part) => ['parameters', 'macs', 'flops', 'memory', 'others'].includes(part);

const usual = {
  table: ['parameters', 'formula', 'flops', 'macs', 'memory', 'others', 'table'],
  compact: ['parameters', 'formula', 'flops', 'memory', 'picture'],
  strip: ['picture'],
  diagram: ['picture'],
  roofline: ['picture'],
  timeline: ['picture'],
};

/** Reads `show`, or takes what is usual for the view, for other views a table: {shown, unknown}, words that are parts and words that are not. */
export function shownParts(show, view) {
  const words = [...new Set(show.toLowerCase().split(/[\s,;]+/).filter(Boolean))];
  const shown = words.filter((word) => parts.includes(word));
  return { shown: shown.length > 0 ? shown : usual[view] ?? usual.table, unknown: words.filter((word) => !parts.includes(word)) };
}

/** Joins numbers that follow each other: [['parameters'], ['formula'], ['flops', 'memory']]. The number of parameters stands alone where it is the first. */
export function groupsOf(shown) {
  const groups = [];
  for (const part of shown) {
    const last = groups.at(-1);
    const joins = last && isNumber(part) && isNumber(last[0]) && last !== groups[0];
    if (joins) last.push(part);
    else groups.push([part]);
  }
  return groups;
}
