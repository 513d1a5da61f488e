// The library: what `import … from 'paramscope'` and a script tag give.
export * from './api/index.js';

// In a page, <param-scope> as well. node and workers know no elements, and never load it.
if (globalThis.document && globalThis.customElements) import('./element/param-scope.js');
