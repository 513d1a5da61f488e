// Writes the report of a pull request as Markdown: one table, and the details of each file below it.
import { detailsOf } from './details.mjs';
import { logVerbatim } from './log.mjs';
import { block, escaped, folded, shortened, table } from './markdown.mjs';
import { cell, columns } from './numbers.mjs';
import { runProgram } from './program.mjs';

/** Exit codes of the command line, docs/command-line.md. */
const counted = 0, different = 3, beyondLimit = 4;

/** What is shown of one file, in characters; a comment holds 65,536 in all. */
const longestPart = 20_000;
const longestReport = 60_000;

/** The lines of errors that say something about a limit or that a file is wrong. */
const errorLines = (errors) => errors.split('\n').filter((line) => / error: /.test(line)).join('\n');

const titles = { A: 'new', M: '', R: 'renamed', D: 'removed' };

/** Counts a file of one side: { totals, isBeyond, says }; `totals` are undefined where it could not be counted. */
function countOf(path, options, { program, folder }) {
  const { status, output = '', errors } = runProgram(program, ['--format=json', ...options, '--', path], folder);
  const isCounted = status === counted || status === beyondLimit;
  const says = status === null ? 'it took too long' : errorLines(errors ?? '') || (errors ?? '').trim();
  logVerbatim(`${path}\n${errors ?? ''}`);
  return { totals: isCounted ? JSON.parse(output).totals : undefined, isBeyond: status === beyondLimit, says };
}

/** Why the numbers of a file are what they are, as Markdown; '' where there is nothing to tell. */
function whyOf({ status, path, before }, options, { program, folder }) {
  if (status === 'D') return '';
  const args = status === 'A' ? [`head/${path}`] : [`base/${before}`, `head/${path}`];
  const command = status === 'A' ? ['--format=markdown'] : ['diff', '--format=markdown'];
  const result = runProgram(program, [...command, ...options, '--', ...args], folder);
  return [counted, different].includes(result.status) ? shortened(detailsOf(result.output), longestPart) : '';
}

/** One file: { row, text, failure }; `failure` is undefined if it could be counted and keeps the limits. */
function partOf(file, context) {
  const { status, path, before } = file;
  const { options, limits } = context.inputs;
  const base = status === 'A' ? undefined : countOf(`base/${before}`, options, context);
  const head = status === 'D' ? undefined : countOf(`head/${path}`, [...options, ...limits], context);
  const isWrong = head && !head.totals;
  const verdict = isWrong || head?.isBeyond ? '✗' : head ? '✓' : '';
  const note = [titles[status], status === 'R' && before].filter(Boolean).map(escaped).join(': ');
  const row = [escaped(path) + (note && ` _(${note})_`), ...columns.map((column) => cell(column, base?.totals, head?.totals)), verdict];
  const failed = (reason) => ({ row, text: `**${escaped(path)}: ${reason}**\n\n${block(shortened(head.says, longestPart))}`, failure: `${path}: ${head.says}` });
  if (isWrong) return failed('it could not be counted');
  const why = whyOf(file, options, context);
  const details = why && folded(path, why);
  if (!head?.isBeyond) return { row, text: details };
  const { text, failure } = failed('beyond a limit');
  return { row, text: [text, details].filter(Boolean).join('\n\n'), failure };
}

/** The report of all changed files: { text, failures }. */
export function reportOf(files, context) {
  if (files.length === 0) return { text: '## Models\n\nNo model file differs from the base.\n', failures: [] };
  const parts = files.map((file) => partOf(file, context));
  const failures = parts.map(({ failure }) => failure).filter(Boolean);
  const hasVerdict = context.inputs.limits.length > 0 || failures.length > 0;
  const shown = (cells) => (hasVerdict ? cells : cells.slice(0, -1));
  const summary = table(shown(['file', ...columns.map(({ title }) => title), 'limit']), shown(['---', ...columns.map(() => '---:'), ':-:']), parts.map(({ row }) => shown(row)));
  const text = ['## Models: what changed', summary, ...parts.map((part) => part.text).filter(Boolean)].join('\n\n');
  return { text: `${shortened(text, longestReport)}\n`, failures };
}
