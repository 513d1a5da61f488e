// Lets node import the page's own scripts (web/page/host): what only a build has comes from the sources, and files are read by the
// program of the tests.
import { register } from 'node:module';

const replaced = {
  'built:chinese': new URL('./chinese.mjs', import.meta.url).href,
  '../../open/opening.js': new URL('./readers.mjs', import.meta.url).href,
};

const hooks = `
const replaced = ${JSON.stringify(replaced)};
export const resolve = (specifier, context, next) =>
  (replaced[specifier] ? { url: replaced[specifier], shortCircuit: true } : next(specifier, context));
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** The little of a document that the page's scripts for languages touch. */
globalThis.document ??= { documentElement: { lang: 'en' } };
