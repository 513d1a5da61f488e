// Converts the settings of a count, and of what is written of it, to the form of the engine's Model.
import { choiceOf, flagOf, optionsOf, textOf, wholeOf } from './arguments.js';
import { ParamscopeError } from './errors.js';

/** What is counted. */
export const countOptions = ['set', 'input', 'convention', 'mode', 'causal', 'ties'];
/** What a report and its text have besides. */
export const sectionOptions = ['conventions', 'memory', 'device'];

const modes = ['forward', 'training', 'decode'];
const memoryOptions = ['recipe', 'train', 'recompute', 'recomputeAttention', 'accumulate', 'dropOutput', 'loss', 'autocast', 'attention', 'kernels', 'weightsDtype', 'cacheDtype', 'engine', 'generate', 'loraRank', 'loraModules', 'modulesToSave', 'offload', 'zero', 'gpus', 'tensorParallel', 'pipelineParallel', 'expertParallel'];

/** The largest number of GPUs and rank that the engine takes. */
const most = 1_000_000;

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
  const isPlain = typeof memory === 'boolean';
  const { recipe = '', train = '', recompute = false, recomputeAttention = false, accumulate = false, dropOutput = false, loss = '', autocast = '', attention = '', kernels = '', weightsDtype = '', cacheDtype = '', engine = '', generate = false, loraRank = 0, loraModules = [], modulesToSave = [], offload = '', zero = 0, gpus = 1, tensorParallel = 1, pipelineParallel = 1, expertParallel = 1 } =
    isPlain ? {} : optionsOf(memory, 'memory', memoryOptions);
  return {
    conventions: flagOf(conventions, 'conventions'),
    memory: isPlain ? memory : true,
    recipe: textOf(recipe, 'memory.recipe'),
    optimizer: textOf(train, 'memory.train'),
    recompute: flagOf(recompute, 'memory.recompute'),
    recomputeAttention: flagOf(recomputeAttention, 'memory.recomputeAttention'),
    accumulate: flagOf(accumulate, 'memory.accumulate'),
    dropOutput: flagOf(dropOutput, 'memory.dropOutput'),
    loss: textOf(loss, 'memory.loss'),
    autocast: textOf(autocast, 'memory.autocast'),
    attention: textOf(attention, 'memory.attention'),
    kernels: textOf(kernels, 'memory.kernels'),
    weightsDtype: textOf(weightsDtype, 'memory.weightsDtype'),
    cacheDtype: textOf(cacheDtype, 'memory.cacheDtype'),
    engine: textOf(engine, 'memory.engine'),
    generate: flagOf(generate, 'memory.generate'),
    loraRank: wholeOf(loraRank, 'memory.loraRank', 0, most),
    loraModules: namesOf(loraModules, 'memory.loraModules'),
    modulesToSave: namesOf(modulesToSave, 'memory.modulesToSave'),
    offload: textOf(offload, 'memory.offload'),
    zeroStage: wholeOf(zero, 'memory.zero', 0, 3),
    gpus: wholeOf(gpus, 'memory.gpus', 1, most),
    tensorParallel: wholeOf(tensorParallel, 'memory.tensorParallel', 1, most),
    pipelineParallel: wholeOf(pipelineParallel, 'memory.pipelineParallel', 1, most),
    expertParallel: wholeOf(expertParallel, 'memory.expertParallel', 1, most),
    device: textOf(device, 'device'),
  };
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
