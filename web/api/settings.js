// Converts the settings of a count, and of what is written of it, to the form of the engine's Model.
import { choiceOf, flagOf, optionsOf, textOf, wholeOf } from './arguments.js';
import { ParamscopeError } from './errors.js';

/** What is counted. */
export const countOptions = ['set', 'input', 'convention', 'mode', 'causal', 'ties'];
/** What a report and its text have besides. */
export const sectionOptions = ['conventions', 'memory', 'device'];

const modes = ['forward', 'training', 'decode'];
/** The largest number of GPUs and rank that the engine takes. */
const most = 1_000_000;
const number = (least) => (value, name) => wholeOf(value, name, least, most);

/** Options of memory, and what checks each. */
const memoryOptions = {
  recipe: textOf, train: textOf, recompute: flagOf, recomputeAttention: flagOf, accumulate: flagOf, dropOutput: flagOf, loss: textOf, autocast: textOf, attention: textOf, kernels: textOf,
  weightsDtype: textOf, cacheDtype: textOf, engine: textOf, generate: flagOf, loraRank: number(0), loraModules: namesOf, modulesToSave: namesOf, offload: textOf,
  zero: (value, name) => wholeOf(value, name, 0, 3), gpus: number(1), tensorParallel: number(1), pipelineParallel: number(1), expertParallel: number(1),
};

/** The options of `all` that `names` lists. */
const pick = (all, names) => Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));

export const countSettings = (options) => pick(options, countOptions);
export const sectionSettings = (options) => pick(options, sectionOptions);

/** Converts what is counted to the engine's Settings. */
export function engineSettings({ set, input = '', convention = 'flops', mode = 'forward', causal = false, ties = [] }) {
  return {
    input: shapes(input),
    convention: textOf(convention, 'convention'),
    set: Object.entries(optionsOf(set, 'set')).map(([name, value]) => ({ name, expression: expression(value, `set.${name}`) })),
    mode: choiceOf(modes, mode, 'mode'),
    causal: flagOf(causal, 'causal'),
    ties: tieLines(ties),
  };
}

/** Converts what is written besides to fields of the engine's WriteRequest. */
export function engineSections({ conventions = false, memory = false, device = '' }) {
  return {
    conventions: flagOf(conventions, 'conventions'),
    memory: memory !== false,
    memoryOptions: typeof memory === 'boolean' ? [] : optionTexts(optionsOf(memory, 'memory', Object.keys(memoryOptions))),
    device: textOf(device, 'device'),
  };
}

/** Writes options of memory by the engine's names: { dropOutput: true } is drop_output=1. */
function optionTexts(options) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return given.map(([name, value]) => {
    const checked = memoryOptions[name](value, `memory.${name}`);
    return { name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), expression: String(checked === true ? 1 : checked === false ? 0 : checked) };
  });
}

/** Writes names of modules, 'q_proj,v_proj' or ['q_proj', 'v_proj'], with commas between. */
function namesOf(names, name) {
  return (Array.isArray(names) ? names : [names]).map((each) => textOf(each, name)).join(',');
}

function expression(value, name) {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  // String() writes large numbers with an exponent.
  if (Number.isInteger(value)) return String(BigInt(value));
  if (Number.isFinite(value)) return String(value);
  throw ParamscopeError.from('argument', 'library.not_an_expression', { name });
}

/** Writes input shapes as text: "1,3,224,224", [1, 3, 224, 224], or several, [[1, 3, 224, 224], [1, 10]]. */
function shapes(input) {
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) throw ParamscopeError.from('argument', 'library.not_a_shape', { name: 'input' });
  if (input.length > 0 && input.every(Array.isArray)) return input.map(shape).join('; ');
  return shape(input);
}

function shape(sizes) {
  return `(${sizes.map((size, index) => expression(size, `input[${index}]`)).join(', ')})`;
}

/** Writes pairs of tensors, ['head.weight=embed.weight'] or 'none', one in each line. */
function tieLines(ties) {
  const list = Array.isArray(ties) ? ties : [ties];
  return list.map((tie, index) => textOf(tie, `ties[${index}]`).replaceAll('\n', ' ')).join('\n');
}
