// Declares the types of the library. Written by hand; tests/types checks them.

/** A whole number, exact: a BigInt beyond 2^53. */
export type Integer = number | bigint;

/** A number, or an expression over hyper-parameters: 24, 24n, '4*d', '32k'. */
export type Expression = number | bigint | string;

/** Settings of a count. They do not change the model's text. Options that are not listed are refused. */
export interface CountSettings {
  /** Values of hyper-parameters, in place of the text's. */
  set?: Readonly<Record<string, Expression>>;
  /** Input shapes instead of the model's own: '1,3,224,224', [1, 3, 224, 224], or several: [[1, 128], [1, 64]]. */
  input?: string | readonly Expression[] | readonly (readonly Expression[])[];
  /** The FLOP convention, a name of conventions(). Default: 'flops'. */
  convention?: string;
  /** The counted work: one forward pass, the default, a training step, or one token decoded with a cache of those before it. */
  mode?: Mode;
  /** A token attends only to itself and the tokens before it. Default: false. */
  causal?: boolean;
  /** Pairs of tensors that are one, 'head.weight=embed.weight', and 'none': no others are. Default: what the text says. */
  ties?: string | readonly string[];
}

/** What is counted. */
export type Mode = 'forward' | 'training' | 'decode';

/** Settings of a report: what is counted, and what is in the report besides. */
export interface Settings extends CountSettings {
  /** Adds `conventions`: the FLOPs of each convention, and why they differ. */
  conventions?: boolean;
  /** Adds `memory` and `memory_plan`: the bytes that one GPU must hold, for inference or as described. */
  memory?: boolean | MemorySettings;
  /**
   * Adds the memory, and `roofline`: the least times of the products as written on a device: a name of devices(), several such as
   * "2x RTX 3090", which sets `memory.gpus`, or numbers such as "memory=24GB, bandwidth=936GB/s, float16=142, float32=35.6".
   */
  device?: string;
}

/** What memory is for. */
export interface MemorySettings {
  /** Starts from a recipe: 'inference', 'full', 'mixed', 'lora' or 'qlora'; the other options change it. Default: '', none. */
  recipe?: '' | 'inference' | 'full' | 'mixed' | 'lora' | 'qlora';
  /** The optimizer of training, a name of optimizers(). Default: '', inference. */
  train?: string;
  /** Training keeps only the inputs of blocks, and computes the rest again. */
  recompute?: boolean;
  /** Training keeps no scores of attention, and computes them again: selective recomputation. */
  recomputeAttention?: boolean;
  /** Training adds to gradients that are there: gradient accumulation. */
  accumulate?: boolean;
  /** Training holds no output during the backward pass, as model(x).mean().backward(). */
  dropOutput?: boolean;
  /** Of training: the mean of the output (default), or the cross-entropy of scores, in float32; fused: of some tokens at a time. */
  loss?: 'mean' | 'cross_entropy' | 'fused_cross_entropy';
  /** Values have 16 bits where torch.autocast gives them so many, weights as they are. Default: '', without. */
  autocast?: '' | 'bfloat16' | 'float16';
  /** fused (default): scores are not in memory, where PyTorch has such a kernel; eager: they are. */
  attention?: 'fused' | 'eager';
  /** Whose kernels compute a pass, by default a GPU's: what they keep differs. */
  kernels?: 'gpu' | 'cpu';
  /** Type of the weights, 'bfloat16'; from 16 bits on, of everything else too. Default: as in the text. */
  weightsDtype?: string;
  /** Type of the keys and values, such as 'fp8' or 'q8_0'. */
  cacheDtype?: string;
  /** The program that serves a language model, which takes its share of the device. Default: none, eager PyTorch. */
  engine?: 'vllm' | 'sglang' | 'llama.cpp' | 'mlx';
  /** Inference needs the scores of each sequence's last token only. */
  generate?: boolean;
  /** Low-rank adapters of this rank are trained, instead of the weights. Default: 0, none. */
  loraRank?: number;
  /** The dense layers that have adapters, ['q_proj', 'v_proj']: the last names of modules. Default: all but the output layer. */
  loraModules?: string | string[];
  /** With adapters, modules of which a copy is trained as a whole. */
  modulesToSave?: string | string[];
  /** The memory of the host has the optimizer's state and gradients, or weights, too. Default: 'none'. */
  offload?: 'none' | 'optimizer' | 'parameters';
  /** Stage of ZeRO, 0 to 3: what is shared among the GPUs. */
  zero?: 0 | 1 | 2 | 3;
  /** Number of GPUs. */
  gpus?: number;
  /** The number of GPUs that share each layer. */
  tensorParallel?: number;
  /** The number of GPUs among which the layers are split, one after the other. */
  pipelineParallel?: number;
  /** The number of GPUs among which the experts of each layer are split. */
  expertParallel?: number;
}

/** counted: known; zero: the type has nothing to count; unknown: the text does not determine it. */
export type Status = 'counted' | 'zero' | 'unknown';

/** A message about a position in the text or file. */
export interface Diagnostic extends Message {
  severity: 'error' | 'warning' | 'note';
  /** Counts from 1; null for a diagnostic without a position. */
  line: number | null;
  column: number | null;
  /** For converted files: the text of the position. */
  in?: 'file' | 'model-text';
  /** Dotted path of the module; '' for the root or for no module. */
  path: string;
}

/** Counts of a module and its descendants; null if unknown. */
export interface Numbers {
  parameters: Integer | null;
  /** Parameters used for one token: of routed experts, only the selected ones. */
  active: Integer | null;
  /** Stored elements: quantized layers pack several parameters into one. */
  stored: Integer | null;
  trainable: Integer | null;
  frozen: Integer | null;
  buffers: Integer | null;
  macs: Integer | null;
  flops: Integer | null;
  /** false if a part is unknown; the number is then a lower bound. */
  parameters_complete: boolean;
  active_complete: boolean;
  flops_complete: boolean;
  parameters_basis: Basis | 'printed' | 'range';
  flops_basis: Basis;
}

/** How far a number can be trusted: partial is a lower bound, approximate an estimate of either side. */
export type Basis = 'exact' | 'partial' | 'approximate';

/** A tensor of a module. */
export interface Tensor {
  name: string;
  role: 'parameter' | 'buffer';
  /** A dimension is null if unknown, a text if it is a fraction. */
  shape: (Integer | string | null)[];
  elements: Integer | null;
  dtype: string;
  trainable: boolean;
  /** Path of the tensor it shares; a tied tensor adds no elements. */
  tied_to: string | null;
  /** true if print() does not show the tensor. */
  hidden: boolean;
  /** true if the shape was inferred from neighbouring layers. */
  inferred: boolean;
  /** true if it counts as a parameter, and may be a buffer: a state_dict does not tell. */
  may_be_buffer: boolean;
}

/** A message: code and arguments for programs and translations, English for people. */
export interface Message {
  /** Stable id of the message; null for words of the model text itself. */
  code: string | null;
  arguments: Record<string, string | Message>;
  message: string;
}

/** A module of the report, with the numbers of its subtree. */
export interface Node extends Numbers {
  /** Dotted path of the first instance, 'encoder.0.attn'; '' for the root. */
  path: string;
  /** As printed: '0-5'. */
  name: string;
  type: string;
  family: string;
  depth: number;
  repeat: Integer | null;
  /** How many of the row the model holds: the repeats around it multiplied, without its own. */
  instances: Integer | null;
  output: Integer[] | null;
  status: Status;
  formula: string | null;
  flops_formula: string | null;
  /** Bytes of all outputs. */
  activations: Integer | null;
  activations_complete: boolean;
  activations_formula: string | null;
  /** With `memory`: bytes of the tensors that all instances make: kept for the backward pass, or the most at a time of inference. */
  memory?: Integer;
  tensors: Tensor[];
  notes: Message[];
}

/** A hyper-parameter. */
export interface Definition {
  name: string;
  formula: string | null;
  origin: 'assigned' | 'overridden' | 'assumed';
  comment: string | null;
}

/** "paramscope-report" version 1, as the command line's --format json prints it. */
export interface Report {
  format: 'paramscope-report';
  version: 1;
  source: string;
  convention: string;
  dtype: string | null;
  variables: Record<string, Integer | string | null>;
  definitions: Definition[];
  inputs: (Integer | string | null)[][];
  /** The counted work: one forward pass, a training step, or one token decoded with a cache of those before it. */
  mode: Mode;
  /** true if a token attends only to itself and the tokens before it. */
  causal: boolean;
  /** For a range of parameters: the least total, with all possible ties and without possible buffers, and the most. Of work: both ends of an estimate, where they are known. */
  totals: Numbers & Record<'parameters_min' | 'parameters_max' | 'macs_min' | 'macs_max' | 'flops_min' | 'flops_max', Integer | null> & {
    activations: Integer | null; activations_complete: boolean; bytes: Integer | null };
  possible_ties: { tied: string; source: string; elements: Integer }[];
  /** The first tensors that may be buffers. */
  possible_buffers: { tensor: string; elements: Integer }[];
  formula: Record<'parameters' | 'active' | 'stored' | 'buffers' | 'macs' | 'flops' | 'activations', string | null>;
  /** Modules in print order; a repeated module occurs once. */
  nodes: Node[];
  notes: string[];
  diagnostics: Diagnostic[];
  /** With the setting `conventions`. */
  conventions?: ConventionFigure[];
  /** With the setting `memory` or `device`: bytes by use. */
  memory?: Record<string, Bytes>;
  /** With the setting `memory` or `device`. */
  memory_plan?: MemoryPlan;
  /** With the setting `device`. */
  roofline?: Roofline;
}

/** The FLOPs of one convention, and the differences to the chosen one. */
export interface ConventionFigure {
  name: string;
  total: Integer | null;
  complete: boolean;
  terms: { family: string; operation: string; times: Integer; difference: Integer }[];
}

/** A number of bytes. */
export interface Bytes {
  bytes: Integer | null;
  /** It is exact, but for what print() does not show. */
  complete: boolean;
  /** 'range': at most so many; 'partial': at least; 'approximate': about. */
  basis: Basis | 'printed' | 'range';
  formula: string | null;
}

/** What one GPU must hold. */
export interface MemoryPlan {
  purpose: 'inference' | 'training';
  optimizer: string | null;
  weights_dtype: string | null;
  dtype: string;
  cache_dtype: string;
  engine: 'vllm' | 'sglang' | 'llama.cpp' | 'mlx' | null;
  generate: boolean;
  recompute: boolean;
  recompute_attention: boolean;
  accumulate: boolean;
  drop_output: boolean;
  loss: 'mean' | 'cross_entropy' | 'fused_cross_entropy';
  autocast: string | null;
  attention: 'fused' | 'eager';
  kernels: 'gpu' | 'cpu';
  lora_rank: Integer;
  /** Names with commas between; '' for all dense layers but the output layer. */
  lora_modules: string;
  modules_to_save: string;
  offload: 'none' | 'optimizer' | 'parameters';
  zero_stage: Integer;
  devices: Integer;
  tensor_parallel: Integer;
  pipeline_parallel: Integer;
  expert_parallel: Integer;
  /** What there is at the moment with most bytes. */
  parts: (Bytes & {
    name: 'weights' | 'casts' | 'adapters' | 'copies' | 'gathered' | 'gradients' | 'optimizer' | 'optimizer_step' | 'activations' | 'working' | 'workspace' | 'rounding' | 'kv_cache' | 'state';
  })[];
  total: Bytes;
  /** Bytes that training keeps of the forward pass for the backward pass; null for inference, and where that is not known. */
  kept: Integer | null;
  /** The same by kind of operation, the most first; empty where it is not known. */
  kept_by: { operation: string; bytes: Integer }[];
  /** Layers and functions of which it is not known what they keep and make: the total is at least so much. */
  unknown: string[];
  /** What the host's memory has for each device; null without offload. */
  host: Bytes | null;
  /** Keys and values of an engine that keeps all of them, where layers have windows. */
  whole_cache: Bytes | null;
  /** Bytes at each moment of the pass; of neighbouring moments the one with most bytes. null without an input. */
  time_line: {
    /** Names of the parts, in the order of their bands. */
    parts: MemoryPlan['parts'][number]['name'][];
    /** Indices of the first moments of the backward pass and of the optimizer's step; null for none. */
    backward: Integer | null;
    step: Integer | null;
    /** The index of the moment with most bytes, that of `parts` of the plan. */
    peak: Integer;
    /** The module at work, and the bytes of each part. */
    moments: { path: string; bytes: Integer[] }[];
  } | null;
  /** The modules whose tensors exist at the peak of the pass, the largest first; null without an input. */
  alive_at_peak: {
    /** Of a module with all repeats and all below it; with `own`, of what it made itself. No row is in another. */
    rows: { path: string; own: boolean; bytes: Integer; tensors: Integer; parts: Record<string, Integer> }[];
    /** The bytes in no row: weights and all else that exists during the whole pass, and rounding. */
    others: Integer;
  } | null;
  /** The answer for the device that was asked for; null without one. */
  verdict: {
    /** "fits: 21.3 of 24.6 GB each at batch 1; largest batch 3". */
    sentence: string;
    fits: 'yes' | 'no' | 'unknown';
    device: string;
    /** The number of these devices. */
    devices: Integer;
    /** Bytes that each needs; below, bytes that each has room for. */
    bytes: Integer | null;
    room: Integer;
    /** The named sizes of the input, and the largest value of each. */
    sizes: Record<string, Integer>;
    largest: Record<string, Integer | null>;
  } | null;
  /** For each device whether it fits, and the largest value of each size of the input with which it does. */
  fits: { device: string; memory: Integer; usable: Integer; reserve: Integer; fits: 'yes' | 'no' | 'unknown'; largest: Record<string, Integer | null> }[];
}

/** Lower bounds of the time of a pass on a device. */
export interface Roofline {
  device: string;
  source: string;
  dtype: string;
  /** FLOP/s; null if it is not known. */
  peak: Integer | null;
  /** FLOP/s of convolutions in TF32, PyTorch's default for those of float32; null where they are as other products. */
  convolution_peak: Integer | null;
  /** Bytes a second. */
  bandwidth: Integer;
  passes: RooflinePass[];
}

/** The times of one pass. */
export interface RooflinePass {
  mode: Mode;
  /** A lower bound for any program that does the products as written. */
  seconds: number;
  bound: 'compute' | 'memory';
  /** A lower bound for programs that run layer by layer. */
  layer_seconds: number;
  update_seconds: number;
  complete: boolean;
  flops: Integer | null;
  bytes: Integer | null;
  least_bytes: Integer | null;
  flops_formula: string | null;
  bytes_formula: string | null;
  least_bytes_formula: string | null;
  layers: { path: string; flops: number; bytes: number; seconds: number; bound: 'compute' | 'memory' }[];
}

/** "paramscope-comparison" version 1, as the command line's diff --format json prints it. */
export interface Comparison {
  format: 'paramscope-comparison';
  version: 1;
  left: ComparedModel;
  right: ComparedModel;
  /** false if there are more tensors than are compared. */
  complete: boolean;
  /** The number of tensors that are the same. */
  same: Integer;
  differences: { kind: 'only-left' | 'only-right' | 'shape' | 'dtype' | 'role' | 'sharing'; left: ComparedTensor | null; right: ComparedTensor | null }[];
  /** Why the totals differ; their amounts add up to the difference. */
  causes: Cause[];
  module_differences: { kind: 'only-left' | 'only-right' | 'type' | 'repeat' | 'parameters' | 'flops'; left: ComparedModule | null; right: ComparedModule | null }[];
}

/** One of two models. */
export interface ComparedModel {
  source: string;
  format: string;
  tensors: Integer;
  parameters: Integer | null;
  parameters_complete: boolean;
  /** What names of tensors are compared without. */
  prefix: string;
}

/** A tensor of one of two models. */
export interface ComparedTensor {
  path: string;
  shape: Integer[] | null;
  dtype: string;
  role: 'parameter' | 'buffer';
  /** Path of the tensor that it is one with, '' for none. */
  shares: string;
}

/** A module of one of two models. */
export interface ComparedModule {
  path: string;
  type: string;
  repeat: Integer | null;
  parameters: Integer | null;
  flops: Integer | null;
}

/** Modules that changed in the same way, and what that adds to the difference. */
export interface Cause {
  kind: 'layers' | 'sizes' | 'type' | 'arguments' | 'sharing' | 'open-sharing' | 'dtype' | 'only-left' | 'only-right' | 'work' | 'rest';
  title: string;
  /** Path of the module around those that changed, with * for numbers; '' outside of lists. */
  place: string;
  modules: Integer;
  parameters: Integer;
  macs: Integer;
  flops: Integer;
  bytes: Integer;
  left_formulas: Partial<Record<'parameters' | 'macs' | 'flops', string>>;
  right_formulas: Partial<Record<'parameters' | 'macs' | 'flops', string>>;
  variables: { name: string; before: string; after: string }[];
}

/** 'activations': bytes of all outputs. */
export type Subject = 'parameters' | 'macs' | 'flops' | 'activations';
/** 'mathml': the children of a <math> element; for each term its sign as an <mo>, if it has one, then one element. */
export type Notation = 'plain' | 'unicode' | 'latex' | 'mathml';

/** One line of an explanation. */
export interface ExplainedLine {
  subject: string;
  formula: string;
  /** The formula with values in place of names, not evaluated. */
  numbers: string;
  /** false if `numbers` only repeats the formula or the result. */
  numbers_differ: boolean;
  result: Integer | null;
  values: Record<string, Integer | string>;
}

/** A formula in short symbols. */
export interface NamedFormula {
  formula: string;
  /** The formula with values in place of symbols, not evaluated. */
  numbers: string;
  /** true if `numbers` is a side of the equation: it repeats neither formula nor result, and stands for the last formula only. */
  numbers_differ: boolean;
  /** What each symbol stands for. */
  sizes: {
    symbol: string;
    /** The layer's argument or the model's hyper-parameter; '' if it has no other name. */
    meaning: string;
    value: Integer | string;
    /** What makes the size: '⌊(H_in − K + 2·P)/S⌋ + 1'; '' for a size that is given. */
    made_of: string;
  }[];
}

/** A number of a module, from its formula to its value. */
export interface Explanation {
  total: ExplainedLine;
  /** The total of a single layer in the layer's own sizes; null for other modules. */
  layer: NamedFormula | null;
  /** The formula of the total in short symbols: lengths of feature maps have a name each. */
  named: NamedFormula;
  parts: ExplainedLine[];
  /** The leading terms, with others until they are within 5 %; null if that takes all terms. */
  approximation: {
    formula: string;
    value: Integer | null;
    /** The relative error as people read it: '0.21%', '3·10⁻⁶'. */
    error: string;
  } | null;
}

/** What is wrong. */
export type ErrorCode =
  | 'model' | 'setting' | 'input' | 'convention' | 'mode' | 'tie' | 'memory' | 'device' | 'format' | 'path' | 'preset'
  | 'argument' | 'released' | 'load' | 'crashed' | 'fetch';

/** The only error class of this library. */
export class ParamscopeError extends Error {
  private constructor();
  readonly code: ErrorCode;
  /** The message with its id and arguments. */
  readonly sentence: Message;
  /** Counts from 1, in the model's text or in the setting's own; undefined for an error without a position. */
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the module. */
  readonly path?: string;
  /** Name of the hyper-parameter whose setting is wrong. */
  readonly subject?: string;
  readonly diagnostics: Diagnostic[];
}

/** How a report is written. */
export interface WriteOptions {
  /** The deepest row. Default: all. */
  depth?: number;
  /** Of a diagram: paths of the modules that are open. */
  opened?: readonly string[];
  /** Of a strip: its width in pixels, from 240 to 4096. Default: 960. */
  width?: number;
  /** The language of derivations, pictures and HTML. Default: 'en'; of an element, its own. */
  lang?: 'en' | 'zh';
}

/** A parsed model. Its memory is freed by garbage collection, or at once by delete(). */
export class Model {
  private constructor();
  readonly name: string;
  /** Warnings and notes of the parser. */
  readonly diagnostics: Diagnostic[];
  /** The file that the model was converted from; undefined for a model text. */
  readonly opened?: Opened;
  /** Counts. Integers beyond 2^53 are BigInt. */
  report(settings?: Settings): Report;
  /** The modules of the report, in print order. */
  nodes(settings?: Settings): Node[];
  /** Writes the report in a format of formats(): 'text', 'markdown', 'derivation' … */
  format(name: string, options?: Settings & WriteOptions): string;
  /** The formula of a number of the module at `path`, '' for the whole model; null if the number is unknown. */
  formula(path?: string, notation?: Notation, options?: CountSettings & { of?: Subject }): string | null;
  /** A number of a module with its formula, its parts and its leading terms. */
  explain(path?: string, options?: CountSettings & { of?: Subject; notation?: Notation }): Explanation;
  /** Tells what is different in another model, counted with the same settings: tensors, modules, and the causes by formula. */
  compare(other: Model, settings?: CountSettings): Comparison;
  /** Suggests an input shape in the form of `input`; null if there is no suggestion. */
  suggestedInput(): string | null;
  /** Frees the engine's memory now; the model cannot be used afterwards. */
  delete(): void;
}

/** A shipped model. */
export interface Preset {
  name: string;
  title: string;
  group: string;
  text: string;
}

/** A way to count operations as FLOPs. */
export interface Convention {
  name: string;
  summary: string;
}

/** A device with the figures of its data sheet: bytes, bytes a second, and FLOP/s (null: none, or not known). */
export interface Device {
  name: string;
  /** Bytes of its chips. */
  memory: Integer;
  /** What drivers leave to programs at least. */
  usable: Integer;
  /** Of that, what a program's context takes. */
  reserve: Integer;
  bandwidth: Integer;
  float32: Integer | null;
  tf32: Integer | null;
  float16: Integer | null;
  bfloat16: Integer | null;
  float8: Integer | null;
  int8: Integer | null;
  source: string;
}

/** A file that was converted to model text: a checkpoint, a configuration, a listing... */
export interface Opened {
  /** The format: 'safetensors', 'gguf', 'pytorch', ... */
  source: string;
  /** The model text that the file was converted to. */
  text: string;
  /** Bytes read, out of the `size` bytes of the files. */
  bytesRead: number;
  size: number;
  /** Notes and warnings about the file; errors make parse() reject. */
  diagnostics: Diagnostic[];
}

/**
 * Reads a model from text, a file's bytes, a File (only the ranges needed are read), the Files of one checkpoint, the main
 * file first, or several Files of source code, which import each other. Other formats are recognized and converted to model text. Rejects with a ParamscopeError that has the
 * position of the error. `name` is the file name, which helps to recognize formats that their bytes do not identify; `as`
 * is the format to read the source as, where another one is recognized ('tensor-listing', 'pytorch-repr': model text …);
 * `build` is what to build of source code, such as 'GPT(GPTConfig(n_layer=4))', and `input` the shapes that its forward pass
 * gets, such as '(1, 3, 32, 32)', by default those that the code or the first layer suggests.
 */
export function parse(source: string | Uint8Array | ArrayBuffer | Blob | readonly Blob[], options?: { name?: string; as?: string; build?: string; input?: string }): Promise<Model>;

/** Where fetchModel() has got to. */
export interface FetchProgress {
  /** The file that something came of. */
  file: string;
  bytes: number;
  requests: number;
}

/** How fetchModel() fetches. */
export interface FetchOptions {
  /** A token of the hub, sent to it alone and only over https; programs outside of browsers only. */
  token?: string;
  /** The hub's address; by default 'https://huggingface.co'. */
  endpoint?: string;
  /** Stops fetching; fetchModel() then rejects with its reason. */
  signal?: AbortSignal;
  /** Fetches instead of the global function. */
  fetch?: Fetch;
  /** Called when something arrives. */
  onprogress?: (progress: FetchProgress) => void;
}

/** What fetchModel() resolves to. */
export interface FetchedModel {
  /** The model of config.json in the types of the files, or of the weights where there is none, where it is an estimate, or where they contradict it; with its parts, the components of a pipeline for example. */
  model: Model;
  /** The model that the headers of the weights make, where `model` is that of config.json; else null. */
  weights: Model | null;
  /** Bytes that came. */
  transferred: number;
  requests: number;
  /** The hosts that answered, the first one first. */
  hosts: string[];
}

/**
 * Fetches a model by its name on the Hugging Face hub ('org/name', 'org/name:Q4_K_M', 'hf:org/name@revision/file') or the address of a file: its
 * config and, by range requests, the headers of its weights, not the weights. Rejects with a ParamscopeError 'fetch' that says what
 * to do.
 */
export function fetchModel(name: string, options?: FetchOptions): Promise<FetchedModel>;
/** Writes a report of Model.report() as text, Markdown, CSV, LaTeX, derivation … */
export function format(report: Report, name?: string, options?: WriteOptions): string;
/** Writes a comparison of Model.compare() as text, Markdown, JSON or a waterfall, which is a picture. */
export function format(comparison: Comparison, name?: string): string;
/** Lists the shipped models, in the gallery's order. */
export function presets(): Promise<Preset[]>;
/** Reads a shipped model. */
export function preset(name: string): Promise<Model>;
/** Lists the FLOP conventions, the default first. */
export function conventions(): Promise<Convention[]>;
/** Lists the names that format() takes for a report, the default, or for a comparison. */
export function formats(of?: 'report' | 'comparison'): Promise<string[]>;
/** Lists the devices for the setting `device`, by memory. */
export function devices(): Promise<Device[]>;
/** Lists the optimizers for the setting `memory.train`. */
export function optimizers(): Promise<string[]>;
/** Sets the sources of the wasm: the library's engine, the element's and the file opener's, by default the library's folder. Call it first. */
export function configure(options: { wasm?: WasmSource; element?: WasmSource; opener?: WasmSource }): void;
/** Where a wasm file is: an address, bytes, or the compiled module. */
export type WasmSource = string | URL | ArrayBuffer | ArrayBufferView | WasmModule;
/** Versions of this library, of the report and of share links. */
export const versions: Readonly<{ library: string; report: 1; link: 1 }>;

// Globals of pages and of programs, of a type that nothing has where the types of a program do not know them.
type Instance<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never;
type AbortSignal = Instance<'AbortSignal'>;
type Blob = Instance<'Blob'>;
type URL = Instance<'URL'>;
type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : never;
type Fetch = typeof globalThis extends { fetch: infer T } ? T : (address: string, init?: object) => Promise<unknown>;
export {};
