// Hostile inputs of the command line, each with what the answer must say.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {() => Record<string, string | Buffer>} files  makes the files, by name; the first is opened
 * @property {string[]} [args]   beside the first file
 * @property {string} [pipe]     name of a named pipe to make beside the files
 * @property {number} [seconds]    of processor time that it may take, where it is as large as a model may be
 * @property {number} [megabytes]  that it may need then
 * @property {RegExp} says       what is on either stream
 */

const repeated = (times, text) => Array.from({ length: times }, (_, i) => (typeof text === 'function' ? text(i) : text.replaceAll('#', i))).join('');
const net = (children) => `Net(\n${children})\n`;

/** A number of protocol buffers: seven bits a byte, the lowest first. */
const varint = (value) => (value < 128 ? String.fromCharCode(value) : String.fromCharCode((value & 127) | 128) + varint(value >> 7));
const number = (field, value) => varint(field << 3) + varint(value);
const field = (key, content) => varint((key << 3) | 2) + varint(content.length) + content;

/** An ONNX graph whose Reshape nodes multiply the number of dimensions by forty, five times. */
function growingRanks() {
  const node = (operator, inputs, output) => field(1, inputs.map((name) => field(1, name)).join('') + field(2, output) + field(4, operator));
  const size = field(1, number(1, 1));
  const input = field(11, field(1, 'x0') + field(2, field(1, number(1, 1) + field(2, size.repeat(4)))));
  const nodes = repeated(5, (i) => node('Shape', [`x${i}`], `s${i}`) + node('Concat', Array(40).fill(`s${i}`), `c${i}`)
    + node('Reshape', [`x${i}`, `c${i}`], `x${i + 1}`));
  return Buffer.from(number(1, 8) + field(7, nodes + input + field(12, field(1, 'x5'))), 'latin1');
}

const u16 = (value) => String.fromCharCode(value & 255, (value >> 8) & 255);
const u32 = (value) => u16(value) + u16(value >>> 16);
const u64 = (value) => u32(value % 2 ** 32) + u32(Math.floor(value / 2 ** 32));
const text = (words) => `X${u32(words.length)}${words}`;

/** A pickle of dicts that hold the dict before them twice: 2^30 paths to one tensor. */
function sharedDicts() {
  const storage = `(${text('storage')}ctorch\nFloatStorage\n${text('0')}${text('cpu')}K\x0ctQ`;
  const tensor = `ctorch._utils\n_rebuild_tensor_v2\n(${storage}K\x00K\x03K\x04\x86K\x04K\x01\x86\x89ccollections\nOrderedDict\n)RtR`;
  const levels = repeated(30, (i) => `0}(${text('x')}h${String.fromCharCode(i)}${text('y')}h${String.fromCharCode(i)}uq${String.fromCharCode(i + 1)}`);
  return zip({ 'archive/data.pkl': `\x80\x02}(${text('weight')}${tensor}uq\0${levels}.`, 'archive/data/0': '\0'.repeat(48) });
}

/** A zip archive of these files; `deflated` by their size before. */
function zip(files, deflated = {}) {
  let bytes = '';
  let directory = '';
  for (const [name, content] of Object.entries(files)) {
    const common = u16(0) + u16(deflated[name] ? 8 : 0) + u32(0) + u32(0) + u32(content.length) + u32(deflated[name] ?? content.length) + u16(name.length) + u16(0);
    directory += `PK\x01\x02${u16(20)}${u16(20)}${common}${u16(0)}${u16(0)}${u16(0)}${u32(0)}${u32(bytes.length)}${name}`;
    bytes += `PK\x03\x04${u16(20)}${common}${name}${content}`;
  }
  const count = u16(Object.keys(files).length);
  return Buffer.from(`${bytes}${directory}PK\x05\x06${u16(0)}${u16(0)}${count}${count}${u32(directory.length)}${u32(bytes.length)}${u16(0)}`, 'latin1');
}

/** An HDF5 file of these bytes behind its first block; its root lies at `root`. */
const hdf5 = (bytes, root) => Buffer.from(`\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0${u16(4)}${u16(16)}${u32(0)}${u64(0)}${'\xff'.repeat(8)}${u64(96 + bytes.length)}${
  '\xff'.repeat(8)}${u64(0)}${u64(root)}`.padEnd(96, '\0') + bytes, 'latin1');

/** The header of an HDF5 object of `size` bytes. */
const object = (size) => u16(1) + u16(0) + u32(1) + u32(size) + u32(0);

/** An HDF5 object that names the rest of the file as a part of its header a thousand times. */
function repeatedHeaders() {
  const rest = '\0'.repeat(4 << 20);
  const header = 1000 * 24;
  return hdf5(object(header) + repeated(1000, u16(16) + u16(16) + u32(0) + u64(112 + header) + u64(rest.length)) + rest, 96);
}

/** HDF5 groups that overlap, with 500,000 symbols that share one name of 4,000 bytes. */
function longNames() {
  const name = 96 + 32;
  const heap = `HEAP${u32(0)}${u64(0)}${u64(0)}${u64(0)}${'n'.repeat(4000)}${'\0'.repeat(8)}`;
  const groups = 8;
  const tree = 96 + heap.length;
  const symbols = tree + 24 + groups * 16;
  const nodes = `TREE\0\0${u16(groups)}${u64(0)}${u64(0)}${repeated(groups, (i) => u64(0) + u64(symbols + 8 * i))}`;
  const root = symbols + 8 * groups + 65535 * 40 + 64;
  const marks = `SNOD\x01\0${u16(65535)}`.repeat(groups);
  return hdf5(`${heap}${nodes}${marks}${u64(name).repeat((root - symbols - marks.length) / 8)}${object(24)}${u16(17)}${u16(16)}${u32(0)}${u64(tree)}${u64(96)}`, root);
}

/** @type {Case[]} */
export const cases = [
  { name: 'ONNX: the rank grows forty-fold, five times', files: () => ({ 'model.onnx': growingRanks() }), says: /unknown/ },
  { name: 'pickle: dicts that hold one dict twice, 30 levels', files: () => ({ 'model.pt': sharedDicts() }), says: /used more than 1000 times/ },
  {
    name: '189 names of 990 characters around 8,000 modules',
    files: () => ({ 'model.txt': net(`${`(${'n'.repeat(990)}): Box(\n`.repeat(189)}${repeated(8000, '(m#): Linear(2, 2)\n')}${')\n'.repeat(189)}`) }),
    says: /paths of all modules have more than 96 MiB/,
  },
  {
    name: 'm(m(x)) + m(x), nested 20 times',
    files: () => ({ 'model.txt': `input = (1, 8)\n${net(`${'(m): M(\nforward(x) = m(m(x)) + m(x)\n'.repeat(20)}(m): Linear(8, 8)\n${')\n'.repeat(20)}forward(x) = m(x)\n`)}` }),
    says: /calls modules more than 1500000 times/,
  },
  {
    name: '20,000 lines tie:',
    files: () => ({ 'model.txt': `${repeated(20_000, (i) => `tie: l${i + 1}.weight = l0.weight\n`)}${net(repeated(20_001, '(l#): Linear(8, 8)\n'))}` }),
    says: /160,072/,
  },
  {
    name: '20,000 lines freeze:',
    files: () => ({ 'model.txt': `${repeated(20_000, 'freeze: l#\n')}${net(repeated(20_001, '(l#): Linear(8, 8)\n'))}` }),
    says: /1,440,072/,
  },
  {
    name: '60,000 lines freeze: for tensors of one module',
    files: () => ({ 'model.txt': `${repeated(60_000, 'freeze: t#\n')}${net(repeated(60_000, '(t#): Parameter(2)\n'))}` }),
    says: /frozen +120,000/,
  },
  {
    name: 'a line tie: with 500,000 names in a path',
    files: () => ({ 'model.txt': `tie: ${'a.'.repeat(500_000)}a = b.c\n${net('(a): Linear(2, 2)\n')}` }),
    says: /there is no tensor/,
  },
  {
    name: 'ResNet config, 2,000 stages of depth 1,000,000',
    files: () => ({ 'config.json': JSON.stringify({ model_type: 'resnet', embedding_size: 64, hidden_sizes: Array(2000).fill(64), depths: Array(2000).fill(1_000_000), layer_type: 'basic' }) }),
    says: /no more than 512 layers/,
  },
  { name: '--set with a line of its own', files: () => ({ 'model.txt': 'Linear(2, 2)\n' }), args: ['--format', 'model', '--set', 'x\nfreeze: fc\nq=3'], says: /`x freeze: fc q` cannot be the name of a hyper-parameter/ },
  { name: 'children (=cmd|calc), (+1), (@SUM) as CSV', files: () => ({ 'model.txt': net('(=cmd|calc): Linear(2, 2)\n(+1): Linear(2, 2)\n(@SUM): Linear(2, 2)\n') }), args: ['--format', 'csv'], says: /'=cmd\|calc/ },
  {
    name: 'a pipe and standard input named as shards',
    files: () => ({ 'model.safetensors.index.json': JSON.stringify({ metadata: {}, weight_map: { a: 'pipe', b: '-' } }) }),
    pipe: 'pipe',
    says: /not beside it/,
  },
  { name: 'duplicate names, compared with itself', files: () => ({ 'model.txt': net('(a): Linear(2, 2)\n(a): Linear(3, 3)\n(a): Linear(2, 2)\n') }), args: ['--compare', 'model.txt'], says: /all 6 tensors are the same/ },
  { name: 'a name of 2,000 characters', files: () => ({ 'model.txt': net(`(${'n'.repeat(2000)}): Linear(2, 2)\n(b): Linear(2, 2)\n`) }), says: /only the first 1000 bytes of this name are kept/ },
  { name: '1,200,000 modules', files: () => ({ 'model.txt': net(repeated(1_200_000, '(#): A()\n')) }), says: /more than 1000000 modules/, seconds: 4, megabytes: 1200 },
  {
    name: '9,000 hyper-parameters',
    files: () => ({ 'model.txt': `${repeated(9000, 'v# = 2\n')}${net(repeated(9000, '(#): Linear(v#, 8)\n'))}` }),
    args: Array.from({ length: 9000 }, (_, i) => ['--set', `v${i}=3`]).flat(),
    says: /v8999 += 3 +set from outside/,
  },
  { name: '16 MB of open parentheses', files: () => ({ 'model.txt': '('.repeat(16e6) }), says: /no module is found/ },
  { name: '10 MB of nested modules', files: () => ({ 'model.txt': 'A(\n'.repeat(3.3e6) }), says: /never closed/ },
  {
    name: 'npz: 400 MB of zeros in 400 kB',
    files: () => {
      const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (25000, 4000), }".padEnd(117);
      const array = Buffer.concat([Buffer.from(`\x93NUMPY\x01\0${u16(118)}${header}\n`, 'latin1'), Buffer.alloc(4e8)]);
      return { 'arrays.npz': zip({ 'a.npy': deflateRawSync(array, { level: 1 }).toString('latin1') }, { 'a.npy': array.length }) };
    },
    says: /100,000,000/,
  },
  { name: 'HDF5: one header read a thousand times (4 MB)', files: () => ({ 'weights.h5': repeatedHeaders() }), says: /more groups, names or headers/ },
  { name: 'HDF5: 500,000 links with one name of 4,000 bytes', files: () => ({ 'weights.h5': longNames() }), says: /more groups, names or headers/ },
];

/** Writes the files of a case into a new folder: { path, first }, the folder and the name of the file to open. */
export function writeFiles({ files, pipe }, path) {
  mkdirSync(path);
  const contents = Object.entries(files());
  for (const [name, content] of contents) writeFileSync(join(path, name), content);
  if (pipe) spawnSync('mkfifo', [join(path, pipe)]);
  return { path, first: contents[0][0] };
}
