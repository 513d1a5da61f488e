// Rows about the page in a browser, of a release.
import { dirname } from 'node:path';

import { duration, whole } from '../figures.mjs';
import { rounds } from '../rounds.mjs';
import { beside, figure } from './figure.mjs';

const notBuilt = { absent: 'not here: npm run build' };

/** A frame while the tree scrolls. One measurement is the mean of many frames, and takes long enough. */
export async function scrollRows({ release, progress }) {
  const { large, measure, small } = await import('../../../tests/bench/tree_scroll.mjs');
  const what = `a frame of the page while ${whole(large)} rows scroll`;
  const page = release('index.html');
  if (!page) return [{ what, ours: notBuilt, beside: [] }];
  const { both } = await rounds({ both: () => measure(dirname(page), [small, large]) }, 1, progress);
  if (both.failed) return [{ what, ours: both, beside: [] }];
  const [few, many] = [both[0], both[1]].map((milliseconds) => ({ seconds: milliseconds / 1000 }));
  return [{ what, ours: figure(many), beside: [beside(`with ${whole(small)} rows`, few)] }];
}
export async function pageRows() { return []; }
