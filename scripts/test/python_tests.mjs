// Runs the tests of the Python package, by Python's own unittest.
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { attempt, root, run, StepError } from '../steps.mjs';
import { python, wheel } from '../wheel.mjs';

/** Builds the wheel of the site in `dist`, unpacks it as an installer would, and runs tests/python with it. */
export async function pythonTests(dist) {
  const installed = join(root, 'build/python/installed');
  const built = await wheel(dist);
  rmSync(installed, { recursive: true, force: true });
  await run(python, '-m', 'zipfile', '-e', built, installed);
  process.env.PYTHONPATH = [installed, process.env.PYTHONPATH].filter(Boolean).join(delimiter);
  const { output } = await attempt(python, '-B', '-m', 'unittest', 'discover', '-v', '-s', 'tests/python');
  const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const all = count(/^Ran (\d+) tests?/m);
  if (all === 0) throw new StepError('unittest ran nothing');
  const failed = count(/failures=(\d+)/) + count(/errors=(\d+)/) + count(/unexpected successes=(\d+)/);
  const skipped = count(/skipped=(\d+)/);
  const reason = 'it needs PyTorch or Jupyter: npm run setup -- --python-models';
  return { passed: all - failed - skipped, failed, skipped: Array(skipped).fill(reason) };
}
