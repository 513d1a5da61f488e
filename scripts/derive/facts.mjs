// Facts of models of a library: lines of JSON, or their .xz.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The facts of a file: every n-th, and only of classes that match. */
export function readFacts(file, { only, every = '1' }) {
  const text = file.endsWith('.xz') ? execFileSync('xz', ['-dc', file], { maxBuffer: 1 << 30 }).toString() : readFileSync(file, 'utf8');
  const all = text.split('\n').filter(Boolean).map(JSON.parse);
  return all.filter((fact, i) => i % Number(every) === 0 && (!only || new RegExp(only).test(fact.cls)));
}

/** The text of a fact's config.json, for its class. It may hold Infinity, which is no JSON. */
export const configOf = ({ config, cls }) => config.replace(/"architectures": (null|\[[^\]]*\])|^\{/, (found) => `${found === '{' ? '{' : ''}"architectures": ["${cls}"]${found === '{' ? ', ' : ''}`);

export const tally = (kinds, kind) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);

/** Kinds by how many there are, the most first. */
export const table = (kinds) => [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `  ${count}  ${kind}`).join('\n');
