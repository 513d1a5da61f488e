// The language of the page: English, or Chinese by a catalogue that is fetched when it is chosen.
import { load } from 'built:chinese';

import { Translator } from '../languages/translator.js';

let translator;
let chinese;
let catalogue;

/** Switches to a language ('en', 'zh-CN') once its catalogue has arrived; rejects when it cannot be loaded. */
export async function speak(tag) {
  if (tag !== 'en' && !chinese) {
    catalogue = await load();
    chinese = new Translator(catalogue);
  }
  translator = tag === 'en' ? undefined : chinese;
  document.documentElement.lang = tag;
}

/** What showFailure() takes as `patterns`: the present language's, undefined for English. */
export const failurePatterns = () => (translator ? catalogue.patterns : undefined);

/** A message, { code, arguments, message }, in the language of the page. */
export const render = (message) => translator?.message(message) ?? message.message;

/** A model's title or comment: those of shipped models are translated, a person's own stay. */
export const translatedTitle = (english) => translator?.title(english) ?? english;

/** The template of an id in the language of the page; '' for English and where the catalogue has none. */
export const pattern = (id) => translator?.pattern(id) ?? '';
