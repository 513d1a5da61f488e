// The repository's Markdown documents: which there are, where each is in the site, and where their links lead.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

import { root, StepError } from '../../steps.mjs';
import { licenses } from '../licenses.mjs';
import { repositoryAddress } from '../options.mjs';
import { inlineTokens, parse } from './document_text.mjs';
import { tags } from './head.mjs';

/** The lists of documents, which the navigation shows in their order, by language. */
export const lists = { en: 'docs/README.md', zh: 'docs/zh/README.md' };

/** Where the documents are in the site. */
const folder = 'docs';

const languageOf = (source) => (/^docs\/zh\/|\.zh\.md$/.test(source) ? 'zh' : 'en');

/** Where a document is in the site: README.md is index.html in docs/; documents of other folders are named after these. */
export function pageOf(source) {
  const [, inside] = /^docs\/(.*)\.md$/.exec(source) ?? [];
  if (inside) return posix.join(folder, `${inside.replace(/README$/, 'index')}.html`);
  const name = source.toLowerCase().replace(/(\.zh)?\.md$/, '').replaceAll('/', '-').replace(/-readme$/, '');
  return posix.join(folder, languageOf(source) === 'zh' ? 'zh' : '', `${name}.html`);
}

/** The list of licences, which is a folder in the repository. */
const licenceList = () => `# Licences\n\n${Object.keys(licenses).map((name) => `* [${name}](licenses/${name})`).join('\n')}\n`;

/** What documents call the repository in commands: a workflow's site has its name there. */
const repositoryName = 'owner/name';

/** The text of a document, without comments and without the line of badges, which other hosts draw. */
function textOf(source) {
  if (source === 'licenses.md') return licenceList();
  return readFileSync(join(root, source), 'utf8').replaceAll(/<!--.*?-->\n?/gs, '').replaceAll(/^\[!\[.*\n/gm, '')
    .replaceAll(repositoryName, process.env.GITHUB_REPOSITORY ?? repositoryName);
}

/** Reads one document: { source, page, language, title, headings, tokens, links }. */
function readDocument(source) {
  const { tokens, headings } = parse(textOf(source));
  const links = inlineTokens(tokens).flatMap((token, i, all) => {
    if (token.type === 'link_open') return [{ token, attribute: 'href', text: all[i + 1], end: all.slice(i).find(({ type }) => type === 'link_close') }];
    return token.type === 'image' ? [{ token, attribute: 'src' }] : [];
  });
  return { source, page: pageOf(source), language: languageOf(source), title: headings[0].text, headings, tokens, links };
}

const isOutside = (address) => /^[\w+.-]+:/.test(address);

/** Links that GitHub resolves: to a page about the repository, such as its releases. */
const isAboutRepository = (address) => address.startsWith('../../');
const livePage = '../../deployments/github-pages';

/** The address of a page about the repository; undefined where nobody has said which repository it is. */
function addressAbout(address) {
  const repository = repositoryAddress();
  return repository ? `${repository}/${address.slice('../../'.length)}` : undefined;
}

const isFolder = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();

/** The document that says what is in a folder. */
const documentOf = (folderPath) => (folderPath === 'licenses' ? 'licenses.md' : posix.join(folderPath, 'README.md'));

/** The file of the repository that a link of a document means, and the heading in it: { path, anchor }. */
function targetOf(source, address) {
  const [path, anchor = ''] = address.split('#');
  const file = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path));
  const isDocumented = isFolder(file) && (file === 'licenses' || existsSync(join(root, documentOf(file))));
  return { path: isDocumented ? documentOf(file) : file, anchor: decodeURI(anchor) };
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

/** Lets a link lead to an address. Where there is none, such as that of a folder that the site does not have, its text stays. */
function leadTo(address, { token, end }) {
  if (address !== undefined) token.attrSet('href', address);
  else for (const mark of [token, end]) Object.assign(mark, { type: 'text', content: '' });
}

/**
 * Turns the links of a document into links of the site, and names of files in them into titles. Returns the files that they lead to: { path in the repository: path in
 * the site }. Throws a StepError for a link to nothing.
 */
export function rewriteLinks(document, documents) {
  const files = {};
  const relative = (path) => posix.relative(posix.dirname(document.page), path);
  for (const { token, text, attribute, end } of document.links) {
    const address = token.attrGet(attribute);
    if (isOutside(address)) continue;
    if (document.source.startsWith('README') && isAboutRepository(address)) {
      leadTo(address === livePage ? relative('.').replace(/\/*$/, '/') : addressAbout(address), { token, end });
      continue;
    }
    const { path, anchor } = targetOf(document.source, address);
    const other = documents.get(path);
    if (other) {
      if (anchor && !other.headings.some(({ id }) => id === anchor)) throw new StepError(`${document.source} leads to ${address}: there is no such heading.`);
      token.attrSet(attribute, `${other === document ? '' : relative(other.page)}${anchor && `#${encodeURI(anchor)}`}`);
      if (other.language !== document.language) token.attrSet('hreflang', tags[other.language]);
      if (text?.content.endsWith('.md')) text.content = other.title;
      continue;
    }
    if (isFolder(path)) {
      leadTo(undefined, { token, end });
      continue;
    }
    const file = fileOf(path);
    if (!file.startsWith('licenses/')) {
      if (!existsSync(join(root, path))) throw new StepError(`${document.source} leads to ${address}, which does not exist.`);
      files[path] = file;
    }
    token.attrSet(attribute, relative(file));
  }
  return files;
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
