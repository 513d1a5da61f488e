// Renders messages and words in another language with a catalogue.
import { fill } from './messages.js';

/** The depth to which messages in messages are rendered, against hostile reports. */
const deepest = 8;

const hole = /\{(\w+)\}/;

/** Matches a title with something in each of its holes, `{name}`. */
function shapeOf(title) {
  const parts = title.split(hole).map((part, i) => (i % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : `(?<${part}>.+)`));
  return new RegExp(`^${parts.join('')}$`);
}

export class Translator {
  #patterns;
  #titles;
  #sentences;  // titles with holes: [a pattern of their English, their translation]

  /** `patterns` are templates by id; `titles` are titles, notes and comments of the shipped models by their English. */
  constructor({ patterns, titles }) {
    this.#patterns = new Map(Object.entries(patterns));
    this.#titles = new Map(Object.entries(titles));
    this.#sentences = [...this.#titles].filter(([english]) => hole.test(english)).map(([english, own]) => [shapeOf(english), own]);
  }

  /** Adds templates by their ids. */
  add(patterns) {
    for (const row of Object.entries(patterns)) this.#patterns.set(...row);
  }

  /** Returns the template of an id, undefined if the catalogue has none. */
  pattern(id) {
    return this.#patterns.get(id);
  }

  /** Returns the templates of all ids that begin with `prefix`: "ID\tTEMPLATE\n" for each. */
  templates(prefix) {
    return [...this.#patterns].filter(([id]) => id.startsWith(prefix)).map((row) => `${row.join('\t')}\n`).join('');
  }

  /** Renders a message, { code, arguments, message }; in English if the catalogue has no template. */
  message(each, depth = 0) {
    const pattern = depth < deepest ? this.#patterns.get(each.code) : undefined;
    return pattern === undefined ? each.message : fill(pattern, each.arguments, (inner) => this.message(inner, depth + 1));
  }

  /** Translates a title or comment of a shipped model; returns other texts unchanged. */
  title(english) {
    return this.#titles.get(english) ?? this.#sentence(english) ?? english;
  }

  #sentence(english) {
    for (const [shape, own] of this.#sentences) {
      const found = shape.exec(english);
      if (found) return fill(own, found.groups, String);
    }
    return undefined;
  }
}
