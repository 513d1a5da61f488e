// The table as Markdown.
import { rounded } from './figures.mjs';

const header = ['what', 'Paramscope', 'beside it', 'takes', 'ratio'];
const cells = (...texts) => `| ${texts.map((text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** What stands in the table for a figure that could not be measured. */
const instead = ({ absent, failed }) => absent ?? (failed && `failed: ${failed}`);

/**
 * Lines of one row. A row is { what, ours, beside }: a figure is { text, amount } or { absent } or { failed }, and those of
 * `beside` have a name. The ratio is that of the amounts, Paramscope's to the other's.
 */
function linesOf({ what, ours, beside }) {
  const first = [what, instead(ours) ?? ours.text];
  if (beside.length === 0) return [cells(...first, '', '', '')];
  return beside.map((other, i) => {
    const ratio = ours.amount > 0 && other.amount > 0 ? rounded(ours.amount / other.amount) : '';
    return cells(...(i === 0 ? first : ['', '']), other.name, instead(other) ?? other.text, ratio);
  });
}

/** The table of all rows. */
export function table(rows) {
  return [cells(...header), cells(...header.map(() => '---')), ...rows.flatMap(linesOf)].join('\n');
}
