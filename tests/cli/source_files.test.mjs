// Source code in several files: which are read, and that none is read by surprise.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';

import { paramscope } from './support.mjs';

const layers = 'import torch.nn as nn\nclass Block(nn.Module):\n    def __init__(self, d):\n        super().__init__()\n        self.fc = nn.Linear(d, d)\n';
const net = (line) => `import torch.nn as nn\n${line}\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block = Block(8)\n`;

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Writes files into a new folder and returns it. */
function folderOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-files-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The parameters that the command line counts, and what it prints besides. */
function count(...args) {
  const { output, errors } = paramscope(['--format', 'json', ...args]);
  return { parameters: JSON.parse(output).totals.parameters, errors };
}

test('a file is read with those of its folder that it imports, and they are named', () => {
  const folder = folderOf({ 'net.py': net('from layers import Block'), 'layers.py': layers, 'other.py': 'x = 1\n' });
  const { parameters, errors } = count(join(folder, 'net.py'));
  assert.equal(parameters, 72);
  assert.match(errors, /net\.py: note: imports are read from these files: layers\.py\n/);
});

test('a package is read above the folder of a file, other folders are not', () => {
  const inPackage = folderOf({ 'p/__init__.py': '', 'p/q/__init__.py': '', 'p/q/net.py': net('from ..layers import Block'), 'p/layers.py': layers });
  assert.equal(count(join(inPackage, 'p/q/net.py')).parameters, 72);
  const outside = folderOf({ 'q/net.py': net('from ..layers import Block'), 'layers.py': layers });
  const { parameters, errors } = count(join(outside, 'q/net.py'));
  assert.equal(parameters, 0);
  assert.match(errors, /:2:\d+: note: the file \.\.\/layers\.py that this line imports is not here\n/);
});

test('the files of a repository or a project are read wherever they lie in it', () => {
  const files = { 'p/q/net.py': net('from utils.layers import Block'), 'utils/layers.py': layers };
  for (const mark of ['.git/HEAD', 'requirements.txt', 'setup.py'])
    assert.equal(count(join(folderOf({ ...files, [mark]: '' }), 'p/q/net.py')).parameters, 72, mark);
  const above = folderOf({ 'p/q/net.py': net('from ...layers import Block'), 'layers.py': layers, 'pyproject.toml': '' });
  assert.equal(count(join(above, 'p/q/net.py')).parameters, 72);
  const outside = folderOf({ 'p/requirements.txt': '', 'p/net.py': net('from utils.layers import Block'), 'utils/layers.py': layers });
  assert.equal(count(join(outside, 'p/net.py')).parameters, 0);
});

test('the folder of a file has a name that imports may use', () => {
  const folder = folderOf({ 'models/net.py': net('from models.layers import Block'), 'models/layers.py': layers });
  assert.equal(count(join(folder, 'models/net.py')).parameters, 72);
});

test('of a folder the file is read whose module no other uses', () => {
  const folder = folderOf({ 'a/layers.py': layers, 'b/net.py': net('from a.layers import Block'), 'train.py': 'from b.net import Net\nmodel = Net()\n' });
  const { parameters, errors } = count(folder);
  assert.equal(parameters, 72);
  assert.match(errors, /b\/net\.py is read and shown, of 3 files/);
  assert.equal(paramscope(['--list-classes', folder]).output, 'Net()\n');
  assert.equal(count('--build', 'Block(3)', folder).parameters, 12);
});

test('of several files only those are read', () => {
  const folder = folderOf({ 'net.py': net('from .layers import Block'), 'layers.py': layers, 'train.py': 'import net\n' });
  const path = (name) => join(folder, name);
  assert.equal(count(path('layers.py'), path('net.py')).parameters, 72);
  assert.equal(count(path('train.py'), path('net.py')).parameters, 0);
});

test('a folder without source code, and one with too much, is an error', () => {
  const { status, errors } = paramscope([folderOf({ 'readme.txt': '' })]);
  assert.equal(status, 1);
  assert.match(errors, /cannot be read: it is a folder without Python files/);
  const many = folderOf(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`f${i}.py`, ''])));
  assert.match(paramscope([many]).errors, /has more than 500 Python files: name those to read/);
});
