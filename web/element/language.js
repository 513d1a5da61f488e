// The language of an element: its words and numbers, and how the engine's sentences are said.
import { Translator } from '../languages/translator.js';
import { Numbers } from './numbers.js';
import { wordsIn } from './words.js';

const english = { words: wordsIn(), said: (sentence) => sentence, title: (words) => words };
let chinese;

async function loadChinese() {
  const { load } = await import('built:chinese');
  const table = await load();
  const translator = new Translator(table);
  return { words: wordsIn(table.element), said: (sentence) => translator.said(sentence), title: (words) => translator.word(words) };
}

/**
 * What an element speaks where `lang` is its language: {words, numbers, said, title}. `said` takes a sentence of the engine,
 * `title` a model's title or a comment of its text. English where there are no others, or they do not load.
 */
export async function languageFor(lang) {
  const numbers = new Numbers(lang);
  if (!/^zh\b/i.test(lang)) return { ...english, numbers };
  chinese ??= loadChinese().catch((error) => {
    console.info(error);
    chinese = undefined;
    return english;
  });
  return { ...await chinese, numbers };
}
