// Small sources that were once read wrongly: none gives a total that is called exact, or a bound, and is not so; none ends the program.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { basisOf } from '../../scripts/trust/cases.mjs';
import { paramscope, repeatsNative } from './support.mjs';

const folder = fileURLToPath(new URL('../golden/source_traps/', import.meta.url));
const truth = JSON.parse(readFileSync(`${folder}truth.json`, 'utf8'));

/** Whether a total claims something that PyTorch's number of parameters contradicts. */
function contradicts({ totals, possible_ties: ties = [] }, parameters) {
  const { parameters: found, parameters_min: least, parameters_max: most } = totals;
  switch (basisOf(totals, 'parameters')) {
    case 'range': return parameters < least || parameters > most;
    case 'partial': return parameters < found;
    case 'approximate': return Math.abs(found - parameters) > parameters / 10;
    default: return ties.length === 0 && found !== parameters;
  }
}

for (const name of readdirSync(folder).filter((each) => /^\d.*\.py$/.test(each))) {
  test(`never silently wrong: ${name}`, { skip: repeatsNative }, () => {
    const { status, output, errors } = paramscope(['--format', 'json', '--depth', '0', folder + name]);
    assert.ok(status === 0 || status === 1, `${status}: ${errors}`);
    if (status === 1) return assert.match(output + errors, /error/);
    const report = JSON.parse(output);
    const known = truth[name.replace(/\.py$/, '')];
    if (known === null || report.totals.parameters === null) return;
    assert.ok(!contradicts(report, known), `${basisOf(report.totals, 'parameters')} ${report.totals.parameters}, PyTorch has ${known}`);
  });
}
