// Hostile inputs end with a sentence, and within a limit of processor time; scripts/measure_hostile.mjs measures them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { cases, writeFiles } from '../../scripts/hostile/cases.mjs';
import { program, repeatsNative } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paramscope-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const isScript = program.endsWith('js');
const command = isScript ? [process.execPath, program] : [program];

/** Seconds of processor time: several times what docs/limits.md says, for slow builds and busy machines. */
const limit = isScript ? 40 : 20;

/** A case that takes seconds natively takes half a minute in WebAssembly, where its limit is the same. */
const isForNative = ({ seconds }) => isScript && seconds >= 4;

for (const [index, each] of cases.entries()) {
  test(`ends with a sentence: ${each.name}`, { skip: isForNative(each) && 'a limit of the engine, tested natively' }, () => {
    const { path, first } = writeFiles(each, join(folder, String(index)));
    const { stdout, stderr, signal } = spawnSync('sh', ['-c', `ulimit -t ${limit}; exec "$@"`, 'sh', ...command, first, ...each.args ?? []],
      { cwd: path, maxBuffer: 1 << 28, encoding: 'utf8', input: '' });
    assert.equal(signal, null);
    assert.match(stderr + stdout, each.says);
  });
}

const small = fileURLToPath(new URL('../golden/hostile_inputs/', import.meta.url));
const unknownWork = /warning: .* of these values is not evaluated/;

/** The answer to each small file that once crashed, hung, exhausted memory or gave a wrong number. */
const answers = {
  'basis_repeat_expanded.txt': /parameters +40 to 80/,
  'basis_repeat_folded.txt': /parameters +40 to 80/,
  'cat_of_parameter_list.py': /parameters +32,788/,
  'char_vocab_100kB.py': /warning: Embedding may hold more, or something else, than is shown: this statement takes more than 200000 steps/,
  'dict_copy_memory.py': /parameters +\d/,
  'forward_list_doubling_memory.py': /warning: the forward pass of M is not evaluated: the code makes too many or too large values/,
  'fractional_input_size.txt': /error: 1\/2 in the input shape \(1\/2, 3\) is no size/,
  'gru_cell_loop.py': /parameters +432/,
  'hypernetwork_65536_hang.py': /warning: the forward pass of PrimaryNetwork is not evaluated/,
  'int128_overflow_work_tally.py': /error: weight has more than 2\^127 elements/,
  'negative_input_size.txt': /error: -2 in the input shape \(-2, 3\) is no size/,
  'negative_tensor_size.txt': /error: -5 is no size/,
  're_steps_not_charged.py': /parameters +16/,
  'reshape_not_divisible.txt': /error: reshape cannot turn \(10, 4\) into \(-1, 3\)/,
  'sequential_extend_self.py': /warning: this statement takes more than 200000 steps/,
  'set_union_memory.py': /parameters +\d/,
  'str_equal_loop.py': /error: the code takes more than 12000000 steps/,
  'str_find_quadratic.py': /parameters +16/,
  'str_index_linear.py': /parameters +\d/,
  'torch_cat_of_tensor_type_confusion.py': unknownWork,
  'torch_maximum_number_heap_overflow.py': unknownWork,
  'unflatten_two_minus_ones.txt': /error: unflattened_size may have one -1/,
  'unknown_F_function_ends_forward.py': /\b192 +384\b/,
  'unknown_F_function_in_loop_segfault.py': /not evaluated: RuntimeError: grid_sampler\(\)/,
  'unknown_F_function_then_loop_segfault.py': /\b192 +384\b/,
};

for (const name of readdirSync(small)) {
  test(`ends with a sentence, within a gigabyte: ${name}`, { skip: repeatsNative }, () => {
    const { stdout, stderr, signal } = spawnSync('sh', ['-c', `ulimit -t ${limit} -v 1000000; exec "$@"`, 'sh', ...command, '--depth', '0', small + name],
      { encoding: 'utf8', input: '' });
    assert.equal(signal, null);
    assert.match(stderr + stdout, answers[name]);
  });
}
