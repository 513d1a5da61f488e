// What bundlers, type checkers and frameworks can see of the npm package, as one digest: while it is the same, so are their answers.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { root } from '../steps.mjs';

/** The digest with which all tests of tests/package last passed. */
const record = join(root, 'tests/package/whole_passed.json');

function filesBelow(folder) {
  return readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

/** Names of chunks without the digest of what is in them. */
const withoutHashes = (text) => text.replace(/-[A-Z0-9]{8}(?=\.js\b)/g, '-*');

/** The imports and exports of a wasm file, which scripts use: its code is not theirs. */
function interfaceOf(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  return JSON.stringify([WebAssembly.Module.imports(module), WebAssembly.Module.exports(module)]);
}

/** The manifest without the address of the repository, which workflows write into it. */
const manifestOf = (text) => JSON.stringify({ ...JSON.parse(text), repository: undefined });

/** What can be seen of a file; undefined for one that only people read. */
function visibleIn(path) {
  if (path.endsWith('.wasm')) return interfaceOf(path);
  if (path.endsWith('package.json')) return manifestOf(readFileSync(path, 'utf8'));
  return /\.(js|mjs|ts|json)$/.test(path) ? withoutHashes(readFileSync(path, 'utf8')) : undefined;
}

/** The files of this repository that the tests of the package use: themselves, the examples, and the commands of a document. */
function testedWith() {
  const files = [...filesBelow(join(root, 'examples')), ...filesBelow(join(root, 'tests/package'))].filter((path) => path !== record && !/\/(node_modules|dist)\/|README/.test(path));
  const commands = readFileSync(join(root, 'docs/package.md'), 'utf8').match(/<!-- \w+ -->\n+(?: {4}.*\n)+/g);
  return [...files.map((path) => [relative(root, path), readFileSync(path, 'utf8')]), ['docs/package.md', commands.join('')]];
}

/** One digest of what can be seen of a package in a folder, and of what its tests use. */
export function packageDigest(folder) {
  const seen = filesBelow(folder).map((path) => [withoutHashes(relative(folder, path)), visibleIn(path)]).filter(([, text]) => text !== undefined);
  const parts = [...seen, ...testedWith()].map((part) => JSON.stringify(part)).sort();
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/** Whether all tests of the package have passed with what can be seen of it now. */
export function wholePassed(folder) {
  return JSON.parse(readFileSync(record, 'utf8')).digest === packageDigest(folder);
}

/** Notes that all tests of the package have passed. */
export function noteWholePassed(folder) {
  writeFileSync(record, `${JSON.stringify({ digest: packageDigest(folder) }, null, 2)}\n`);
}
