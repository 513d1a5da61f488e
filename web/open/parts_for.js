// Guesses which parts of the readers' program read a text: what else is needed is waited for.

/** Matches the beginning of JSON. */
const config = /^\s*\{/;

/** Matches a class or a function. */
const definition = /^[\s>.\d]*(class|def) \w/m;

/** Matches an import of a library, other than those that come with the readers of code, and what has the config of a well-known model. */
const library = /^\s*(from|import) +(?!(torch|numpy|math|typing|collections|dataclasses|functools)\b)|from_pretrained/m;

/** Lists parts for a text, or its beginning, '' for one that is not known yet: those that read it, and with `isCounted` those that count it. */
export function partsForText(text, isCounted) {
  if (config.test(text)) return isCounted ? ['config', 'count'] : ['config'];
  return definition.test(text) && !library.test(text) ? ['code', 'count'] : ['code', 'count', 'other'];
}
