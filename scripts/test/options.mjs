// The command line of `npm test`.
import { parseArgs } from 'node:util';

import { StepError } from '../steps.mjs';

const options = {
  quick: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  changed: { type: 'string' },
  shuffle: { type: 'string' },
};

/** Options whose value may be left out: it is '' then. */
const withoutValue = ['--changed', '--shuffle'];

/** Reads the options, and the names of suites: { quick, strict, all, changed, shuffle, names }. */
export function parseOptions(args, suiteNames) {
  try {
    const { values, positionals } = parseArgs({ args: args.map((arg) => (withoutValue.includes(arg) ? `${arg}=` : arg)), options, allowPositionals: true });
    const unknown = positionals.filter((name) => !suiteNames.includes(name));
    if (unknown.length > 0) throw new Error(`There is no suite ${unknown.join(', ')}`);
    return { ...values, names: suiteNames.filter((name) => positionals.includes(name)) };
  } catch (error) {
    throw new StepError(`${error.message}\nUsage: npm test [-- [--quick] [--changed[=REF]] [--strict] [--all] [--shuffle[=SEED]] [SUITE ...]]; suites: ${suiteNames.join(', ')}`);
  }
}
