// Writes the page that says what the calculator is for, in each language.
import { join } from 'node:path';

import { catalogueOf, readTables } from '../../../web/languages/table.js';
import { root } from '../../steps.mjs';
import { abilities, answers, counts, times } from './comparison.mjs';
import { whole } from './figures.mjs';
import { aboutPages, template, writePage } from './frame.mjs';
import { gallery, models } from './gallery.mjs';
import { escape, fill } from './html.mjs';
import { words } from './words.mjs';

/** The names of models and of what layers do: the engine's own, which are English, and their Chinese. */
const inEnglish = { titleOf: (title) => title, wordOf: (family, operation) => `${family}: ${operation}` };
function inChinese() {
  const { titles, patterns } = catalogueOf(readTables(join(root, 'web/languages/zh')));
  const word = (kind, name) => patterns[`${kind}.${name.replaceAll(' ', '_')}`] ?? name;
  return { titleOf: (title) => titles[title] ?? title, wordOf: (family, operation) => `${word('family', family)}：${word('operation', operation)}` };
}

/** The model that the text of the page mentions. */
const example = 'llama-2-7b';

/** Writes the pages and the pictures of their gallery; `files` are { style, script }. */
export async function writeAbout(site, files) {
  const shown = await models(site);
  const counted = counts(site, shown);
  const { parameters, formula } = shown.find(({ name }) => name === example);
  const names = { en: inEnglish, zh: inChinese() };
  for (const [language, page] of Object.entries(aboutPages)) {
    const own = words[language];
    const html = template(language === 'en' ? 'about.html' : `about.${language}.html`);
    const content = fill(html, {
      parameters: whole(parameters),
      formula: escape(formula),
      abilities: abilities(own, language),
      answers: answers(counted, own, names[language]),
      times: times(own),
      gallery: gallery(shown, own, names[language].titleOf),
    });
    const [, title] = /<h1>(.*?)<\/h1>/.exec(html);
    writePage(site, { page, language, title: `Paramscope · ${title}`, kind: 'about', content, other: aboutPages[language === 'en' ? 'zh' : 'en'], files });
  }
}
