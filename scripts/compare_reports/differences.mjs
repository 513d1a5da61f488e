// Finds what differs between two answers of the command line: changed sentences, and all other changes.
import { parseJson } from './json.mjs';

/**
 * The view of a report that is compared. Changes of the schema that are not changes of the result are undone here:
 * the schema's version is left out, a note may be a string or an object with `message`, and a diagnostic is reduced
 * to what a person reads. Fields that only the later report has are ignored by compareValues().
 */
function normalised({ version: _, ...report }) {
  const sentences = (notes) => notes?.map((note) => note.message ?? note);
  return {
    ...report,
    notes: sentences(report.notes),
    nodes: report.nodes?.map((node) => ({ ...node, notes: sentences(node.notes) })),
    diagnostics: report.diagnostics?.map(({ severity, line, column, path, message, in: within = '' }) => (
      { severity, place: [within, line, column].filter(Boolean).join(':'), path, message })),
  };
}

function parseReport(output) {
  try {
    return normalised(parseJson(output));
  } catch {
    return undefined;
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches the prefix of a message on the terminal: "model.txt:3:1: error: ", or "". */
const sourceOf = (line) => /^.*?: (?:error|warning|note): /.exec(line)?.[0] ?? '';

/** Maps unique keys to the elements of a list: the path or name, numbered when it occurs again, else the index. */
function byKey(list) {
  const occurrences = new Map();
  return new Map(list.map((element, i) => {
    const name = element.path ?? element.name ?? `${i}`;
    const occurrence = (occurrences.get(name) ?? 0) + 1;
    occurrences.set(name, occurrence);
    return [occurrence === 1 ? name : `${name} (${occurrence})`, element];
  }));
}

/** Removes elements that both lists have in common by `key`; returns the common pairs. */
function takeCommon(before, after, key) {
  const waiting = new Map();
  for (const element of after) waiting.set(key(element), [...(waiting.get(key(element)) ?? []), element]);
  const common = [];
  for (const element of [...before]) {
    const other = waiting.get(key(element))?.shift();
    if (other === undefined) continue;
    common.push([element, other]);
    before.splice(before.indexOf(element), 1);
    after.splice(after.indexOf(other), 1);
  }
  return common;
}

/** Collects the differences of one input. */
class Comparison {
  sentences = [];
  changes = [];

  /** Adds a change. `kind` is the place without its names: changes of one kind are counted together. */
  change(kind, place, before, after) {
    this.changes.push({ kind, place, before, after });
  }

  values(before, after, kind, place) {
    if (Array.isArray(before) && Array.isArray(after) && before.every(isObject) && after.every(isObject)) {
      this.lists(before, after, kind, place);
    } else if (isObject(before) && isObject(after)) {
      for (const name of Object.keys(before)) {
        this.member(before[name], after[name], `${kind}.${name}`, `${place}.${name}`, name);
      }
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      this.change(kind, place, before, after);
    }
  }

  member(before, after, kind, place, name) {
    if (name === 'notes') this.notes(before ?? [], after ?? [], kind, place);
    else if (name === 'diagnostics') this.diagnostics(before ?? [], after ?? []);
    else this.values(before, after, kind, place);
  }

  lists(before, after, kind, place) {
    const [left, right] = [byKey(before), byKey(after)];
    for (const [key, element] of left) {
      if (right.has(key)) this.values(element, right.get(key), `${kind}[]`, `${place}[${key}]`);
      else this.change(`${kind}[] gone`, `${place}[${key}]`, element, undefined);
    }
    for (const [key, element] of right) {
      if (!left.has(key)) this.change(`${kind}[] new`, `${place}[${key}]`, undefined, element);
    }
    const order = (keys, others) => JSON.stringify([...keys].filter((key) => others.has(key)));
    if (order(left.keys(), right) !== order(right.keys(), left)) {
      this.change(`${kind} order`, place, [...left.keys()], [...right.keys()]);
    }
  }

  notes(before, after, kind, place) {
    const [left, right] = [[...before], [...after]];
    takeCommon(left, right, (note) => note);
    while (left.length > 0 && right.length > 0) this.sentences.push({ place, before: left.shift(), after: right.shift() });
    for (const note of left) this.change(`${kind} gone`, place, note, undefined);
    for (const note of right) this.change(`${kind} new`, place, undefined, note);
    if (before.length === after.length && this.isReordered(before, after)) this.change(`${kind} order`, place, before, after);
  }

  isReordered(before, after) {
    const isCommon = (list, other) => JSON.stringify(list.filter((element) => other.includes(element)));
    return isCommon(before, after) !== isCommon(after, before);
  }

  /** Matches diagnostics that are equal, then those at one place, then those with one sentence. */
  diagnostics(before, after) {
    const [left, right] = [[...before], [...after]];
    const written = (diagnostic) => JSON.stringify(diagnostic);
    takeCommon(left, right, written);
    const where = ({ severity, place, path }) => JSON.stringify([severity, place, path]);
    for (const [old, fresh] of takeCommon(left, right, where)) {
      this.sentences.push({ place: `${old.severity} ${old.place}`.trim(), before: old.message, after: fresh.message });
    }
    for (const [old, fresh] of takeCommon(left, right, ({ message }) => message)) {
      for (const name of ['severity', 'place', 'path']) {
        if (old[name] !== fresh[name]) this.change(`diagnostics[].${name}`, old.message, old[name], fresh[name]);
      }
    }
    for (const old of left) this.change('diagnostics[] gone', old.path, old.message, undefined);
    for (const fresh of right) this.change('diagnostics[] new', fresh.path, undefined, fresh.message);
    if (this.isReordered(before.map(written), after.map(written))) this.change('diagnostics order', '', undefined, undefined);
  }

  /** Compares texts of equally many lines line by line, as sentences. */
  lines(before, after, place) {
    const [left, right] = [before.split('\n'), after.split('\n')];
    if (left.length !== right.length) {
      const first = left.findIndex((line, i) => line !== right[i]);
      this.change(`${place} lines`, `${place}, line ${first + 1}`, left.slice(first, first + 3), right.slice(first, first + 3));
      return;
    }
    left.forEach((line, i) => {
      if (line === right[i]) return;
      const source = sourceOf(line) === sourceOf(right[i]) ? sourceOf(line).length : 0;
      this.sentences.push({ place: `${place}, line ${i + 1}`, before: line.slice(source), after: right[i].slice(source) });
    });
  }
}

/**
 * Compares answers { exit, output, errors } to one input: { sentences: [{ place, before, after }],
 * changes: [{ kind, place, before, after }] }. Of an answer that timed out only that is compared.
 */
export function compareAnswers(before, after) {
  const comparison = new Comparison();
  if (before.exit !== after.exit) comparison.change('exit code', 'exit code', before.exit, after.exit);
  if (before.exit === 'timeout' || after.exit === 'timeout') return comparison;
  if (before.output !== after.output) {
    const [left, right] = [parseReport(before.output), parseReport(after.output)];
    if (left && right) comparison.values(left, right, 'report', 'report');
    else comparison.lines(before.output, after.output, 'output');
  }
  if (before.errors !== after.errors) {
    // A sentence that the report shows in other words also occurs in the messages on the terminal.
    const reword = (text, sentence) => text.replaceAll(sentence.before, () => sentence.after);
    comparison.lines(comparison.sentences.reduce(reword, before.errors), after.errors, 'standard error');
  }
  return comparison;
}
