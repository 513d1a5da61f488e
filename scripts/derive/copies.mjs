// Which types are copies of others: types whose lines do the same work, by the shortest beginnings of their names.
import { workOf } from './compact.mjs';

/** The ends of a type's name that begin with a capital letter, the longest first: of BertSelfOutput, SelfOutput and Output. */
const endsOf = (type) => [...type.matchAll(/(?<=.)[A-Z]/g)].map(({ index }) => type.slice(index));

const add = (map, key, value) => map.set(key, (map.get(key) ?? new Set()).add(value));

/** {copies: base → words, rules: [type, lines]} for the types that need a rule. `all` are the types that were evaluated, `models` the
    beginnings of their names, `without` the types that must have no rule. */
export function findCopies(needed, all, known, models, without) {
  const copies = new Map();
  const left = new Map([...needed].sort(([a], [b]) => (a < b ? -1 : 1)));
  const works = new Map([...known.rules].map(([type, rules]) => [type, new Set(rules.filter(({ line }) => line).map(({ line }) => workOf(line)))]));
  const covers = (base, type) => {
    const ofBase = works.get(base);
    return ofBase && [...needed.get(type).lines.keys()].every((work) => ofBase.has(work));
  };
  const rules = [];
  const byEnd = new Map();
  for (const base of works.keys()) for (const end of [base, ...endsOf(base)]) add(byEnd, end, base);
  const addRule = (type) => {
    rules.push([type, needed.get(type).lines]);
    works.set(type, new Set(needed.get(type).lines.keys()));
    for (const end of [type, ...endsOf(type)]) add(byEnd, end, type);
    left.delete(type);
  };
  /** Pairs of beginnings [base, copy], each with the types that it makes copies. */
  const pairs = () => {
    const found = new Map();
    for (const type of left.keys()) {
      for (const end of endsOf(type)) {
        for (const base of byEnd.get(end) ?? []) {
          if (covers(base, type)) add(found, `${base.slice(0, base.length - end.length)}:${type.slice(0, type.length - end.length)}`, type);
        }
      }
    }
    return found;
  };
  const isBeginning = (word) => models.some((model) => word.startsWith(model));
  const isWrittenByHand = (copy) => [...known.rules.keys()].some((type) => type.startsWith(copy));
  /** True where the base's base, or one of its, is a copy of the copy. */
  const goesRound = (base, copy) => {
    const bases = new Map([...known.copies, ...[...copies].flatMap(([of, words]) => [...words].map((word) => [word, of])), [copy, base]]);
    let type = `${copy}Layer`;
    for (const seen = new Set(); !seen.has(type);) {
      seen.add(type);
      const word = [...bases.keys()].filter((each) => type.startsWith(each)).sort((a, b) => b.length - a.length)[0];
      if (word === undefined) return false;
      type = bases.get(word) + type.slice(word.length);
    }
    return true;
  };
  /** A copy must not give a type whose line is another the rule of its base. */
  const misleads = (base, copy) => [...all].some(([type, { lines, modules }]) => {
    if (!type.startsWith(copy) || needed.has(type)) return false;
    const other = works.get(base + type.slice(copy.length));
    if (other && without.has(type)) return true;
    return other && lines.size > 0 && modules.some((module) => !known.ruleOf(module)) && ![...lines.keys()].every((work) => other.has(work));
  });
  const mayBeCopy = (base, copy) => isBeginning(base) && isBeginning(copy) && !base.startsWith(copy) && !copy.startsWith(base)
    && ![...copies.values()].some((words) => words.has(copy)) && !known.baseOf(`${copy}Layer`) && !isWrittenByHand(copy)
    && !goesRound(base, copy) && !misleads(base, copy);
  const refused = new Set();
  const takePairs = (least) => {
    for (;;) {
      const [pair, types] = [...pairs()].filter(([name, each]) => each.size >= least && !name.startsWith(':') && !name.endsWith(':') && !refused.has(name))
        .sort((a, b) => b[1].size - a[1].size || a[0].length - b[0].length)[0] ?? [];
      if (!pair) return;
      const [base, copy] = pair.split(':');
      if (!mayBeCopy(base, copy)) {
        refused.add(pair);
        continue;
      }
      add(copies, base, copy);
      for (const type of types) left.delete(type);
    }
  };
  takePairs(2);
  // Families without a model among the known ones: the largest get rules, and others become copies of them.
  while (left.size > 0) {
    const [type] = left.keys();
    const family = [...left.keys()].filter((each) => each.startsWith(familyOf(type)));
    for (const each of family) addRule(each);
    takePairs(2);
  }
  return { copies, rules };
}

/** The beginning of a type's name that stands for its model: Bert of BertSelfOutput. */
const familyOf = (type) => /^[A-Z]?[a-z0-9_]*(?:[A-Z]+(?![a-z]))?/.exec(type)[0] || type;
