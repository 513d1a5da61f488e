// The options of `npm run bench`.
import { parseArgs } from 'node:util';

import { StepError } from '../steps.mjs';

const options = {
  'only': { type: 'string' },
  'runs': { type: 'string', default: '5' },
  'write': { type: 'boolean', default: false },
  'json': { type: 'string' },
  'dist': { type: 'string', default: 'dist' },
  'open-with': { type: 'string' },
  'help': { type: 'boolean', default: false },
};

export const usage = (rows) => `Usage: npm run --silent bench -- [options]

  --only NAME,NAME    measure these rows of the table: ${rows.join(', ')}
  --runs N            run everything N times and show the medians; 5 by default
  --write             put the table into docs/benchmark.md, and two rows into README.md
  --json FILE         also write the figures to FILE, with the date and the machine; web/about/figures.json is what the site shows
  --dist FOLDER       the release for rows with node and with the page, as npm run build makes it; dist by default
  --open-with COMMAND also time COMMAND, which gets the path of an ONNX file as its last argument

PARAMSCOPE_BENCH_PYTHON names the Python that has PyTorch, torchvision and tools to compare with; /usr/bin/python3 by default.`;

/** Reads a list of rows: those of `all` that `list` names. */
function chosenRows(list, all) {
  const names = list.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = names.filter((name) => !all.includes(name));
  if (names.length === 0 || unknown.length > 0) throw new Error(`--only ${list}: no row ${unknown.join(', ')}`);
  return all.filter((name) => names.includes(name));
}

/**
 * Parses arguments; `all` are the names of the rows. Returns { help, rows, runs, write, json, dist, openWith }, where `json` is
 * a path and `openWith` a command as a list of words, or undefined. Throws a StepError with the usage for wrong ones.
 */
export function parseOptions(args, all) {
  try {
    const { values } = parseArgs({ args, options });
    const rows = values.only === undefined ? all : chosenRows(values.only, all);
    if (!/^[1-9]\d{0,2}$/.test(values.runs)) throw new Error(`--runs ${values.runs}: a number from 1 to 999 is needed`);
    if (values.write && rows.length < all.length) throw new Error('--write needs all rows: leave out --only');
    const openWith = values['open-with']?.trim().split(/\s+/);
    return { help: values.help, rows, runs: Number(values.runs), write: values.write, json: values.json, dist: values.dist, openWith };
  } catch (error) {
    throw new StepError(`${error.message}\n${usage(all)}`);
  }
}
