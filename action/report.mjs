// Writes the report of a pull request as Markdown.
import { logVerbatim } from './log.mjs';
import { runProgram } from './program.mjs';

/** Exit codes of the command line, docs/command-line.md. */
const counted = 0, different = 3, beyondLimit = 4;

/** What is shown of one file, in characters; a comment holds 65,536 in all. */
const longestPart = 20_000;
const longestReport = 60_000;

/** Keeps text from naming people, issues and addresses: GitHub links what it recognises, also where it is escaped. */
const unlinked = (text) => text.replace(/@|#(?=\d)|:\/\/|\bwww\./gi, '$&\u200B');

const escaped = (text) => unlinked(text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&').replace(/[\u0000-\u001f\u007f]/g, ' '));

/** Text as a block of code: its fence is longer than any in the text. */
function block(text) {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}text\n${text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').trimEnd()}\n${fence}`;
}

function shortened(text, most) {
  if (text.length <= most) return text;
  const lines = text.slice(0, most).split('\n').slice(0, -1);
  return `${lines.join('\n')}\n\n_… cut: the summary of the job has more._\n`;
}

/** The lines of errors that say something about a limit or that a file is wrong. */
const errorLines = (errors) => errors.split('\n').filter((line) => / error: /.test(line)).join('\n');

/** How a file is counted: compared with the base, or by itself if it is new. */
function commandFor({ status, path, before }, options) {
  if (status === 'A') return ['--format=markdown', ...options, '--', `head/${path}`];
  return ['diff', '--format=markdown', ...options, '--', `base/${before}`, `head/${path}`];
}

/** The heading of the command line names files that are named here already. */
const withoutHeading = (markdown) => markdown.replace(/^#.*\n+/, '');

const titles = { A: 'new', M: 'changed', R: 'renamed', D: 'removed' };

/** One file: { text, failure }; `failure` is undefined if it could be counted and keeps the limits. */
function partOf(file, { program, folder, inputs }) {
  const { status, path, before } = file;
  const from = before === path ? '' : ` (before: ${escaped(before)})`;
  const heading = `### ${escaped(path)}: ${titles[status]}${from}\n\n`;
  if (status === 'D') return { text: heading };
  const result = runProgram(program, commandFor(file, inputs.options), folder);
  logVerbatim(`${path}\n${result.errors ?? ''}`);
  const says = errorLines(result.errors ?? '');
  if (result.status === counted || result.status === different) return { text: heading + unlinked(withoutHeading(result.output)) };
  if (result.status === beyondLimit) {
    return { text: `${heading}**Beyond a limit:**\n\n${block(says)}\n\n${unlinked(withoutHeading(result.output))}`, failure: `${path}: ${says}` };
  }
  const reason = result.status === null ? 'it took too long' : (result.errors ?? '').trim();
  return { text: `${heading}It could not be compared:\n\n${block(shortened(reason, longestPart))}`, failure: `${path}: ${says || reason}` };
}

/** The report of all changed files: { text, failures }. */
export function reportOf(files, context) {
  if (files.length === 0) return { text: '## Models\n\nNo model file differs from the base.\n', failures: [] };
  const parts = files.map((file) => partOf(file, context));
  const text = ['## Models: what changed', ...parts.map((part) => shortened(part.text, longestPart))].join('\n\n');
  return { text: `${shortened(text, longestReport)}\n`, failures: parts.map(({ failure }) => failure).filter(Boolean) };
}
