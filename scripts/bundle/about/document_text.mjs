// The text of a Markdown document: as HTML, and as the pieces that the search finds.
import MarkdownIt from 'markdown-it';

import { escape } from './html.mjs';

const markdown = new MarkdownIt({ html: false });

/** The name that GitHub gives to a heading, with which links name it. */
const slug = (heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');

/** Gives every heading an id. Returns the headings: [{ id, level, text }]. */
function nameHeadings(tokens) {
  const taken = new Map();
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open') return [];
    const inline = tokens[i + 1];
    const text = inline.children.map(({ content }) => content).join('');
    const name = slug(text);
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    const id = before ? `${name}-${before}` : name;
    token.attrSet('id', id);
    return [{ id, level: Number(token.tag.slice(1)), text }];
  });
}

/** Reads a document: { tokens, headings: [{ id, level, text }] }; each heading gets an id. */
export function parse(text) {
  const tokens = markdown.parse(text, {});
  return { tokens, headings: nameHeadings(tokens) };
}

/** The tokens within sentences. */
export const inlineTokens = (tokens) => tokens.flatMap(({ children }) => children ?? []);

markdown.renderer.rules.table_open = () => '<div class="scroll"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
// A head without a word is no head: Markdown has one in every table.
const headTag = (cell) => (cell.content === '' ? 'td' : 'th');
markdown.renderer.rules.th_open = (tokens, i) => `<${headTag(tokens[i + 1])}>`;
markdown.renderer.rules.th_close = (tokens, i) => `</${headTag(tokens[i - 1])}>\n`;
markdown.renderer.rules.heading_close = (tokens, i) => {
  const open = tokens[i - 2];
  const link = open.tag === 'h1' ? '' : ` <a class="anchor" href="#${encodeURI(open.attrGet('id'))}" aria-label="${escape(tokens[i - 1].content)}">#</a>`;
  return `${link}</${open.tag}>\n`;
};

/** How many tokens a heading or a paragraph has. */
const block = 3;

/** How much of a description search engines and previews show. */
const longestDescription = 160;

/** Whether a document begins with a line that leads to its other language. The bar of the page does so, too. */
function beginsWithSwitch(tokens) {
  const [link, , end, ...more] = tokens[block + 1]?.children ?? [];
  return link?.type === 'link_open' && link.attrGet('hreflang') && end?.type === 'link_close' && more.length === 0;
}

/** The tokens of a document below its heading. */
const contentOf = ({ tokens }) => tokens.slice(beginsWithSwitch(tokens) ? 2 * block : block);

/** A document as HTML: { heading, text }. */
export function render(document) {
  const html = (tokens) => markdown.renderer.render(tokens, markdown.options, {});
  return { heading: html(document.tokens.slice(0, block)), text: html(contentOf(document)) };
}

/** The text of a token, without marks. */
function textIn({ type, children, content }) {
  if (type !== 'inline') return content;
  return children.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
}

/** What a document is about, in one line: its first paragraph, cut at a word. */
export function descriptionOf(document) {
  const tokens = contentOf(document);
  const text = textIn(tokens[tokens.findIndex(({ type }) => type === 'paragraph_open') + 1] ?? { content: '' });
  return text.length <= longestDescription ? text : `${text.slice(0, longestDescription).replace(/[\s,;:，；：]+\S*$/u, '')} …`;
}

/** What the search finds: a piece for the begin of a document and for each part below a heading, { page, title, heading, text, language }. */
export function sectionsOf(document) {
  const { page, language, title, headings } = document;
  const pieces = [{ page, title, heading: '', language, words: [] }];
  const parts = headings.slice(1);
  const tokens = contentOf(document);
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id, text } = parts.shift();
      pieces.push({ page: `${page}#${encodeURI(id)}`, title, heading: text, language, words: [] });
    } else if (tokens[i - 1]?.type !== 'heading_open') {
      pieces.at(-1).words.push(textIn(token));
    }
  }
  return pieces.map(({ words, ...piece }) => ({ ...piece, text: words.join(' ').replaceAll(/\s+/g, ' ').trim() }));
}

