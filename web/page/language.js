// Switches the language of the page: English, or Chinese with a catalogue that is fetched when it is chosen.
import { load } from 'built:chinese';

import { Translator } from '../languages/translator.js';

let translator;
let chinese;
let catalogue;

/** Switches to a language ('en', 'zh-CN') when its catalogue has loaded; rejects if that fails. */
export async function speak(tag) {
  if (tag !== 'en' && !chinese) {
    catalogue = await load();
    chinese = new Translator(catalogue);
  }
  translator = tag === 'en' ? undefined : chinese;
  document.documentElement.lang = tag;
}

/** Adds templates by their ids to the language of the page. */
export const addPatterns = (patterns) => translator?.add(patterns);

/** Returns the `patterns` argument of showFailure() in the present language; undefined for English. */
export const failurePatterns = () => (translator ? catalogue.patterns : undefined);

/** Renders a message, { code, arguments, message }, in the language of the page. */
export const render = (message) => translator?.message(message) ?? message.message;

/** Translates a title or comment of a shipped model; returns other texts unchanged. */
export const translatedTitle = (english) => translator?.title(english) ?? english;

/** Returns the templates in the language of the page of ids that begin with `prefix`, "ID\tTEMPLATE\n" each; '' for English. */
export const templates = (prefix) => translator?.templates(prefix) ?? '';

/** Returns the template of an id in the language of the page; '' for English and for ids without a translation. */
export const pattern = (id) => translator?.pattern(id) ?? '';
