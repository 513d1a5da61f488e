// Provides the language of an element: words and rendered messages.
import { Translator } from '../languages/translator.js';
import { wordsIn } from './words.js';

const english = { code: 'en', words: wordsIn(), render: (message) => message.message, title: (words) => words };
let chinese;

async function loadChinese() {
  const { load } = await import('built:chinese');
  const translator = new Translator(await load());
  return {
    code: 'zh',
    words: wordsIn((id) => translator.pattern(id)),
    render: (message) => translator.message(message),
    title: (words) => translator.title(words),
  };
}

/** Returns the language for a `lang` tag as the library's options name it. */
export const codeFor = (lang) => (/^zh\b/i.test(lang) ? 'zh' : 'en');

/**
 * Loads the language for a `lang` tag: {code, words, render, title}. `code` is that of the library's options, `render` takes a message of a report, `title` a
 * model's title or a comment of its text. English for languages without a translation, or if loading fails.
 */
export async function languageFor(lang) {
  if (codeFor(lang) === 'en') return english;
  chinese ??= loadChinese().catch((error) => {
    console.info(error);
    chinese = undefined;
    return english;
  });
  return chinese;
}
