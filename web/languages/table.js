// Tables of translations (zh.txt) as they are written: read when the site is built, and by tests.

/** The parts of a table: { name of the part: { English: translation } }. A line that begins with # is for its writers. */
export function readTable(text) {
  const parts = {};
  let part, english;
  for (const [index, line] of text.split('\n').entries()) {
    const wrong = (what) => new Error(`line ${index + 1}: ${what}`);
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!line.startsWith('    ') && english !== undefined) throw wrong(`“${english}” has no translation`);
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name) {
      part = parts[name] ??= {};
    } else if (!line.startsWith('    ')) {
      english = line;
    } else {
      if (english === undefined) throw wrong('a translation of nothing');
      if (Object.hasOwn(part, english)) throw wrong(`“${english}” is translated twice`);
      part[english] = line.slice(4);
      english = undefined;
    }
  }
  if (english !== undefined) throw new Error(`“${english}” has no translation`);
  return parts;
}

/**
 * What a Translator takes: `words` that are asked for as they stand, `sentences` that are recognized, holes and all, and
 * `phrases` that only stand inside others; besides, the words of the element and those of failures.
 */
export function shippedTable({ interface: words, names, models, element, failures, disk, phrases, ...sentences }) {
  return { words: { ...words, ...names, ...models }, element, failures, sentences: Object.assign({}, ...Object.values(sentences)), phrases };
}
