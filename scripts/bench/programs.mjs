// Runs the programs that are measured. A sample is { seconds, peak }: processor time of all threads, bytes of memory.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../steps.mjs';

const built = (path) => join(root, 'build/benchmarks', path);
export const paramscope = built('src/paramscope');
const bench = built('tests/bench/paramscope_bench');
const processCost = built('tests/bench/paramscope_process_cost');

/** A sample of a quick program has as many runs as take this long, so that its mean is exact. */
const leastSeconds = 0.1;
const mostOutput = 1 << 28;

/** Node reads the certificates that a variable names at each start, which takes longer than the start itself. */
const environment = { ...process.env };
delete environment.NODE_EXTRA_CA_CERTS;

/** The line of a program's complaint that tells most. */
export function complaintIn(text = '') {
  const lines = text.trim().split('\n');
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
}

/** Runs a program once: { seconds, peak, output }. Throws an Error with its complaint if it fails. */
function runOnce(command, outputIs = 'ignore') {
  const { status, stdout, stderr, output } = spawnSync(processCost, command, {
    cwd: root, env: environment, encoding: 'utf8', maxBuffer: mostOutput, stdio: ['ignore', outputIs, 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(complaintIn(stderr) || `status ${status}`);
  return { ...JSON.parse(output[3]), output: stdout };
}

/** A sample of a whole program, from its start to its end. What it prints is dropped. */
export function costOf(command) {
  let seconds = 0;
  let runs = 0;
  let peak = 0;
  while (seconds < leastSeconds) {
    const once = runOnce(command);
    seconds += once.seconds;
    peak = once.peak;
    ++runs;
  }
  return { seconds: seconds / runs, peak };
}

/** Runs a program: what it prints. */
export const outputOf = (command) => runOnce(command, 'pipe').output;

/** Runs a program that prints JSON: its answer. */
export const answerOf = (command) => JSON.parse(outputOf(command));

const units = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 };

/** The sample of one benchmark in the JSON of Google Benchmark: { seconds, rate (bytes a second), label, tensors }, the last three if it has them. */
export function sampleIn(json, name) {
  const found = json.benchmarks.find((benchmark) => benchmark.name === name);
  if (!found) throw new Error('not here');
  if (found.error_occurred) throw new Error(found.error_message);
  const { cpu_time: time, time_unit: unit, bytes_per_second: rate, label, tensors } = found;
  return { seconds: time * units[unit], ...(rate && { rate }), ...(label && { label }), ...(tensors && { tensors }) };
}

/** Samples one benchmark of tests/bench, in a process of its own; `files` are texts that it may be about. */
export function benchmark(name, ...files) {
  const filter = `^${name.replaceAll(/[^\w/]/g, '.')}$`;
  const { output, peak } = runOnce([bench, `--benchmark_filter=${filter}`, '--benchmark_format=json',
    `--benchmark_min_time=${leastSeconds}`, ...files], 'pipe');
  return { ...sampleIn(JSON.parse(output || '{"benchmarks": []}'), name), peak };
}
