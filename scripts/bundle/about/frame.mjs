// The frame of every page around the calculator: head, bar and search.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { root } from '../../steps.mjs';
import { lists, pageOf } from './documents.mjs';
import { headLines, tags } from './head.mjs';
import { escape, fill } from './html.mjs';
import { words } from './words.mjs';

/** Reads a template of web/about. */
export const template = (name) => readFileSync(join(root, 'web/about', name), 'utf8');

/** The page that says what the calculator is for, by language. */
export const aboutPages = { en: 'about/index.html', zh: 'about/zh.html' };

/** What the search of a language loads. */
export const sectionsFile = (language) => `docs/search-${language}.json`;

/** Makes a path of the site relative to a page of it. */
export const relativeTo = (page) => (path) => posix.relative(posix.dirname(page), path);

/** Writes a file of the site, in folders that need not exist. */
export function write(site, path, text) {
  mkdirSync(join(site, dirname(path)), { recursive: true });
  writeFileSync(join(site, path), text);
}

const otherThan = (language) => (language === 'en' ? 'zh' : 'en');

/** The link of a page's bar to itself in the other language, at `other`. */
function switchOf(language, other, to) {
  if (!other) return '';
  const unread = otherThan(language);
  return `<a hreflang="${tags[unread]}" href="${to(other)}" lang="${tags[unread]}">${escape(words[unread].language)}</a>`;
}

/** The words of a language as slots of a template, with `prefix` before their names. */
export const wordSlots = (language, prefix = 'say_') => Object.fromEntries(Object.entries(words[language]).filter(([, text]) => typeof text === 'string')
  .map(([name, text]) => [prefix + name, escape(text)]));

/**
 * Writes a page: `content` is the HTML between its bar and its end, `kind` the class of its styles, `other` the same page in the
 * other language, if there is one; `files` are { style, script }. `to` makes a path of the site an address on the page; `head` are lines of
 * the head in place of the usual ones.
 */
export function writePage(site, { page, language, title, description = words[language].description, kind, content, other, files, to = relativeTo(page), head }) {
  const pages = other && { [language]: page, [otherThan(language)]: other };
  write(site, page, fill(template('frame.html'), {
    ...wordSlots(language),
    switch: switchOf(language, other, to),
    head: (head ?? headLines({ page, language, title, description, kind, pages })).join('\n  '),
    kind,
    content,
    language: tags[language],
    title: escape(title),
    description: escape(description),
    site: to('.').replace(/\/*$/, '/'),
    style: to(files.style),
    script: to(files.script),
    index: to(sectionsFile(language)),
    chinese: to(sectionsFile('zh')),
    about: to(aboutPages[language]),
    documents: to(pageOf(lists[language])),
  }));
}
