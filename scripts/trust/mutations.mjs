// Alters texts as copying, chats, terminals and logs do: every mutation leaves either the same model or a trace of what is lost.

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses one item of a list. */
export const choose = (random, items) => items[Math.floor(random() * items.length)];

/** A place in a text of `length` characters, neither its beginning nor its end. */
const place = (random, length) => 1 + Math.floor(random() * Math.max(length - 1, 0));

const eachLine = (text, alter) => text.split('\n').map(alter).join('\n');

/** How many brackets a text opens more than it closes, and the fewest on the way: (0, 0) for a balanced text. Those of colours do not count. */
function balance(text) {
  let depth = 0, least = 0;
  for (const [character] of text.replaceAll('\x1b[', '').matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(character) ? 1 : -1;
    least = Math.min(least, depth);
  }
  return { depth, least };
}

/** True for a text whose brackets show that a part is missing. */
function isVisiblyCut(text) {
  const { depth, least } = balance(text);
  return depth !== 0 || least !== 0;
}

const logLines = [
  '2024-05-01 12:00:00,123 - INFO - epoch 3 step 500 loss=0.1234', 'Epoch 1/10', 'INFO:root:loading weights', '[INFO] step 5/100 loss 0.25 lr 1e-4',
  ' 45%|####5     | 45/100 [00:12<00:15, 3.61it/s]', 'WARNING:tensorflow:AutoGraph could not transform <function f at 0x7f>',
  '/usr/lib/python3/site-packages/torch/nn/modules/conv.py:456: UserWarning: deprecated', 'x.shape: torch.Size([8, 3, 224, 224])',
  'loss: tensor(0.6931, grad_fn=<NllLossBackward0>)', 'Epoch 1 [100/938] acc: (12, 100)', 'lr = 0.001', '>>> ', 'cuda:0', 'step 100: train 3.1, val 3.2',
  '100%|██████████| 938/938 [00:12<00:00, 75.03it/s]', 'Epoch 3:  12%|█▏        | 12/100 [00:03<00:22,  3.9it/s, loss=0.31]',
  'UserWarning: The parameter \'pretrained\' is deprecated since 0.13', '12:00:01.123 [main] WARN  Trainer - gradient overflow',
  'Traceback (most recent call last):', 'Some weights were newly initialized: [\'classifier.weight\', \'classifier.bias\']', 'torch.Size([32, 10])',
];

function insertLines(text, random, added, count) {
  const lines = text.split('\n');
  for (let i = 0; i < count; ++i) lines.splice(Math.floor(random() * (lines.length + 1)), 0, choose(random, added));
  return lines.join('\n');
}

/** Removes one character of a kind; undefined when there is none. */
function dropCharacter(text, random, kind) {
  const places = Array.from(text.matchAll(kind), ({ index }) => index);
  if (places.length === 0) return undefined;
  const at = choose(random, places);
  return text.slice(0, at) + text.slice(at + 1);
}

const wrapHard = (text, columns) => eachLine(text, (line) => line.replace(new RegExp(`(.{${columns}})(?=.)`, 'gu'), '$1\n'));
const wrapWords = (text, columns) => eachLine(text, (line) => line.replace(new RegExp(`(\\S.{0,${columns - 2}}) (?=\\S)`, 'gu'), '$1\n'));
const sentences = [
  ['Here is my model (the small one):', 'How many parameters does it have? Thanks!'], ['I printed it:', '\nAm I right that it is too large :)'],
  ['```', '```\nThis is what I get.'], ['>>> print(model)', '>>> '], ['In [3]: model', 'In [4]: '], ['$ python train.py', 'Process finished with exit code 0'],
];

/** Swaps two columns of the rows of a table between pipes, in its header too. */
function swapColumns(text, random) {
  const cells = (line) => line.split('|');
  const widths = text.split('\n').map((line) => cells(line).length).filter((count) => count > 3);
  if (widths.length < 2 || widths.some((count) => count !== widths[0])) return undefined;
  const from = 1 + Math.floor(random() * (widths[0] - 3));
  return eachLine(text, (line) => {
    const row = cells(line);
    if (row.length > 3) [row[from], row[from + 1]] = [row[from + 1], row[from]];
    return row.join('|');
  });
}

/** Cuts lines at the beginning, at the end or at both; 0 for none. */
function cutLines(text, first, last) {
  const lines = text.split('\n');
  return lines.slice(first, lines.length - last).join('\n');
}

const escapeHtml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');

/** Kinds of texts whose brackets close around all of a model: what is left of a cut shows it. */
const isBracketed = (kind) => kind === 'pytorch-repr' || kind === 'huggingface-config';

/**
 * False for two mutations, by name, of which the second removes what shows the first: brackets that do not match, or the line
 * break in place of a comma between two numbers. `mutant` is the result of both, `kind` that of the original.
 */
export function isFair(names, mutant, kind) {
  if (names[0] === 'drop a comma' && names[1] === 'drop line breaks and indentation') return false;
  const loses = /^cut|^drop a line/.test(names[0]) && names.length > 1;
  return !loses || !isBracketed(kind) || isVisiblyCut(mutant);
}

/**
 * The mutations: name → function of a text, a generator and the kind of the text (the report's `source`) that returns the
 * mutant, or undefined where the mutation would be unfair or changes nothing.
 *
 * A mutation is fair if the text still has everything, or if a reader who knows the format sees that it does not:
 * - A cut leaves brackets that do not match. A listing that ends between two lines is a shorter listing, so that
 *   only cuts inside a shape count; a table that is cut off lacks its totals.
 * - A dropped line of a print is one whose brackets do not match. Without `(relu): ReLU()` a print is that of another model.
 * - Of two mutations, the second must leave the trace of a cut that the first made (isFair).
 * - Characters that are dropped are punctuation: a number without a digit is another number.
 * - Between whole lines a print or a config is cut like anywhere else; a listing or a table may only be wrapped, quoted and marked.
 * - Quotes, signs before lines, escapes, other blanks and line breaks, prose and logs around a text leave everything in it, and so
 *   do columns in another order with their titles.
 * - A text that is there twice is one model: the second print repeats the first. Tensors without a name would be others.
 * - A line may be doubled where it has a name: no format has one name twice. An item of a config's list and a layer of a list
 *   of layers have none, and a longer list is that of another model.
 */
export const mutations = {
  'cut at the end': (text, random, kind) => {
    const rest = text.slice(0, place(random, text.length));
    if (isBracketed(kind)) return isVisiblyCut(rest) ? rest : undefined;
    if (kind === 'tensor-listing') return balance(rest.slice(rest.lastIndexOf('\n') + 1)).depth > 0 ? rest : undefined;
    return kind === 'summary-table' && /total params/i.test(text) && !/total params/i.test(rest) ? rest : undefined;
  },
  'cut at the beginning': (text, random, kind) => {
    const rest = text.slice(place(random, text.length));
    return isBracketed(kind) && isVisiblyCut(rest) ? rest : undefined;
  },
  'cut at both ends': (text, random, kind) => {
    const [from, to] = [place(random, text.length), place(random, text.length)].sort((a, b) => a - b);
    const rest = text.slice(from, to);
    return isBracketed(kind) && isVisiblyCut(rest) ? rest : undefined;
  },
  'cut in the middle': (text, random, kind) => {
    const [from, to] = [place(random, text.length), place(random, text.length)].sort((a, b) => a - b);
    const rest = text.slice(0, from) + text.slice(to);
    return isBracketed(kind) && isVisiblyCut(rest) ? rest : undefined;
  },
  'cut lines': (text, random, kind) => {
    const count = text.split('\n').length;
    const rest = cutLines(text, choose(random, [0, Math.floor(random() * count)]), choose(random, [0, Math.floor(random() * count)]));
    return isBracketed(kind) && isVisiblyCut(rest) ? rest : undefined;
  },
  'elide': (text, random, kind) => {
    const lines = text.split('\n');
    if (lines.length < 4) return undefined;
    const from = place(random, lines.length - 1), count = 1 + Math.floor(random() * (lines.length - from - 1));
    const indentation = /^\s*/.exec(lines[from])[0];
    lines.splice(from, count, indentation + choose(random, ['...', '…', '[...]', `... (${count} more lines)`, '(...)', '# ...']));
    return kind === 'pytorch-repr' || kind === 'tensor-listing' ? lines.join('\n') : undefined;
  },
  'drop a line': (text, random, kind) => {
    const lines = text.split('\n');
    const at = Math.floor(random() * lines.length);
    const { depth } = balance(lines[at]);
    lines.splice(at, 1);
    return kind === 'pytorch-repr' && depth !== 0 && isVisiblyCut(lines.join('\n')) ? lines.join('\n') : undefined;
  },
  'double a line': (text, random, kind) => {
    const lines = text.split('\n');
    const at = Math.floor(random() * lines.length);
    if (kind === 'huggingface-config' && !lines[at].includes(':')) return undefined;
    if (kind === 'pytorch-repr' && !/^\s*\(\w+\): /m.test(text)) return undefined;
    return lines.toSpliced(at, 0, lines[at]).join('\n');
  },
  'drop a bracket': (text, random) => dropCharacter(text, random, /(?<!\x1b)[()[\]{}]/g),
  'drop a comma': (text, random) => dropCharacter(text, random, /,(?=\s)/g),
  'drop an equals sign': (text, random) => dropCharacter(text, random, /=/g),
  'drop a colon': (text, random) => dropCharacter(text, random, /:/g),
  'drop line breaks': (text) => text.replace(/\n/g, ' '),
  'drop line breaks and indentation': (text) => text.replace(/\n\s*/g, ''),
  'literal \\n': (text) => text.replace(/\n/g, '\\n'),
  'drop indentation': (text) => eachLine(text, (line) => line.trimStart()),
  'one blank for many': (text) => text.replace(/[ \t]+/g, ' '),
  'wrap at columns': (text, random) => wrapHard(text, 20 + Math.floor(random() * 100)),
  'wrap at a width of terminals': (text, random) => wrapHard(text, choose(random, [40, 60, 80, 100, 120])),
  'wrap words': (text, random) => wrapWords(text, 30 + Math.floor(random() * 90)),
  'wrap words, indented': (text, random) => {
    const indentation = ' '.repeat(Math.floor(random() * 8));
    return eachLine(text, (line) => wrapWords(line, 30 + Math.floor(random() * 90)).replace(/\n/g, `\n${indentation}`));
  },
  'quote as a mail': (text) => eachLine(text, (line) => `> ${line}`),
  'quote as a string': (text, random) => choose(random, ['"', '\'', '"""', '`', '```\n']).replace(/.*/s, (mark) => mark + text + mark.split('').reverse().join('')),
  'fence': (text, random) => choose(random, ['```\n', '```python\n', '~~~\n']).replace(/.*/s, (mark) => `${mark}${text}\n${mark.slice(0, 3)}`),
  'JSON string': (text) => JSON.stringify(text),
  'cells of Markdown': (text, random) => (random() < 0.5 ? '' : '| output |\n|---|\n') + eachLine(text, (line) => `| ${line} |`),
  'diff': (text, random) => `@@ -1,4 +1,9 @@\n${eachLine(text, (line) => (random() < 0.5 ? '+' : ' ') + line)}`,
  'prose around': (text, random) => {
    const [before, after] = choose(random, sentences);
    return `${before}\n${text}\n${after}`;
  },
  'comment': (text, random) => {
    const mark = choose(random, ['# ', '#', '// ', '-- ', '; ', '% ', ' * ', '| ']);
    return eachLine(text, (line) => mark + line);
  },
  'indent': (text, random) => {
    const blanks = choose(random, [' ', '    ', '\t', '        ', '\u00a0\u00a0']);
    return eachLine(text, (line) => blanks + line);
  },
  'number lines': (text, random) => {
    const write = choose(random, [(i) => `${i}: `, (i) => `${String(i).padStart(6)}\t`, (i) => `${i} `, (i) => `${i}. `, (i) => `[${i}] `]);
    return text.split('\n').map((line, i) => write(i + 1) + line).join('\n');
  },
  'prefix of a log': (text, random) => {
    const prefix = choose(random, ['2024-05-01 12:00:00,123 INFO ', '[rank0]: ', '[2024-05-01 12:00] ', 'INFO:root:', 'I0501 12:00:00.123456 140 train.py:12] ', '+ ', '- ', '0: ', 'worker-1 | ']);
    return eachLine(text, (line) => prefix + line);
  },
  'escape as HTML': escapeHtml,
  'escape twice': (text) => escapeHtml(escapeHtml(text)),
  'HTML': (text, random) => {
    const blank = choose(random, [' ', '&nbsp;']);
    return `<pre>${escapeHtml(text).replace(/ /g, blank).replace(/\n/g, choose(random, ['\n', '<br>', '<br/>\n']))}</pre>`;
  },
  'CRLF': (text) => text.replace(/\n/g, '\r\n'),
  'CR': (text) => text.replace(/\n/g, '\r'),
  'tabs': (text, random) => {
    const width = choose(random, [2, 4, 8]);
    return eachLine(text, (line) => line.replace(/^ +/, (blanks) => '\t'.repeat(blanks.length / width) + ' '.repeat(blanks.length % width)));
  },
  'tabs for blanks': (text) => text.replace(/ {2,}/g, '\t'),
  'swap columns': (text, random, kind) => (/table$/.test(kind) ? swapColumns(text, random) : undefined),
  'no-break spaces': (text) => text.replace(/ /g, '\u00a0'),
  'blanks at ends of lines': (text, random) => eachLine(text, (line) => line + ' '.repeat(random() * 4)),
  'blank lines': (text) => text.replace(/\n/g, '\n\n'),
  'typographic quotes': (text) => text.replace(/'([^'\n]*)'/g, '‘$1’').replace(/"([^"\n]*)"/g, '“$1”'),
  'typographic dashes and dots': (text) => text.replace(/\.\.\./g, '…').replace(/--/g, '—').replace(/(?<=\d)-(?=\d)/g, '–'),
  'colours': (text, random) => eachLine(text, (line) => (random() < 0.3 ? `\x1b[3${Math.floor(random() * 8)}m${line}\x1b[0m` : line)),
  'log lines between': (text, random) => insertLines(text, random, logLines, 1 + Math.floor(random() * 3)),
  'log before and after': (text, random) => `${choose(random, logLines)}\n${text}\n${choose(random, logLines)}`,
  'log on a line': (text, random) => {
    const lines = text.split('\n');
    const at = Math.floor(random() * lines.length);
    lines[at] += choose(random, [' ', '']) + choose(random, logLines);
    return lines.join('\n');
  },
  'twice': (text, random) => (/^Parameter containing/m.test(text) ? undefined : `${text}${choose(random, ['\n', '\n\n', '\n---\n'])}${text}`),
};
