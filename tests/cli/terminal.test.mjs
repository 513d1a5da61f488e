// Colours and width by the terminal, and what people type wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';

import { command, file, paramscope } from './support.mjs';

const wide = (text) => Math.max(...text.split('\n').map((line) => [...line].length));
const withVariables = (variables, ...args) => paramscope(args, '', variables);
const hasColours = (text) => text.includes('\x1b[');
const withoutColours = (text) => text.replace(/\x1b\[[\d;]*m/g, '');

/** Runs the program in a terminal of so many columns; `script` (Debian: bsdutils) makes one. */
function inTerminal(columns, args, variables = {}) {
  const quoted = [...command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const { status, stdout, error } = spawnSync('script', ['-qec', `stty cols ${columns}; ${quoted}`, '/dev/null'], {
    encoding: 'utf8', env: { PATH: process.env.PATH, TERM: 'xterm', ...variables }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw error;
  return { status, output: stdout.replaceAll('\r\n', '\n') };
}
const noTerminal = spawnSync('script', ['--version']).error ? 'the program "script" is not installed' : false;

test('a terminal gets colours and its width, a file neither', { skip: noTerminal }, () => {
  const { output } = inTerminal(80, ['preset:gpt2']);
  assert.ok(hasColours(output));
  assert.ok(wide(withoutColours(output)) <= 80);
  assert.match(output, /columns left out to fit the terminal: .*MACs/);
  assert.ok(wide(withoutColours(inTerminal(200, ['preset:gpt2']).output)) > 100);
  const piped = paramscope(['preset:gpt2']).output;
  assert.ok(!hasColours(piped) && wide(piped) > 100);
});

test('a terminal without colours, or whose user wants none, has none', { skip: noTerminal }, () => {
  for (const variables of [{ TERM: 'dumb' }, { NO_COLOR: '1' }, { FORCE_COLOR: '0' }]) {
    assert.ok(!hasColours(inTerminal(80, ['preset:gpt2'], variables).output), JSON.stringify(variables));
  }
  assert.ok(!hasColours(inTerminal(80, ['preset:gpt2', '--color', 'never']).output));
  assert.ok(hasColours(inTerminal(80, ['preset:gpt2', '--color=always'], { NO_COLOR: '1' }).output));
});

test('a pipe has colours if they are forced', () => {
  assert.ok(hasColours(withVariables({ FORCE_COLOR: '1' }, 'preset:gpt2').output));
  assert.ok(hasColours(withVariables({ NO_COLOR: '1' }, 'preset:gpt2', '--color', 'always').output));
  assert.ok(!hasColours(withVariables({ NO_COLOR: '1' }, 'preset:gpt2').output));
  const wrong = ['preset:no-such', '--color', 'always'];
  assert.match(paramscope(wrong).errors, /^\x1b\[1mpreset:no-such: \x1b\[0m\x1b\[1;31merror:\x1b\[0m /);
});

test('colours change nothing but colours', () => {
  for (const args of [['preset:gpt2', '--memory', '--conventions', '--device', 'H100'], ['diff', 'preset:gpt2', 'preset:resnet-50']]) {
    assert.equal(withoutColours(paramscope([...args, '--color', 'always']).output), paramscope(args).output);
  }
  for (const format of ['json', 'csv', 'markdown', 'latex', 'model', 'html', 'strip']) {
    assert.ok(!hasColours(paramscope(['preset:gpt2', '--format', format, '--color', 'always']).output), format);
  }
});

const commands = [
  ['preset:gpt2', '--memory', '--conventions', '--device', 'A100 80GB'],
  ['preset:llama-2-7b', '--causal'],
  ['preset:resnet-50', '--train', 'adam'],
  ['diff', 'preset:llama-2-7b', 'preset:llama-3-8b'],
  ['--list-devices'], ['--list-presets'], ['--help'],
];
for (const args of commands) {
  test(`${args.join(' ')} fits 80 columns, and no number is cut`, () => {
    const narrow = withVariables({ COLUMNS: '80' }, ...args).output, whole = paramscope(args).output;
    assert.ok(wide(narrow) <= 80, narrow.split('\n').find((line) => [...line].length > 80));
    const numbers = (text) => new Set(text.match(/\d[\d,]{3,}/g));
    for (const number of numbers(narrow)) assert.ok(numbers(whole).has(number), number);
  });
}

test('a long name loses its middle, and numbers stay', () => {
  const text = `${'input = (1, 3)\nNet(\n  (a_very_long_name_of_a_module_'}${'x'.repeat(60)}_in): Linear(3, 123456789)\n)`;
  const { output } = paramscope(['-'], text, { COLUMNS: '60' });
  assert.match(output, /^ {2}a_v\S*…\S*x_in +Linear +493,827,156/m);
  assert.ok(wide(output) <= 80);
});

test('control characters of a model never reach the terminal, in no width and section', () => {
  const hostile = 'Net(\n  (a\x1b[31mb): Lin\x1b]0;title\x07ear(3, 4)  # \x1b[2J\n)\n# note \x9b31m\x00\n';
  for (const columns of ['20', '80', '']) {
    for (const args of [['-'], ['-', '--memory', '--conventions', '--device', 'H100'], ['diff', '-', 'preset:s0-linear']]) {
      const { output, errors } = paramscope([...args, '--color', 'always'], hostile, { COLUMNS: columns });
      assert.doesNotMatch(withoutColours(output + errors), /[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      assert.doesNotMatch(output + errors, /\x1b\[31mb|\x1b\[2J|\x1b\]/);
    }
  }
});

test('a width that is none is ignored', () => {
  const usual = paramscope(['preset:gpt2']).output;
  for (const COLUMNS of ['', '0', '-5', 'wide', '99999999999999999999999999']) assert.equal(withVariables({ COLUMNS }, 'preset:gpt2').output, usual);
  assert.ok(withVariables({ COLUMNS: '1' }, 'preset:gpt2').output.length > 0);
});

for (const [typed, meant] of [['--fromat', '--format'], ['--inputs', '--input'], ['--colour', '--color'], ['--max-parameters', '--max-params'], ['--tensor', '--tensor-parallel'], ['--xyzzy', undefined]]) {
  test(`${typed} is refused${meant ? `, and ${meant} suggested` : ''}`, () => {
    const { status, errors } = paramscope(['preset:gpt2', typed]);
    assert.equal(status, 2);
    assert.match(errors, meant ? new RegExp(`did you mean ${meant}\\?`) : new RegExp(`there is no option '${typed}'\n`));
  });
}

test('a wrong value is refused with the one that was meant', () => {
  assert.match(paramscope(['preset:gpt2', '--format', 'jsn']).errors, /did you mean 'json'/);
  assert.match(paramscope(['preset:gpt2', '--mode', 'train']).errors, /did you mean 'training'/);
  assert.match(paramscope(['preset:gpt2', '--causal=yes']).errors, /--causal takes no value/);
});

test('diff compares two models, and a file of that name comes after --', () => {
  const a = file('Linear(3, 4)\n', 'a.txt'), b = file('Linear(3, 5)\n', 'b.txt');
  assert.equal(paramscope(['diff', a, b]).output, paramscope([a, '--compare', b]).output);
  assert.equal(paramscope(['--causal', 'diff', a, b]).status, 3);
  for (const args of [['diff'], ['diff', a], ['diff', a, b, a], ['diff', a, b, '--memory'], ['diff', a, b, '--depth', '1'], ['diff', a, b, '--train', 'adam']]) {
    assert.equal(paramscope(args).status, 2, args.join(' '));
  }
  assert.match(paramscope(['--', 'diff']).errors, /^diff: error: cannot be opened/);
});

test('diff of source code compares two files, with what to build', () => {
  const code = (width) => `import torch.nn as nn\nclass A(nn.Module):\n    def __init__(self, n=2):\n        super().__init__()\n        self.fc = nn.Linear(n, ${width})\n`;
  const a = file(code(3), 'old.py'), b = file(code(4), 'new.py');
  const { right } = JSON.parse(paramscope(['diff', a, b, '--build', 'A(n=10)', '--format', 'json']).output);
  assert.equal(right.parameters, 44);
});

test('Markdown has the totals of both, and says when nothing differs', () => {
  const a = file('input = (1, 3)\nLinear(3, 4)\n', 'a.txt'), b = file('input = (1, 3)\nLinear(3, 8)\n', 'b.txt');
  const { output } = paramscope(['diff', a, b, '--format', 'markdown']);
  assert.match(output, /^\| parameters \| 16 \| 32 \| \+16 \(\+100%\) \|$/m);
  assert.match(output, /^\| FLOPs \| 24 \| 48 \| \+24 \(\+100%\) \|$/m);
  const c = file('input = (1, 3)\nLinear(3, 9)\n', 'c.txt');
  assert.match(paramscope(['diff', a, c, '--format', 'markdown']).output, /^\| parameters \| 16 \| 36 \| \+20 \(\+125%\) \|$/m);
  const same = paramscope(['diff', a, a, '--format', 'markdown']).output;
  assert.match(same, /^\| parameters \| 16 \| 16 \| 0 \|$/m);
  assert.match(same, /^all 2 tensors are the same\.$/m);
  const own = file('Net(\n  (a): Mystery()\n  (b): Linear(3, 4)\n)\n', 'own.txt');
  assert.match(paramscope(['diff', a, own, '--format', 'markdown']).output, /^\| parameters \| 16 \| ≥ 16 \| \? \|$/m);
});
