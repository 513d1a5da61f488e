// The comparison with PyTorch finds what agrees, what is wrong and what is refused: in a file and a notebook of ours, of which a program
// of ours tells known numbers.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const python = process.env.PARAMSCOPE_PYTHON ?? '/usr/bin/python3';
const harness = fileURLToPath(new URL('../../scripts/compare_with_pytorch.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'paramscope-pytorch-'));
after(() => rmSync(folder, { recursive: true }));

const hasTorch = () => spawnSync(python, ['-c', 'import torch']).status === 0;

const models = `
import torch, missing_library
from torch import nn
class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 3)
    def forward(self, x): return self.head(x)
class Wide(Small):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 30)
class Refused(Small): pass
class Borrowed(nn.Module):
    def __init__(self):
        super().__init__()
        self.part = missing_library.Part(3)
`;

const notebook = { cells: [
  { cell_type: 'code', source: ['%matplotlib inline\n', '!pip install torch\n', 'import torch'] },
  { cell_type: 'code', source: 'class Cells(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.table = torch.nn.Embedding(5, 2)\n' },
] };

/** What the program tells: parameters, and the work at an input of 2 × 4. */
const told = { 'Small()': [15, 24], 'Wide()': [155, 240], 'Borrowed()': [9, null], 'Cells()': [10, null] };

const program = `#!${process.execPath}
const args = process.argv.slice(2), name = args[args.indexOf('--build') + 1], told = ${JSON.stringify(told)}[name];
const report = ([parameters, macs]) => ({ totals: { parameters, parameters_basis: 'exact', macs, flops_basis: macs ? 'exact' : 'partial' },
  inputs: macs ? [[2, 4]] : [], diagnostics: [], nodes: [{ type: 'Small' }] });
if (args[0] === '--list-classes') console.log(args[1].endsWith('.py') ? 'Small()\\nWide()\\nRefused()\\nBorrowed()\\nNeeds(width)' : 'Cells()');
else if (!args.includes('--build')) console.log(JSON.stringify(report([15, 24])));
else if (told) console.log(JSON.stringify(report(told)));
else { console.error('models.py:1: error: it is refused'); process.exitCode = 1; }
`;

test('parameters and work are set beside those of PyTorch', { skip: !hasTorch() && `${python} has no torch` }, () => {
  const repository = join(folder, 'repository'), stub = join(folder, 'program'), out = join(folder, 'cases.jsonl');
  mkdirSync(repository);
  writeFileSync(join(repository, 'models.py'), models);
  writeFileSync(join(repository, 'cells.ipynb'), JSON.stringify(notebook));
  writeFileSync(stub, program);
  chmodSync(stub, 0o755);
  const done = spawnSync(python, [harness, '--out', out, stub, repository], { encoding: 'utf8' });
  assert.equal(done.status, 1, done.stderr);
  assert.match(done.stdout, /WRONG .*models\.py Wide\(\) parameters 155 \(PyTorch 150\), macs 240 \(PyTorch 240\)/);
  const cases = readFileSync(out, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).filter((found) => found.name);
  assert.deepEqual(Object.fromEntries(cases.map(({ name, kind }) => [name, kind])), {
    'Small()': { parameters: 'exact and equal', work: 'equal' },
    'Wide()': { parameters: 'exact and WRONG', work: 'equal' },
    'Refused()': { parameters: 'refused though PyTorch builds' },
    'Borrowed()': { parameters: 'no truth', work: 'no truth' },
    'Cells()': { parameters: 'exact and equal', work: 'no truth' },
  });
});
