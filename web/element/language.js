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

/**
 * Loads the language for a `lang` tag: {code, words, render, title}. `code` is that of the library's options, `render` takes a message of a report, `title` a
 * model's title or a comment of its text. English for languages without a translation, or if loading fails.
 */
export async function languageFor(lang) {
  if (!/^zh\b/i.test(lang)) return english;
  chinese ??= loadChinese().catch((error) => {
    console.info(error);
    chinese = undefined;
    return english;
  });
  return chinese;
}
