// <param-scope> in JSX of React 18 and 19: import type {} from 'paramscope/react', once in a project.
import type { ErrorDetail, ParamScope, ParamScopeAttributes, ReportDetail } from 'paramscope/element';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

/** React 19 adds listeners for events by these names; React 18 needs a ref and addEventListener(). */
interface ParamScopeEvents {
  onreport?: (event: CustomEvent<ReportDetail>) => void;
  onerror?: (event: CustomEvent<ErrorDetail>) => void;
}

type ParamScopeProps = Omit<DetailedHTMLProps<HTMLAttributes<ParamScope>, ParamScope>, keyof ParamScopeAttributes> & ParamScopeAttributes & ParamScopeEvents;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'param-scope': ParamScopeProps;
    }
  }
}
