// <param-scope> in Svelte 4 and 5: import type {} from 'paramscope/svelte', once in a project.
import type { ErrorDetail, ParamScope, ParamScopeAttributes, ReportDetail } from 'paramscope/element';
import type { HTMLAttributes } from 'svelte/elements';

type ParamScopeProps = Omit<HTMLAttributes<ParamScope>, keyof ParamScopeAttributes | 'onerror' | 'on:error'> & ParamScopeAttributes & {
  onreport?: (event: CustomEvent<ReportDetail>) => void;
  onerror?: (event: CustomEvent<ErrorDetail>) => void;
  'on:report'?: (event: CustomEvent<ReportDetail>) => void;
  'on:error'?: (event: CustomEvent<ErrorDetail>) => void;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'param-scope': ParamScopeProps;
  }
}

declare global {
  namespace svelteHTML {
    interface IntrinsicElements {
      'param-scope': ParamScopeProps;
    }
  }
}
