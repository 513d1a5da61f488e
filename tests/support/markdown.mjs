// Takes documents apart, for tests that run their examples and compare two languages of one document.
import { readFileSync } from 'node:fs';

import MarkdownIt from 'markdown-it';

const repository = new URL('../../', import.meta.url);

/** Reads a document of the repository. */
export const read = (path) => readFileSync(new URL(path, repository), 'utf8');

const tokensOf = (document) => new MarkdownIt().parse(document, {});

/** The blocks of code: [{ language, name, text }]; of "```text a.txt" the language is text, the name a.txt. */
export function blocks(document) {
  return tokensOf(document).filter(({ type }) => type === 'fence' || type === 'code_block').map(({ info, content }) => {
    const [language, name] = info.trim().split(/\s+/);
    return { language, name, text: content };
  });
}

/** The pieces of code within sentences, each once. */
export function inlineCode(document) {
  const pieces = tokensOf(document).flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'code_inline');
  return [...new Set(pieces.map(({ content }) => content))];
}

/** The levels of the headings, in order: ['h1', 'h2', …]. */
export const headingLevels = (document) => tokensOf(document).filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);

/** How many rows each table has, in order. */
export function rowCounts(document) {
  const counts = [];
  for (const { type } of tokensOf(document)) {
    if (type === 'table_open') counts.push(0);
    if (type === 'tr_open') counts[counts.length - 1] += 1;
  }
  return counts;
}

/** The text of a document without code. */
export function words(document) {
  const pieces = tokensOf(document).flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'text');
  return pieces.map(({ content }) => content).join('\n');
}
