// The language of the page: English, which everything is written in, or Chinese, whose words come as data.
import { load } from 'built:chinese';

import { Translator } from '../languages/translator.js';

let translator;
let chinese;

/** Speaks a language ('en', 'zh-CN') once its words have arrived; rejects where they do not. */
export async function speak(tag) {
  if (tag !== 'en') chinese ??= new Translator(await load());
  translator = tag === 'en' ? undefined : chinese;
  document.documentElement.lang = tag;
}

/** A sentence in the language of the page. */
export const said = (english) => translator?.said(english) ?? english;
