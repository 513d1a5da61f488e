// The sentences that C++ sources put together, as templates: what stands in quotes, with a hole `{}` for every value
// between. Not a compiler: it knows strings, concat(), `+` and `?:`, which is how this program says things.

/** Tokens of a source: { kind: 'text' | 'character' | 'word' | 'sign', text, line }; comments and #includes are left out. */
function tokens(source) {
  const pattern = /(?<skip>\s+|\/\/[^\n]*|\/\*[^]*?\*\/|#[^\n]*)|R"(?<mark>[^(\s]*)\((?<raw>[^]*?)\)\k<mark>"|"(?<text>(?:\\.|[^"\\])*)"|'(?<character>(?:\\.|[^'\\])+)'|(?<word>\w+(?:'\d+)*)|(?<sign>::|\+=|<<|==|!=|<=|>=|&&|\|\||->|\+\+|[^])/gy;
  const found = [];
  let line = 1;
  for (const { 0: whole, groups } of source.matchAll(pattern)) {
    const add = (kind, text) => found.push({ kind, text, line });
    if (groups.raw !== undefined) add('text', groups.raw);
    else if (groups.text !== undefined) add('text', unescaped(groups.text));
    else if (groups.character !== undefined) add('character', unescaped(groups.character));
    else if (groups.word !== undefined) add('word', whole);
    else if (groups.sign !== undefined) add('sign', whole);
    line += whole.split('\n').length - 1;
  }
  return found;
}

const unescaped = (text) => text.replace(/\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^])/gi,
  (_, long, short, character) => (character === undefined ? String.fromCodePoint(parseInt(long ?? short, 16)) : { n: '\n', t: '\t', r: '\r', 0: '\0' }[character] ?? character));

const closing = { '(': ')', '[': ']', '{': '}' };
const isSign = (token, ...signs) => token?.kind === 'sign' && signs.includes(token.text);
const isWord = (token, ...words) => token?.kind === 'word' && words.includes(token.text);

/** Nests tokens: a bracket gets the tokens inside it as `inside`. */
function nested(flat) {
  const stack = [{ inside: [] }];
  for (const token of flat) {
    const around = stack.at(-1);
    if (isSign(token, '(', '[', '{')) {
      stack.push({ ...token, kind: 'bracket', inside: [] });
      around.inside.push(stack.at(-1));
    } else if (isSign(token, ')', ']', '}') && closing[around.text] === token.text) {
      stack.pop();
    } else {
      around.inside.push(token);
    }
  }
  return stack[0].inside;
}

/** Splits tokens at signs or words. */
function split(list, isEnd) {
  const parts = [[]];
  for (const token of list) {
    if (isEnd(token)) parts.push([]);
    else parts.at(-1).push(token);
  }
  return parts;
}

const hole = '{}';
const isCall = (operand, ...names) => operand.at(-1)?.text === '(' && isWord(operand.at(-2), ...names);

/** What one operand of `+` may say: a list of templates. */
function operandTexts(operand) {
  if (operand.length === 0) return [''];
  if (operand.every(({ kind }) => kind === 'text')) return [operand.map(({ text }) => text).join('')];
  if (operand.length === 1 && operand[0].kind === 'character') return [operand[0].text];
  if (operand.length === 1 && operand[0].text === '(') return texts(operand[0].inside);
  if (isCall(operand, 'concat')) return joined(split(operand.at(-1).inside, (token) => isSign(token, ',')).map(texts));
  if (isCall(operand, 'string', 'string_view')) return texts(operand.at(-1).inside);
  return [hole];
}

/** All ways to put one of each list behind the other. */
const joined = (lists) => lists.reduce((sum, list) => sum.flatMap((before) => list.map((after) => before + after)), ['']);

/** What an expression may say: a list of templates. */
function texts(expression) {
  const question = expression.findIndex((token) => isSign(token, '?'));
  if (question >= 0) {
    let open = 0;
    const colon = expression.findIndex((token, i) => {
      if (i <= question) return false;
      if (isSign(token, '?')) open += 1;
      return isSign(token, ':') && open-- === 0;
    });
    return [...texts(expression.slice(question + 1, colon)), ...texts(expression.slice(colon + 1))];
  }
  return joined(split(expression, (token) => isSign(token, '+')).map(operandTexts));
}

/** Every expression of the source that stands for itself: an argument, an initializer, what is returned or assigned. */
function expressions(list, found = []) {
  const ends = (token) => isSign(token, ',', ';', '=', '+=', '<<', '==', '!=', '&&', '||') || isWord(token, 'return', 'case', 'const', 'constexpr');
  for (const part of split(list, ends)) {
    if (part.length > 0) found.push(part);
    part.forEach((token, i) => {
      // What is inside concat() and the like belongs to the expression around it.
      const isPart = token.text === '(' && (isWord(part[i - 1], 'concat', 'string', 'string_view') || !part[i - 1] || isSign(part[i - 1], '+', '?', ':'));
      if (token.inside) (isPart ? innerCalls : expressions)(token.inside, found);
    });
  }
  return found;
}

/** Inside a text that is put together, only calls of other functions have expressions of their own. */
function innerCalls(list, found) {
  list.forEach((token, i) => {
    if (!token.inside) return;
    const isPart = token.text === '(' && (isWord(list[i - 1], 'concat', 'string', 'string_view') || list[i - 1]?.kind !== 'word');
    (isPart ? innerCalls : expressions)(token.inside, found);
  });
}

/**
 * True for words of a sentence: two side by side, or one beside a value. Code, shapes and signatures have marks between
 * (`padding={}, stride=1`), names of types capitals inside.
 */
const isProse = (template) => {
  const kinds = template.split(/\s+/).map((word) => {
    if (/^[("'`:]*[A-Za-z]?[a-z]+(?:['’-][a-z]+)*[)"'`,.:;]*$/.test(word)) return 'word';
    return word.includes(hole) || /^[`'].+[`']$/.test(word) ? 'value' : '';
  });
  return kinds.some((kind, i) => kind === 'word' && (kinds[i + 1] === 'word' || [kinds[i - 1], kinds[i + 1]].includes('value')));
};

/** Where the first words of an expression are; undefined where it has none. */
function firstLine(expression) {
  for (const token of expression) {
    const line = token.kind === 'text' ? token.line : token.inside && firstLine(token.inside);
    if (line) return line;
  }
  return undefined;
}

/** The sentences in a C++ source: [{ template, line }], values as `{}`. */
export function messagesIn(source) {
  const messages = [];
  for (const expression of expressions(nested(tokens(source)))) {
    const line = firstLine(expression);
    if (line === undefined) continue;
    for (const template of texts(expression)) {
      if (isProse(template)) messages.push({ template, line });
    }
  }
  return messages;
}

/**
 * The sentences in a JavaScript source, in the same form. Strings and templates are found line by line, which is how this
 * program writes them.
 */
export function messagesInScript(source) {
  const code = source.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return code.split('\n').flatMap((text, i) => (
    [...text.replace(/(^|\s)\/\/ .*/, '').matchAll(/'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`/g)]
      .map(([, plain, template]) => plain ?? template.replace(/\$\{[^}]*\}/g, hole))
      .filter(isProse).map((template) => ({ template, line: i + 1 }))));
}
