// The language of the page: English, which everything is written in, or Chinese, whose words come as data.
import { load } from 'built:chinese';

import { Translator } from '../languages/translator.js';

let translator;
let chinese;
let failures;

/** Speaks a language ('en', 'zh-CN') once its words have arrived; rejects where they do not. */
export async function speak(tag) {
  if (tag !== 'en' && !chinese) {
    const table = await load();
    chinese = new Translator(table);
    failures = table.failures;
  }
  translator = tag === 'en' ? undefined : chinese;
  document.documentElement.lang = tag;
}

/** What showFailure() takes: its words in the language of the page. */
export const failureWords = () => (translator ? failures : undefined);

/** A sentence in the language of the page. */
export const said = (english) => translator?.said(english) ?? english;

/** Words in the language of the page: never taken for a sentence, for they may be the person's own. */
export const word = (english) => translator?.word(english) ?? english;
