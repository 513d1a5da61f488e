// What the command line writes of a comparison, as a part of a comment: its two models are the base and the head, and nothing stands there twice.
import { unlinked } from './markdown.mjs';

const cellsOf = (line) => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
const isTable = (lines) => lines.length > 2 && lines.every((line) => line.startsWith('|'));

/** FLOPs say what MACs say, and bytes are parameters times their size. */
const repeated = ['MACs', 'bytes of parameters'];
const isCauses = ([title, second]) => second === 'cause' && title;

const sides = { A: 'base', B: 'head' };

/** A table without its empty columns, in which the models are named. */
function tidied(lines) {
  const rows = lines.map(cellsOf);
  const [header, alignment, ...body] = rows;
  const isFilled = header.map((_, i) => i < 2 || body.some((cells) => cells[i]));
  const named = (cells, i) => cells.map((cell, column) => (i === 0 || (isCauses(header) && column === 1) ? sides[cell] ?? cell : cell));
  return [named(header, 0), alignment, ...body.map((cells) => named(cells, 1))].map((cells) => `| ${cells.filter((_, i) => isFilled[i]).join(' | ')} |`);
}

/** The Markdown of `paramscope diff`, or of one model, without its heading, which names files that are named already. */
export function detailsOf(markdown) {
  const blocks = markdown.replace(/^#.*\n+/, '').trim().split(/\n{2,}/).map((text) => text.split('\n'));
  const kept = blocks.filter((lines) => !isTable(lines) || !repeated.includes(isCauses(cellsOf(lines[0]))));
  return unlinked(kept.map((lines) => (isTable(lines) ? tidied(lines) : lines).join('\n')).join('\n\n'));
}
