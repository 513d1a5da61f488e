// Writes the documents as pages of the site, with their pictures and what the search finds in them.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { root } from '../../steps.mjs';
import { descriptionOf, render, sectionsOf } from './document_text.mjs';
import { navigation, readDocuments, rewriteLinks } from './documents.mjs';
import { sectionsFile, template, write, writePage } from './frame.mjs';
import { escape, fill } from './html.mjs';
import { words } from './words.mjs';

/** The navigation beside a document. */
function sideOf(document, groups) {
  const link = ({ page, title }) => {
    const here = page === document.page ? ' aria-current="page"' : '';
    return `<li><a href="${posix.relative(posix.dirname(document.page), page)}"${here}>${escape(title)}</a></li>`;
  };
  return groups.map(({ group, documents }) => `${group ? `<h2>${escape(group)}</h2>` : ''}<ul>${documents.map(link).join('')}</ul>`).join('\n');
}

/** The parts of a document as links; nothing for a document of one part. */
function contentsOf({ headings }, { contents }) {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < 2) return '';
  const links = parts.map(({ id, text }) => `<li><a href="#${encodeURI(id)}">${escape(text)}</a></li>`).join('');
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">${escape(contents)}</h2><ul>${links}</ul></nav>`;
}

/** The name of the document that says the same in the other language, if there is one. */
const twinNameOf = ({ source, language }) => (language === 'en'
  ? source.replace(/^docs\//, 'docs/zh/').replace(/^((?!docs\/).*\/)?README\.md$/, '$1README.zh.md')
  : source.replace(/^docs\/zh\//, 'docs/').replace(/\.zh\.md$/, '.md'));

/** Writes all documents; `files` are { style, script }. */
export function writeDocuments(site, files) {
  const documents = readDocuments();
  const all = [...documents.values()];
  const twinOf = (document) => {
    const twin = documents.get(twinNameOf(document));
    return twin === document ? undefined : twin;
  };
  const groups = Object.fromEntries(Object.keys(words).map((language) => [language, navigation(language, documents)]));
  const needed = Object.assign({}, ...all.map((document) => rewriteLinks(document, documents)));

  for (const document of all) {
    const { page, language, title } = document;
    const content = fill(template('document.html'), {
      say_documents: escape(words[language].documents),
      side: sideOf(document, groups[language]),
      contents: contentsOf(document, words[language]),
      ...render(document),
    });
    writePage(site, { page, language, title: `${title} · Paramscope`, description: descriptionOf(document) || undefined, kind: 'document', content, other: twinOf(document)?.page, files });
  }
  for (const [from, to] of Object.entries(needed)) {
    mkdirSync(join(site, dirname(to)), { recursive: true });
    copyFileSync(join(root, from), join(site, to));
  }
  for (const language of Object.keys(words)) {
    // What is there in the reader's language is not found in the other one as well.
    const found = all.filter((document) => document.language === language || !twinOf(document));
    write(site, sectionsFile(language), JSON.stringify(found.flatMap(sectionsOf)));
  }
}
