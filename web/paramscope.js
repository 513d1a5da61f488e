// The library: what `import … from 'paramscope'` and a script tag give.
export * from './api/index.js';
