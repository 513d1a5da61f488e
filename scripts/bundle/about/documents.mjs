// Makes pages of the repository's Markdown documents: which there are, where each is in the site, its HTML, and what the search
// finds in it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt from 'markdown-it';

import { root, StepError } from '../../steps.mjs';
import { licenses } from '../licenses.mjs';
import { escape } from './html.mjs';

/** The lists of documents, which the navigation shows in their order, by language. */
export const lists = { en: 'docs/README.md', zh: 'docs/zh/README.md' };

/** The tags of languages in HTML. */
export const tags = { en: 'en', zh: 'zh-CN' };

/** Where the documents are in the site. */
const folder = 'docs';

const markdown = new MarkdownIt({ html: false });

/** The name that GitHub gives to a heading, with which links name it. */
const slug = (heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');

/** Where a document is in the site: README.md is index.html in docs/; documents of other folders are named after these. */
export function pageOf(source) {
  const [, inside] = /^docs\/(.*)\.md$/.exec(source) ?? [];
  if (inside) return posix.join(folder, `${inside.replace(/README$/, 'index')}.html`);
  const name = source.toLowerCase().replace(/(\.zh)?\.md$/, '').replaceAll('/', '-').replace(/-readme$/, '');
  return posix.join(folder, languageOf(source) === 'zh' ? 'zh' : '', `${name}.html`);
}

export const languageOf = (source) => (/^docs\/zh\/|\.zh\.md$/.test(source) ? 'zh' : 'en');

/** The list of licences, which is a folder in the repository. */
const licenceList = () => `# Licences\n\n${Object.keys(licenses).map((name) => `* [${name}](licenses/${name})`).join('\n')}\n`;

/** The text of a document, without comments. */
const textOf = (source) => (source === 'licenses.md' ? licenceList() : readFileSync(join(root, source), 'utf8').replaceAll(/<!--.*?-->\n?/gs, ''));

/** Gives every heading an id, and a link to itself. Returns the headings: [{ id, level, text }]. */
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

const inlineTokens = (tokens) => tokens.flatMap(({ children }) => children ?? []);

/** Reads one document: { source, page, language, title, headings, tokens, links }. */
function readDocument(source) {
  const tokens = markdown.parse(textOf(source), {});
  const headings = nameHeadings(tokens);
  const links = inlineTokens(tokens).flatMap((token) => (
    token.type === 'link_open' ? [{ token, attribute: 'href' }] : token.type === 'image' ? [{ token, attribute: 'src' }] : []));
  return { source, page: pageOf(source), language: languageOf(source), title: headings[0].text, headings, tokens, links };
}

const isOutside = (address) => /^[\w+.-]+:/.test(address);

/** The file of the repository that a link of a document means, and the heading in it: { path, anchor }. */
function targetOf(source, address) {
  const [path, anchor = ''] = address.split('#');
  const file = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path));
  return { path: file === 'licenses' ? 'licenses.md' : file, anchor: decodeURI(anchor) };
}

/** Reads the documents that are listed, and those that they lead to: a Map by their paths in the repository. */
export function readDocuments() {
  const documents = new Map();
  const visit = (source) => {
    if (documents.has(source)) return;
    if (source !== 'licenses.md' && !existsSync(join(root, source))) throw new StepError(`A document leads to ${source}, which does not exist.`);
    const document = readDocument(source);
    documents.set(source, document);
    for (const { token, attribute } of document.links) {
      const address = token.attrGet(attribute);
      const { path } = targetOf(source, address);
      if (!isOutside(address) && path.endsWith('.md')) visit(path);
    }
  };
  Object.values(lists).forEach(visit);
  return documents;
}

/** Where a file that is no document is in the site: beside the documents, but for the licences, which the site has anyway. */
function fileOf(path) {
  if (path === 'LICENSE') return 'licenses/paramscope.txt';
  if (path.startsWith('licenses/')) return path;
  return posix.join(folder, posix.basename(path));
}

/**
 * Turns the links of a document into links of the site. Returns the files that they lead to: { path in the repository: path in
 * the site }. Throws a StepError for a link to nothing.
 */
export function rewriteLinks(document, documents) {
  const files = {};
  const relative = (path) => posix.relative(posix.dirname(document.page), path);
  for (const { token, attribute } of document.links) {
    const address = token.attrGet(attribute);
    if (isOutside(address)) continue;
    const { path, anchor } = targetOf(document.source, address);
    const other = documents.get(path);
    if (other) {
      if (anchor && !other.headings.some(({ id }) => id === anchor)) throw new StepError(`${document.source} leads to ${address}: there is no such heading.`);
      token.attrSet(attribute, `${other === document ? '' : relative(other.page)}${anchor && `#${encodeURI(anchor)}`}`);
      if (other.language !== document.language) token.attrSet('hreflang', tags[other.language]);
      continue;
    }
    const file = fileOf(path);
    if (!file.startsWith('licenses/')) {
      if (!existsSync(join(root, path)) || statSync(join(root, path)).isDirectory()) throw new StepError(`${document.source} leads to ${address}, which is no file.`);
      files[path] = file;
    }
    token.attrSet(attribute, relative(file));
  }
  return files;
}

markdown.renderer.rules.table_open = () => '<div class="scroll"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
markdown.renderer.rules.heading_close = (tokens, i) => {
  const open = tokens[i - 2];
  const link = open.tag === 'h1' ? '' : ` <a class="anchor" href="#${encodeURI(open.attrGet('id'))}" aria-label="${escape(tokens[i - 1].content)}">#</a>`;
  return `${link}</${open.tag}>\n`;
};

/** How many tokens a heading or a paragraph has. */
const block = 3;

/** Whether a document begins with a line that leads to its other language. The bar of the page does so, too. */
function beginsWithSwitch(tokens) {
  const [link, , end, ...more] = tokens[block + 1]?.children ?? [];
  return link?.type === 'link_open' && link.attrGet('hreflang') && end?.type === 'link_close' && more.length === 0;
}

/** A document as HTML: { heading, text }. */
export function render({ tokens }) {
  const html = (some) => markdown.renderer.render(some, markdown.options, {});
  return { heading: html(tokens.slice(0, block)), text: html(tokens.slice(beginsWithSwitch(tokens) ? 2 * block : block)) };
}

/** What the search finds: a piece for each part below a heading, { page, title, heading, text, language }. */
export function sectionsOf({ page, language, title, headings, tokens }) {
  const pieces = [];
  let heading = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const { id, text, level } = headings[heading++];
      pieces.push({ page: level === 1 ? page : `${page}#${encodeURI(id)}`, title, heading: level === 1 ? '' : text, language, words: [] });
    } else if (tokens[i - 1]?.type !== 'heading_open') {
      const text = token.type === 'inline' ? token.children.map(({ content }) => content || ' ').join('') : token.content;
      if (text.trim()) pieces.at(-1).words.push(text);
    }
  }
  return pieces.map(({ words, ...piece }) => ({ ...piece, text: words.join(' ').replaceAll(/\s+/g, ' ').trim() }));
}

/** The documents of a list, by its tables: [{ group, documents }]; a group is the paragraph above a table. Call it before links are rewritten. */
export function navigation(language, documents) {
  const list = documents.get(lists[language]);
  const groups = [];
  let group = '';
  for (const [i, token] of list.tokens.entries()) {
    if (token.type === 'paragraph_open') group = list.tokens[i + 1].children.map(({ content }) => content).join('');
    if (token.type === 'table_open') groups.push({ group, documents: [] });
    if (token.type === 'inline' && list.tokens[i - 1].type === 'td_open') {
      for (const link of token.children.filter(({ type }) => type === 'link_open')) {
        groups.at(-1).documents.push(documents.get(targetOf(list.source, link.attrGet('href')).path));
      }
    }
  }
  return groups;
}
