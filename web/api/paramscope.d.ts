// Types of the library. Kept by hand; tests/types holds them to real use.

/** A whole number, exact: a BigInt beyond 2^53. */
export type Integer = number | bigint;

/** A number, or an expression over hyper-parameters: 24, 24n, '4*d', '32k'. */
export type Expression = number | bigint | string;

/** What a count starts from. Nothing of it changes the model's text. */
export interface Settings {
  /** Hyper-parameters set from outside. */
  set?: Readonly<Record<string, Expression>>;
  /** Input shapes instead of the model's own: '1,3,224,224', [1, 3, 224, 224], or several: [[1, 128], [1, 64]]. */
  input?: string | readonly Expression[] | readonly (readonly Expression[])[];
  /** How operations are weighed into FLOPs: a name of conventions(). Default: 'flops'. */
  convention?: string;
}

export type Status = 'counted' | 'zero' | 'unknown';

/** A message about a place of the text or file. */
export interface Diagnostic extends Message {
  severity: 'error' | 'warning' | 'note';
  /** From 1; null where it belongs to no place of the text. */
  line: number | null;
  column: number | null;
  /** Of opened files: which text the place is in. */
  in?: 'file' | 'model-text';
  /** Dotted path of the module concerned; '' for the root or for none. */
  path: string;
}

/** The numbers of a module with all that is in it. null: not known. */
export interface Numbers {
  parameters: Integer | null;
  /** Parameters that work on one token: of routed experts, as many as a token goes to. */
  active: Integer | null;
  /** Elements as they are stored: quantized layers pack several parameters into one. */
  stored: Integer | null;
  trainable: Integer | null;
  frozen: Integer | null;
  buffers: Integer | null;
  macs: Integer | null;
  flops: Integer | null;
  /** false: a part is unknown, and the number is the least it can be. */
  parameters_complete: boolean;
  active_complete: boolean;
  flops_complete: boolean;
}

export interface Tensor {
  name: string;
  role: 'parameter' | 'buffer';
  /** A size is null where it is not known, a text where it is a fraction. */
  shape: (Integer | string | null)[];
  elements: Integer | null;
  dtype: string;
  trainable: boolean;
  /** Path of the tensor it shares; it adds no elements then. */
  tied_to: string | null;
  /** print() does not show it. */
  hidden: boolean;
  /** Its size was taken from its neighbours. */
  inferred: boolean;
}

/** A sentence: for programs its code and values, for people its English. */
export interface Message {
  /** Stays the same when the sentence is reworded; null for words of the model text itself. */
  code: string | null;
  arguments: Record<string, string | Message>;
  message: string;
}

export interface Node extends Numbers {
  /** Dotted path of the first instance, 'encoder.0.attn'; '' for the root. */
  path: string;
  /** As printed: '0-5'. */
  name: string;
  type: string;
  family: string;
  depth: number;
  repeat: Integer | null;
  output: Integer[] | null;
  status: Status;
  formula: string | null;
  flops_formula: string | null;
  tensors: Tensor[];
  notes: Message[];
}

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
  /** What was counted: one forward pass, a training step, or one token against those before it. */
  mode: 'forward' | 'training' | 'decode';
  /** Whether a token attends to itself and those before it only. */
  causal: boolean;
  totals: Numbers & { bytes: Integer | null };
  formula: Record<'parameters' | 'active' | 'stored' | 'buffers' | 'macs' | 'flops', string | null>;
  /** In print order; a repeated module once. */
  nodes: Node[];
  notes: string[];
  diagnostics: Diagnostic[];
}

export type Subject = 'parameters' | 'macs' | 'flops';
export type Notation = 'plain' | 'unicode' | 'latex';

/** One line of a derivation. */
export interface ExplainedLine {
  subject: string;
  formula: string;
  /** The formula with numbers put in, not yet multiplied out. */
  numbers: string;
  result: Integer | null;
  values: Record<string, Integer | string>;
}

export interface Explanation {
  total: ExplainedLine;
  parts: ExplainedLine[];
  /** What remains when only the leading terms are kept; null where that is the formula itself. */
  approximation: { formula: string; value: Integer | null } | null;
}

export type ErrorCode =
  | 'model' | 'setting' | 'input' | 'convention' | 'format' | 'path' | 'preset'
  | 'argument' | 'released' | 'load' | 'crashed';

/** The one kind of error this library throws. */
export class ParamscopeError extends Error {
  private constructor();
  readonly code: ErrorCode;
  /** From 1, in the model's text or in the setting's own; undefined where there is no place. */
  readonly line?: number;
  readonly column?: number;
  /** Dotted path of the module concerned. */
  readonly path?: string;
  /** Name of the hyper-parameter whose setting is wrong. */
  readonly subject?: string;
  readonly diagnostics: Diagnostic[];
}

/** A model that was read. Its memory is freed when it is collected, or at once by delete(). */
export class Model {
  private constructor();
  readonly name: string;
  /** What the reader had to say: warnings and notes. */
  readonly diagnostics: Diagnostic[];
  /** What it was opened from; undefined where it came as model text. */
  readonly opened?: Opened;
  report(settings?: Settings): Report;
  nodes(settings?: Settings): Node[];
  format(name: string, options?: Settings & { depth?: number }): string;
  /** null where the number is not known. */
  formula(path?: string, notation?: Notation, options?: Settings & { of?: Subject }): string | null;
  explain(path?: string, options?: Settings & { of?: Subject; notation?: Notation }): Explanation;
  /** As `input` takes it; null when nothing suggests itself. */
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

export interface Convention {
  name: string;
  summary: string;
}

/** What was opened to read a model that was no model text: a checkpoint, a configuration, a listing... */
export interface Opened {
  /** The format: 'safetensors', 'gguf', 'pytorch', ... */
  source: string;
  /** The model text it was opened as. */
  text: string;
  /** Bytes that were looked at, of all the bytes of its files. */
  bytesRead: number;
  size: number;
  /** Notes and warnings about the file; what is wrong with it makes parse() reject. */
  diagnostics: Diagnostic[];
}

/**
 * Reads a model: text, a file's bytes, a File (of which only the ranges needed are read), or the Files of one checkpoint,
 * the one to open first. What is no model text is opened as what it is. Rejects with a ParamscopeError that says
 * where it is wrong. `name` helps where bytes do not tell what a file is.
 */
export function parse(source: string | Uint8Array | ArrayBuffer | Blob | readonly Blob[], options?: { name?: string }): Promise<Model>;
/** A report as text, Markdown, CSV, LaTeX, JSON or model text; `depth` leaves deeper rows out. */
export function format(report: Report, name?: string, options?: { depth?: number }): string;
/** The shipped models, in the gallery's order. */
export function presets(): Promise<Preset[]>;
/** A shipped model, read. */
export function preset(name: string): Promise<Model>;
/** Ways to weigh operations into FLOPs, the default first. */
export function conventions(): Promise<Convention[]>;
/** Names that format() takes. */
export function formats(): Promise<string[]>;
/** Where the wasm of the engine, and of what opens files, is if not beside this file. To be called before anything else. */
export function configure(options: { wasm?: WasmSource; opener?: WasmSource }): void;
export type WasmSource = string | URL | BufferSource | WebAssembly.Module;
/** Versions of this library, of the report and of share links. */
export const versions: Readonly<{ library: string; report: 1; link: 1 }>;
