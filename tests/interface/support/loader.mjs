// Lets node import the page's own scripts (web/page/host): what only a build has comes from the sources, and workers are those of
// the tests.
import { register } from 'node:module';

import { readersParts } from '../../../web/parts.js';

const here = (name) => new URL(name, import.meta.url).href;

/** A script whose text is its name: workers.mjs knows it by that. */
const script = (name) => `data:text/javascript,export default '${name}'`;

const replaced = {
  'built:chinese': here('./chinese.mjs'),
  'built:count-worker': script('count'),
  'built:known-configs': here('./known_configs.mjs'),
  'built:open-worker': script('open'),
  ...Object.fromEntries(readersParts.map((part) => [`built:paramscope-open.${part}.wasm`, 'data:text/javascript,export default undefined'])),
  'built:paramscope-open.wasm': here('./readers.mjs'),
  './run.js': here('./readers.mjs'),
  '../start_worker.js': here('./workers.mjs'),
};

const hooks = `
const replaced = ${JSON.stringify(replaced)};
export const resolve = (specifier, context, next) =>
  (replaced[specifier] ? { url: replaced[specifier], shortCircuit: true } : next(specifier, context));
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** The little of a document that the page's scripts for languages touch. */
globalThis.document ??= { documentElement: { lang: 'en' }, getElementById: () => null };
/** By this class the page's scripts know that they are not in node. */
globalThis.FileReader ??= class {};
