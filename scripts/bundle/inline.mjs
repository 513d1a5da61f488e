// Puts styles into the pages that use them, so that a page is painted before any other file arrives.
import { createHash } from 'node:crypto';
import { build } from 'esbuild';

import { StepError } from '../steps.mjs';
import { esbuildOptions } from './options.mjs';

/** Bundles one entry with esbuild into a text. */
export async function textOf(entry, options = {}) {
  const { outputFiles } = await build({ ...esbuildOptions, ...options, entryPoints: [entry], write: false });
  return outputFiles[0].text.trim();
}

/** The hash by which a policy allows an inline script or style. */
export const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Replaces all matches of `pattern`, of which there must be at least one. */
export function substitute(html, pattern, text) {
  if (!html.match(pattern)) throw new StepError(`The page has nothing like ${pattern}, which the build replaces.`);
  return html.replace(pattern, () => text);
}

/** Puts the style of a page of web/ into it; its policy allows that style and no other. */
export async function withStyle(html) {
  const [link, source] = /<link rel="stylesheet" href="([^"]*)">/.exec(html);
  const style = await textOf(`web/${source}`);
  return substitute(html.replace(link, () => `<style>${style}</style>`), /(?<=style-src )'self'/, hashOf(style));
}
