// Types of <param-scope>. Kept by hand; tests/types holds them to real use.
import type { ParamscopeError, Report, Settings } from 'paramscope';

/** What a `report` event carries. */
export interface ReportDetail {
  report: Report;
  /** The model's text, where it was written inside the element. */
  text?: string;
  /** The shipped model's name, where one was asked for. */
  preset?: string;
  /** The title shown. */
  name: string;
}

export interface ParamScopeEventMap extends HTMLElementEventMap {
  report: CustomEvent<ReportDetail>;
}

/** A model set into a page; importing this module registers it as <param-scope>. */
export class ParamScope extends HTMLElement {
  /** Where embed.html is, for view="app"; null where no site is known. */
  static appUrl: string | null;
  /** A shipped model's name. Properties are the attributes of the same name, '' where there is none. */
  preset: string;
  /** "layers=24; d=4096"; an object may be assigned as well. */
  get set(): string;
  set set(values: string | Settings['set'] | null);
  input: string;
  convention: string;
  /** "table", the default, or "app". */
  view: string;
  /** How many levels of modules are open at first. */
  get depth(): string;
  set depth(levels: string | number | null);
  /** "auto", the default: the page's own colours; "light" or "dark". */
  theme: string;
  name: string;
  /** The last report; null before the first. */
  readonly report: Report | null;
  /** The last report as a text. Throws a ParamscopeError before the first. */
  format(name?: string, options?: { depth?: number }): string;
  addEventListener<K extends keyof ParamScopeEventMap>(
    type: K, listener: (this: ParamScope, event: ParamScopeEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** What the detail of an `error` event carries. */
export interface ErrorDetail {
  error: ParamscopeError;
}

declare global {
  interface HTMLElementTagNameMap {
    'param-scope': ParamScope;
  }
}
