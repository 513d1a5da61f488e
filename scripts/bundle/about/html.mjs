// Writes HTML for the pages that the build makes of data.
import { StepError } from '../../steps.mjs';

const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escape = (text) => String(text).replaceAll(/[&<>"]/g, (character) => named[character]);

/** Replaces the slots `{{name}}` of a template. Throws a StepError for a slot without content. */
export function fill(template, slots) {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    if (slots[name] === undefined) throw new StepError(`The template has a slot {{${name}}}, which nothing fills.`);
    return slots[name];
  });
}

/**
 * A table that scrolls by itself if the page is narrower: `head` are the column heads, `rows` lists of cells, the first of each
 * its head; all are HTML. `kind` is a class of styles.
 */
export function table(caption, head, rows, kind = '') {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows.map(([first, ...cells]) => `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<figure><figcaption>${caption}</figcaption>
<div class="scroll"><table class="${kind}"><thead><tr>${heads}</tr></thead>\n<tbody>${body}</tbody></table></div></figure>`;
}
