// The entry point of the library, for `import … from 'paramscope'` and for a script tag.
export * from './api/index.js';

// Defines <param-scope> in pages only: node and workers have no elements.
if (globalThis.document && globalThis.customElements) import('./element/param-scope.js');
