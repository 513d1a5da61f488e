// Rows about the page in a browser, of a release. What drives the browser is in tests/bench; it is loaded when it is needed,
// since it imports packages.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { whole } from '../figures.mjs';
import { rounds } from '../rounds.mjs';
import { root } from '../../steps.mjs';
import { beside, figure } from './figure.mjs';

const notBuilt = 'not here: npm run build';
const without = (what, reason) => [{ what, ours: reason, beside: [] }];
const ofMilliseconds = (milliseconds) => ({ seconds: milliseconds / 1000 });

/**
 * The time until the page is ready. page_ready.mjs exports measure({ runs, site }), which resolves to
 * [{ what, ours, beside: { name: … } }] in milliseconds, medians of interleaved runs.
 */
export async function pageRows({ runs, release, progress }) {
  const what = 'the page on a slow line, until it is ready';
  const script = join(root, 'tests/bench/page_ready.mjs');
  const page = release('index.html');
  if (!page) return without(what, { absent: notBuilt });
  if (!existsSync(script)) return without(what, { absent: 'not here: tests/bench/page_ready.mjs' });
  progress(`${runs} runs`);
  try {
    const { measure } = await import(script);
    return (await measure({ runs, site: dirname(page) })).map(({ what, ours, beside: others }) => ({
      what,
      ours: figure(ofMilliseconds(ours)),
      beside: Object.entries(others).map(([name, milliseconds]) => beside(name, ofMilliseconds(milliseconds))),
    }));
  } catch (error) {
    return without(what, { failed: error.message });
  }
}

/** A frame while the tree scrolls: one measurement is the mean of many frames. */
export async function scrollRows({ release, progress }) {
  const page = release('index.html');
  if (!page) return without('a frame of the page while a large tree scrolls', { absent: notBuilt });
  const { large, measure, small } = await import('../../../tests/bench/tree_scroll.mjs');
  const what = `a frame of the page while ${whole(large)} rows scroll`;
  const { frames } = await rounds({ frames: () => measure(dirname(page), [small, large]) }, 1, progress);
  if (frames.failed) return without(what, frames);
  return [{
    what,
    ours: figure(ofMilliseconds(frames[1])),
    beside: [beside(`with ${whole(small)} rows`, ofMilliseconds(frames[0]))],
  }];
}

/** What a person sees of a large model that is dropped on the page: one opening, in elapsed time. */
export async function longCountRows({ release, progress }) {
  const page = release('index.html');
  if (!page) return without('a large model dropped on the page', { absent: notBuilt });
  const { large, measure } = await import('../../../tests/bench/long_count.mjs');
  const name = `${whole(large)} equal modules dropped on the page`;
  const { counts } = await rounds({ counts: () => measure(dirname(page)) }, 1, progress);
  if (counts.failed) return without(name, counts);
  const megabytes = `${Math.round(counts.bytes / 1e6)} MB`;
  return [
    { what: `${name}: until the numbers`, ours: figure(counts), beside: [] },
    { what: `${name}: the longest frame`, ours: figure(ofMilliseconds(counts.frame)), beside: [] },
    { what: `${name}: memory`, ours: { text: megabytes, amount: counts.bytes }, beside: [] },
  ];
}
