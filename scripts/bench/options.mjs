// The options of `npm run bench`.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { StepError } from '../steps.mjs';

const options = {
  'only': { type: 'string' },
  'runs': { type: 'string', default: '5' },
  'write': { type: 'boolean', default: false },
  'json': { type: 'string' },
  'dist': { type: 'string', default: 'dist' },
  'peers': { type: 'string' },
  'help': { type: 'boolean', default: false },
};

export const usage = (rows) => `Usage: npm run --silent bench -- [options]

  --only NAME,NAME    measure these rows of the table: ${rows.join(', ')}
  --runs N            run everything N times and show the medians; 5 by default
  --write             put the table into docs/benchmark.md, and two rows into README.md
  --json FILE         also write the figures to FILE, with the date and the machine; web/about/figures.json is what the site shows
  --dist FOLDER       the release for rows with node and with the page, as npm run build makes it; dist by default
  --peers FOLDER,...  also measure the tools in these folders: checkouts of torchinfo, ptflops, thop, fvcore and what it imports, netron;
                      or a folder that pip filled with them (--target)

PARAMSCOPE_BENCH_PYTHON names the Python that has PyTorch and torchvision, and perhaps some of those tools; /usr/bin/python3 by default.`;

/** Reads a list of rows: those of `all` that `list` names. */
function chosenRows(list, all) {
  const names = list.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.filter((name) => !all.includes(name));
  if (names.length === 0 || unknown.length > 0) throw new Error(`--only ${list}: no row ${unknown.join(', ')}`);
  return all.filter((name) => names.includes(name));
}

/** Reads a list of folders: their whole paths. */
function foldersIn(list = '') {
  const folders = list.split(',').map((path) => path.trim()).filter(Boolean).map((path) => resolve(path));
  const absent = folders.filter((path) => !existsSync(path));
  if (absent.length > 0) throw new Error(`--peers: no folder ${absent.join(', ')}`);
  return folders;
}

/**
 * Parses arguments; `all` are the names of the rows. Returns { help, rows, runs, write, json, dist, peers }, where `json` is
 * a path or undefined and `peers` a list of folders. Throws a StepError with the usage for wrong ones.
 */
export function parseOptions(args, all) {
  try {
    const { values } = parseArgs({ args, options });
    const rows = values.only === undefined ? all : chosenRows(values.only, all);
    if (!/^[1-9]\d{0,2}$/.test(values.runs)) throw new Error(`--runs ${values.runs}: a number from 1 to 999 is needed`);
    if (values.write && rows.length < all.length) throw new Error('--write needs all rows: leave out --only');
    return { help: values.help, rows, runs: Number(values.runs), write: values.write, json: values.json, dist: values.dist, peers: foldersIn(values.peers) };
  } catch (error) {
    throw new StepError(`${error.message}\n${usage(all)}`);
  }
}
