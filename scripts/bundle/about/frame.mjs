// The frame of every page around the calculator: head, bar and search.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { root } from '../../steps.mjs';
import { lists, pageOf, tags } from './documents.mjs';
import { escape, fill } from './html.mjs';
import { words } from './words.mjs';

/** Reads a template of web/about. */
export const template = (name) => readFileSync(join(root, 'web/about', name), 'utf8');

/** The page that says what the calculator is for, by language. */
export const aboutPages = { en: 'about/index.html', zh: 'about/zh.html' };

/** What the search of a language loads. */
export const sectionsFile = (language) => `docs/search-${language}.json`;

/** Writes a file of the site, in folders that need not exist. */
export function write(site, path, text) {
  mkdirSync(join(site, dirname(path)), { recursive: true });
  writeFileSync(join(site, path), text);
}

/** The links of a page's head and bar to itself in the other language, at `other`. */
function switchOf({ page, language, other }, to) {
  if (!other) return { alternates: '', switch: '' };
  const pages = { [language]: page, [language === 'en' ? 'zh' : 'en']: other };
  const tag = (each) => `hreflang="${tags[each]}" href="${to(pages[each])}"`;
  const [unread] = Object.keys(pages).filter((each) => each !== language);
  return {
    alternates: Object.keys(tags).map((each) => `<link rel="alternate" ${tag(each)}>`).join('\n  '),
    switch: `<a ${tag(unread)} lang="${tags[unread]}">${escape(words[unread].language)}</a>`,
  };
}

/**
 * Writes a page: `content` is the HTML between its bar and its end, `kind` the class of its styles, `other` the same page in the
 * other language, if there is one; `files` are { style, script }.
 */
export function writePage(site, { page, language, title, kind, content, other, files }) {
  const to = (path) => posix.relative(posix.dirname(page), path);
  const said = Object.fromEntries(Object.entries(words[language]).filter(([, text]) => typeof text === 'string')
    .map(([name, text]) => [`say_${name}`, escape(text)]));
  write(site, page, fill(template('frame.html'), {
    ...said,
    ...switchOf({ page, language, other }, to),
    kind,
    content,
    language: tags[language],
    title: escape(title),
    site: `${to('.')}/`,
    style: to(files.style),
    script: to(files.script),
    index: to(sectionsFile(language)),
    about: to(aboutPages[language]),
    documents: to(pageOf(lists[language])),
  }));
}
