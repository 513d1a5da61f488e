// Declares the types of <param-scope>. Written by hand; tests/types checks them.
import type { ParamscopeError, Report, Settings, WasmSource, WriteOptions } from 'paramscope/engine';

/** The detail of a `report` event. */
export interface ReportDetail {
  report: Report;
  /** The model's text or source code, if it is written inside the element. */
  text?: string;
  /** What is built of source code, as the attribute names it. */
  build?: string;
  /** The shipped model's name, if one is shown. */
  preset?: string;
  /** The displayed title. */
  name: string;
}

/** The events of <param-scope>. */
export interface ParamScopeEventMap extends HTMLElementEventMap {
  report: CustomEvent<ReportDetail>;
}

/** The attributes of <param-scope>, for the types of templates: with hyphens nowhere, and text unless noted. */
export interface ParamScopeAttributes {
  /** A shipped model's name. */
  preset?: string;
  /** What to build of source code: "GPT(GPTConfig(n_layer=4))". */
  build?: string;
  /** Hyper-parameters: "layers=24; d=4096". */
  set?: string;
  /** The input shape, "1,3,224,224". */
  input?: string;
  /** The FLOP convention. */
  convention?: string;
  /** "forward", "training" or "decode". */
  mode?: 'forward' | 'training' | 'decode' | (string & {});
  /** A token attends only to itself and the tokens before it. */
  causal?: boolean | '';
  /** A device, "H100", whose least times the strip and the roofline show. */
  device?: string;
  /** With view "timeline", how the model runs or is trained: "inference", "full", "mixed", "lora" or "qlora". */
  recipe?: string;
  /** How the model is shown. */
  view?: 'table' | 'compact' | 'strip' | 'diagram' | 'roofline' | 'timeline' | 'app' | (string & {});
  /** The parts that are shown, in this order: "parameters formula macs flops memory picture table source". */
  show?: string;
  /** The number of module levels that are open at first. */
  depth?: string | number;
  /** "auto", "light" or "dark". */
  theme?: 'auto' | 'light' | 'dark' | (string & {});
  /** The displayed title. */
  name?: string;
  /** With view "app": readers may open models by name or address; each time they are asked. */
  network?: boolean | '';
}

/** An element that shows a model in a page; importing this module registers it as <param-scope>. */
export class ParamScope extends HTMLElement {
  /** The address of embed.html, for view="app"; null if no site is known. */
  static appUrl: string | null;
  /** A shipped model's name. Each property reflects the attribute of its name; '' if that is absent. */
  preset: string;
  /** What to build of source code: "GPT(GPTConfig(n_layer=4))". */
  build: string;
  /** "layers=24; d=4096"; may be assigned an object. */
  get set(): string;
  set set(values: string | Settings['set'] | null);
  /** The input shape, "1,3,224,224"; several are separated by ";". */
  input: string;
  /** The FLOP convention, "flops" by default. */
  convention: string;
  /** "forward", the default, "training" or "decode". */
  mode: string;
  /** A token attends only to itself and the tokens before it. */
  causal: boolean;
  /** A device, "H100", whose least times the strip and the roofline show. */
  device: string;
  /** With view "timeline": "inference", "full", "mixed", "lora" or "qlora". */
  recipe: string;
  /** The parts that are shown, in this order: "parameters formula macs flops memory picture table source"; '' for those of the view. */
  show: string;
  /** "table", "compact", "strip", "diagram", "roofline", "timeline" or "app"; by default "compact" for long models, else "table". */
  view: string;
  /** The number of module levels that are open at first. */
  get depth(): string;
  set depth(levels: string | number | null);
  /** "auto", the default: the page's own colours; "light" or "dark". */
  theme: string;
  /** The displayed title. */
  name: string;
  /** With view "app": whether a reader may fetch models by name or address; false by default. */
  network: boolean;
  /** The last report; null before the first. */
  readonly report: Report | null;
  /**
   * Writes the last report as "text", "json", "csv", "markdown", "latex", "model", "html", "strip", "diagram" or "roofline". Throws a ParamscopeError
   * before the first report, and for what only the library writes: derivations, conventions, memory, and a device in anything but pictures.
   */
  format(name?: string, options?: WriteOptions): string;
  addEventListener<K extends keyof ParamScopeEventMap>(
    type: K, listener: (this: ParamScope, event: ParamScopeEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** Sets the sources of the element's wasm and of the file opener's, as configure() of the library does, without loading the library. */
export function configure(options: { element?: WasmSource; opener?: WasmSource }): void;

/** The detail of an `error` event. */
export interface ErrorDetail {
  error: ParamscopeError;
}

declare global {
  interface HTMLElementTagNameMap {
    'param-scope': ParamScope;
  }
}
