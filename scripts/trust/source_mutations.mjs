// Alters Python source code so that Python builds the same model.
import { choose } from './mutations.mjs';

/** Text of docstrings and comments: what readers of other kinds of text look for. */
const prose = [
  'Linear(in_features=3, out_features=4, bias=True)', 'Total params: 20', '(fc): Linear(in_features=8, out_features=8)', 'ValueError: if the size is wrong',
  'torch.Size([1, 3, 224, 224])', 'transforms.Compose([ToTensor()])', '>>> model = Net()', 'fc.weight  torch.Size([10, 512])', 'Conv2d-1 [-1, 64, 112, 112] 9,408',
  'forward: Applies the layers.', '{"model_type": "llama", "hidden_size": 64}', '| Linear | 1.2 K |', 'TODO: use nn.Linear(2 ** 20, 2)', 'input = (1, 3, 32, 32)',
  '==================', 'basis: exact', 'class Old(nn.Module): pass', 'e.g. `self.fc = nn.Linear(7, 7)`', 'dtype = float16', '...',
];

/** Lines that build no part of a module, for the beginning of a constructor. */
const idle = [
  'if False: self.unused_part = nn.Linear(1000, 1000)', 'for _ in range(0): self.unused_part = nn.Linear(1000, 1000)', 'assert True, "never"', 'unused = [nn.Linear(9, 9)]',
  'while False: self.unused_part = 3', 'unused = lambda: nn.Linear(1000, 1000)', 'print(f"{self.__class__.__name__}")', 'pass', 'unused: int = 3',
  'try: unused = int("3")\n{indent}except ValueError: raise', 'self.unused_name = "Linear"', 'if not hasattr(self, "nothing_like_this"): pass', 'self.unused_list = [1, 2, 3]',
  'def unused(): return nn.Linear(7, 7)', 'unused = {"a": nn.Linear(5, 5)}.pop("a")', 'with torch.no_grad(): pass', 'unused = None\n{indent}del unused',
  'if 1 > 2: raise RuntimeError("never")\n{indent}elif 2 > 1: pass', 'unused = dict(a=1, **{"b": 2})', 'global unused_global\n{indent}unused_global = 4',
];

const identity = 'def unchanged(something):\n    return something\n\n';
const wrapper = 'import functools\ndef passed_on(function):\n    @functools.wraps(function)\n    def inner(*args, **kwargs):\n        return function(*args, **kwargs)\n    return inner\n\n';
const maker = 'def made_by(make):\n    return make()\n\n';

/** The lines of a text as { line, isInside }: true for those that begin inside a string or a bracket. */
function linesOf(text) {
  let quote = '', depth = 0;
  const lines = [];
  for (const line of text.split('\n')) {
    lines.push({ line, isInside: quote !== '' || depth > 0 || /\\$/.test(lines.at(-1)?.line ?? '') });
    for (let at = 0; at < line.length; ++at) {
      const triple = line.slice(at, at + 3);
      if (quote !== '') {
        if (line[at] === '\\') ++at;
        else if (line.startsWith(quote, at)) { at += quote.length - 1; quote = ''; }
      } else if (triple === '"""' || triple === "'''") { quote = triple; at += 2; }
      else if (line[at] === '"' || line[at] === "'") quote = line[at];
      else if (line[at] === '#') break;
      else if ('([{'.includes(line[at])) ++depth;
      else if (')]}'.includes(line[at])) --depth;
    }
    if (quote.length === 1) quote = '';
  }
  return lines;
}

/** Alters one line of those that `fits`; undefined when there is none. `alter` gives lines in its place. */
function alterLine(text, random, fits, alter) {
  const lines = linesOf(text);
  const places = lines.flatMap(({ line, isInside }, i) => !isInside && lines[i + 1]?.isInside !== true && fits(line, i, lines) ? [i] : []);
  if (places.length === 0) return undefined;
  const at = choose(random, places);
  return lines.flatMap(({ line }, i) => i === at ? alter(line, i, lines) : [line]).join('\n');
}

const indentOf = (line) => line.match(/^\s*/)[0];
const isDefinition = (line) => /^\s*(async )?(def|class)\b.*:\s*$/.test(line);
/** Inserts text before the first import or definition, behind `from __future__` and the module's docstring. */
function withTop(text, added) {
  const lines = linesOf(text);
  const first = lines.findIndex(({ line, isInside }) => !isInside && /^(import|from (?!__future__)|class|def|@)/.test(line));
  return first < 0 ? undefined : [...lines.slice(0, first), { line: added.trimEnd() }, ...lines.slice(first)].map(({ line }) => line).join('\n');
}

/** Top-level classes and functions as { name, begin, end } in lines, with their decorators. */
function blocksOf(lines) {
  const starts = lines.flatMap(({ line, isInside }, i) => !isInside && /^\S/.test(line) && !/^[#)\]}]/.test(line) ? [i] : []);
  const blocks = [];
  for (const [k, begin] of starts.entries()) {
    const name = lines[begin].line.match(/^(?:class|def) (\w+)/)?.[1];
    if (name && !/^@/.test(lines[starts[k - 1]]?.line ?? '')) blocks.push({ name, begin, end: starts[k + 1] ?? lines.length });
  }
  return blocks;
}

const mentions = (text, name) => new RegExp(`\\b${name}\\b`).test(text);

/** Swaps two neighbouring definitions that do not name each other and are called nowhere between. */
function reorder(text, random) {
  const lines = linesOf(text), blocks = blocksOf(lines);
  const body = ({ begin, end }) => lines.slice(begin, end).map(({ line }) => line).join('\n');
  const pairs = blocks.flatMap((block, i) => {
    const next = blocks[i + 1];
    return next && next.begin === block.end && !mentions(body(block), next.name) && !mentions(body(next), block.name) ? [[block, next]] : [];
  });
  if (pairs.length === 0) return undefined;
  const [first, second] = choose(random, pairs);
  const rest = (begin, end) => lines.slice(begin, end).map(({ line }) => line);
  return [...rest(0, first.begin), ...rest(second.begin, second.end), ...rest(first.begin, first.end), ...rest(second.end, lines.length)].join('\n');
}

/** Gives a class of the text another name; the renamed words of `build` go with it. */
function rename(text, random) {
  const names = blocksOf(linesOf(text)).map(({ name }) => name).filter((name) => !new RegExp(`["'][^"'\\n]*\\b${name}\\b|\\.${name}\\b|\\b${name}=`).test(text));
  if (names.length === 0) return undefined;
  const name = choose(random, names), other = choose(random, [`My${name}`, `${name}V2`, `_${name}`, `${name}Module`, `Model${name}`, `${name}Loss`]);
  return { text: text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), other), build: (expression) => expression.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), other) };
}

/** A call `nn.Name(...)` that ends on its line, written otherwise. */
function alterCall(text, random, write, top = '') {
  const call = /(?<![\w.])nn\.([A-Z]\w*)\(([^()\n]*)\)/;
  const altered = alterLine(text, random, (line) => call.test(line) && !/^\s*#/.test(line) && !/["'].*nn\./.test(line), (line) => [line.replace(call, write)]);
  return altered === undefined || top === '' ? altered : withTop(altered, top);
}

const constructors = (line, i, lines) => /^\s+super\(.*\)\.__init__\(\)\s*$/.test(line) && lines.slice(0, i).some((each) => /^(import torch\b|from torch import nn|import torch\.nn as nn)/.test(each.line));

/** Puts the whole text into a block. */
function nest(text, opening, closing = '') {
  if (/^from __future__|^from \S+ import \*/m.test(text)) return undefined;
  const inner = linesOf(text).map(({ line, isInside }) => isInside || line === '' ? line : `    ${line}`);
  return `${opening}\n${inner.join('\n')}\n${closing}`;
}

/** Each mutation takes the text and random numbers, and gives another text, { text, build }, or undefined. */
export const sourceMutations = {
  'a class renamed': rename,
  'definitions reordered': reorder,
  'a comment behind a line': (text, random) => alterLine(text, random, (line) => line !== '' && !/\\$/.test(line), (line) => [`${line}  # ${choose(random, prose)}`]),
  'a line of comment': (text, random) => alterLine(text, random, (line) => line !== '', (line) => [`${choose(random, ['', indentOf(line), '        '])}# ${choose(random, prose)}`, line]),
  'a docstring': (text, random) => alterLine(text, random, isDefinition, (line) => [line, `${indentOf(line)}    """${choose(random, prose)}`, '', `${indentOf(line)}    ${choose(random, prose)}`, `${indentOf(line)}    """`]),
  'a docstring of the module': (text, random) => /^from __future__|^\s*("""|''')/.test(text) ? undefined : `"""${choose(random, prose)}\n\n${choose(random, prose)}\n"""\n${text}`,
  'a text in the middle': (text, random) => alterLine(text, random, (line) => /^(class|def|@)/.test(line), (line) => [`"""${choose(random, prose)}"""`, line]),
  'a decorator that changes nothing': (text, random) => {
    const decorated = alterLine(text, random, (line, i, lines) => isDefinition(line) && !/^\s*@/.test(lines[i - 1]?.line ?? ''), (line) => [`${indentOf(line)}@unchanged`, line]);
    return decorated && withTop(decorated, identity);
  },
  'a decorator that passes on': (text, random) => {
    const decorated = alterLine(text, random, (line, i, lines) => /^\s+def (forward|__init__)\b.*:\s*$/.test(line) && !/^\s*@/.test(lines[i - 1]?.line ?? ''), (line) => [`${indentOf(line)}@passed_on`, line]);
    return decorated && withTop(decorated, wrapper);
  },
  'a hint of the result': (text, random) => alterLine(text, random, (line) => /^\s*def .*\):\s*$/.test(line) && !line.includes('->'), (line) => [line.replace(/\):\s*$/, `) -> ${choose(random, ['"torch.Tensor"', 'None', 'object', '"nn.Module"'])}:`)]),
  'a hint of a variable': (text, random) => alterLine(text, random, (line) => /^\s{8,}\w+ = [^=]/.test(line), (line) => [line.replace(/^(\s+\w+) = /, '$1: object = ')]),
  'idle code in a constructor': (text, random) => alterLine(text, random, constructors, (line) => [line, ...choose(random, idle).replaceAll('{indent}', indentOf(line)).split('\n').map((each, i) => i === 0 ? indentOf(line) + each : each)]),
  'idle code at the top': (text, random) => alterLine(text, random, (line) => /^(class|def) /.test(line), (line, i, lines) => /^@/.test(lines[i - 1]?.line ?? '') ? [line] : [choose(random, ['unused_number = 3', 'if False:\n    import nothing_at_all', 'unused_text = "Linear(3, 4)"', 'assert 1 + 1 == 2', 'def unused_function(n):\n    return n * n', 'class UnusedError(Exception):\n    pass', 'print("Total params: 20")']), line]),
  'a call through a function': (text, random) => alterCall(text, random, 'made_by(lambda: nn.$1($2))', maker),
  'a call through an identity': (text, random) => alterCall(text, random, 'unchanged(nn.$1($2))', identity),
  'a class by getattr': (text, random) => alterCall(text, random, 'getattr(nn, "$1")($2)'),
  'a class by its whole name': (text, random) => { const other = alterCall(text, random, 'torch.nn.$1($2)'); return other && withTop(other, 'import torch.nn\n'); },
  'a call of a tuple': (text, random) => alterCall(text, random, (whole, name, given) => given === '' || /[=*]/.test(given) ? whole : `nn.${name}(*(${given},))`),
  'a call in brackets': (text, random) => alterCall(text, random, '(nn.$1($2))'),
  'a conditional expression': (text, random) => alterCall(text, random, '(nn.$1($2) if True else nn.Identity())'),
  'super with its class': (text, random) => alterLine(text, random, (line) => /^ {8}super\(\)\.__init__\(\)\s*$/.test(line), (line, i, lines) => {
    const name = lines.slice(0, i).findLast((each) => /^class /.test(each.line))?.line.match(/^class (\w+)/)?.[1];
    return [name ? line.replace('super()', `super(${name}, self)`) : line];
  }),
  'imports otherwise': (text) => /^import torch\.nn as nn$/m.test(text) ? text.replace(/^import torch\.nn as nn$/m, 'from torch import nn') : /^from torch import nn$/m.test(text) ? text.replace(/^from torch import nn$/m, 'import torch.nn as nn') : undefined,
  'more imports': (text) => withTop(text, 'import os, sys, math, logging\nfrom typing import *\nfrom tqdm import tqdm\n'),
  'lines that end otherwise': (text) => text.replaceAll('\n', '\r\n'),
  'blanks at the end of lines': (text, random) => alterLine(text, random, (line) => !/\\$/.test(line), (line) => [`${line}   `, '', '']),
  'a main guard': (text, random) => `${text}\n\nif __name__ == "__main__":\n    ${choose(random, ['print("done")', 'import sys\n    sys.exit(0)', 'pass', 'unused_x = torch.randn(1, 3, 32, 32)'])}\n`,
  'inside of an if': (text) => nest(text, 'if True:'),
  'inside of a try': (text) => nest(text, 'try:', 'except ImportError:\n    raise\n'),
  'a returned value in brackets': (text, random) => alterLine(text, random, (line) => /^\s+return [^#]*[^#,\s]$/.test(line) && !/["',]/.test(line), (line) => [line.replace(/return (.*)$/, 'return ($1)')]),
  'a value through a name': (text, random) => alterLine(text, random, (line) => /^\s{8,}self\.\w+ = nn\.\w+\([^()]*\)$/.test(line), (line) => [line.replace(/^(\s+)(self\.\w+) = (.*)$/, '$1part = $3'), line.replace(/^(\s+)(self\.\w+) = (.*)$/, '$1$2 = part')]),
  'setattr': (text, random) => alterLine(text, random, (line) => /^\s{8,}self\.\w+ = nn\.\w+\([^()]*\)$/.test(line), (line) => [line.replace(/self\.(\w+) = (.*)$/, 'setattr(self, "$1", $2)')]),
  'add_module': (text, random) => alterLine(text, random, (line) => /^\s{8,}self\.\w+ = nn\.(?!Parameter|Buffer)\w+\([^()]*\)$/.test(line), (line) => [line.replace(/self\.(\w+) = (.*)$/, 'self.add_module("$1", $2)')]),
};
