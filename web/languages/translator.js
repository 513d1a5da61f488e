// Messages and words in another language, by a catalogue of that language.
import { fill } from './messages.js';

/** Messages within messages are rendered to this depth: a hostile report nests no deeper. */
const deepest = 8;

export class Translator {
  #patterns;
  #titles;

  /** `patterns`: templates by id. `titles`: titles, notes and comments of the shipped models, by their English. */
  constructor({ patterns, titles }) {
    this.#patterns = new Map(Object.entries(patterns));
    this.#titles = new Map(Object.entries(titles));
  }

  /** The template of an id, undefined where the catalogue has none. */
  pattern(id) {
    return this.#patterns.get(id);
  }

  /** A message, { code, arguments, message }, as a sentence; its English where the catalogue does not have it. */
  message(each, depth = 0) {
    const pattern = depth < deepest ? this.#patterns.get(each.code) : undefined;
    return pattern === undefined ? each.message : fill(pattern, each.arguments, (inner) => this.message(inner, depth + 1));
  }

  /** A model's title or comment: those of shipped models are translated, a person's own stay. */
  title(english) {
    return this.#titles.get(english) ?? english;
  }
}
