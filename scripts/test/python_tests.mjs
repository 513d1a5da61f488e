// Runs the tests of the Python package, by Python's own unittest.
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { ask, attempt, root, run, StepError } from '../steps.mjs';
import { python, wheels } from '../wheel.mjs';

const platform = `${process.platform === 'darwin' ? 'macos' : 'linux'}-${ask('uname', '-m').trim()}`;

/** Packs a program as releases do; without what debuggers need. Returns the path of the archive. */
async function archive(program) {
  const folder = join(root, 'build/python-program');
  mkdirSync(folder, { recursive: true });
  await run('strip', '-o', join(folder, 'paramscope'), program);
  chmodSync(join(folder, 'paramscope'), 0o755);
  await run('tar', '-C', folder, '-czf', join(folder, 'program.tar.gz'), 'paramscope');
  return join(folder, 'program.tar.gz');
}

/** Builds the wheels of the site in `dist` with a native program, installs one, and runs tests/python with it. */
export async function pythonTests(dist, program) {
  const installed = join(root, 'build/python/installed');
  const [portable, native] = await wheels(dist, { [platform]: await archive(program) });
  rmSync(installed, { recursive: true, force: true });
  await run(python, '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--target', installed, native);
  process.env.PYTHONPATH = [installed, process.env.PYTHONPATH].filter(Boolean).join(delimiter);
  Object.assign(process.env, { PARAMSCOPE_WHEEL: native, PARAMSCOPE_PORTABLE_WHEEL: portable });
  const { output } = await attempt(python, '-B', '-m', 'unittest', 'discover', '-v', '-s', 'tests/python');
  const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const all = count(/^Ran (\d+) tests?/m);
  if (all === 0) throw new StepError('unittest ran nothing');
  const failed = count(/failures=(\d+)/) + count(/errors=(\d+)/) + count(/unexpected successes=(\d+)/);
  const skipped = count(/skipped=(\d+)/);
  const reason = 'it needs PyTorch or Jupyter: npm run setup -- --python-models';
  return { passed: all - failed - skipped, failed, skipped: Array(skipped).fill(reason) };
}
