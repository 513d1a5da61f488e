// <param-scope> in templates of Vue: import type {} from 'paramscope/vue', once in a project. The compiler must know that it is
// no component of Vue: compilerOptions.isCustomElement = (tag) => tag === 'param-scope'.
import type { ErrorDetail, ParamScopeAttributes, ReportDetail } from 'paramscope/element';
import type { DefineComponent, HTMLAttributes } from 'vue';

interface ParamScopeEvents {
  onReport?: (event: CustomEvent<ReportDetail>) => void;
  onError?: (event: CustomEvent<ErrorDetail>) => void;
}

declare module 'vue' {
  interface GlobalComponents {
    'param-scope': DefineComponent<ParamScopeAttributes & ParamScopeEvents & HTMLAttributes>;
  }
}
