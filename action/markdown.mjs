// Text of any origin as Markdown that says nothing but this text.

/** Keeps text from naming people, issues and addresses: GitHub links what it recognises, also where it is escaped. */
export const unlinked = (text) => text.replace(/@|#(?=\d)|:\/\/|\bwww\./gi, '$&\u200B');

const withoutControls = (text) => text.replace(/[\u0000-\u001f\u007f]/g, ' ');

/** Text in a line or in the cell of a table. */
export const escaped = (text) => unlinked(withoutControls(text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&')));

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text in an element of HTML. */
const inElement = (text) => unlinked(withoutControls(text).replace(/[&<>]/g, (sign) => entities[sign]));

/** Text as a block of code: its fence is longer than any in the text. */
export function block(text) {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}text\n${text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').trimEnd()}\n${fence}`;
}

/** Markdown that a reader opens by a click on `title`. */
export const folded = (title, markdown) => `<details><summary>${inElement(title)}</summary>\n\n${markdown.trim()}\n\n</details>`;

/** The rows of a table, of cells that are Markdown. `alignment` is its second line. */
export const table = (header, alignment, rows) => [header, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Text of at most `most` characters, in whole lines. */
export function shortened(text, most) {
  if (text.length <= most) return text;
  const lines = text.slice(0, most).split('\n').slice(0, -1);
  return `${lines.join('\n')}\n\n_… cut: the summary of the job has more._\n`;
}
