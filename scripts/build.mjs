// `npm run build`: builds the shipped files in dist/, with compressed copies, and reports their sizes.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bundle } from './bundle.mjs';
import { digestOf } from './bundle/digest.mjs';
import { compressSite } from './compress.mjs';
import { setup } from './setup.mjs';
import { compare, complaint, measures, titles, weigh } from './size.mjs';
import { build, main, root, say, StepError } from './steps.mjs';

const dist = join(root, 'dist');

/** Copies the bundle to dist/ and compresses it, unless dist/ is up to date. */
function ship(made) {
  const record = join(root, 'build/dist.digest');
  const digest = digestOf([made, 'scripts/compress.mjs']);
  if (existsSync(dist) && existsSync(record) && readFileSync(record, 'utf8') === digest) return;
  say('Compressing');
  const making = `${made}.compressed`;
  rmSync(making, { recursive: true, force: true });
  cpSync(made, making, { recursive: true });
  compressSite(making);
  rmSync(dist, { recursive: true, force: true });
  renameSync(making, dist);
  writeFileSync(record, digest);
}

function printWeights(weights) {
  const line = (name, ...cells) => console.log(name.padEnd(36) + cells.map((cell) => String(cell).padStart(12)).join(''));
  line('Bytes', 'raw', 'gzip', 'brotli');
  for (const [name, { raw, gzip, brotli }] of Object.entries(weights)) {
    line(titles[name], ...[raw, gzip, brotli].map((size) => size.toLocaleString('en')));
  }
  console.log(`The page is ${(weights.page.gzip / weights.emptyWindow.gzip).toFixed(2)} times the empty window (gzip).`);
}

await main(async () => {
  await setup('page');
  await build('web-release');
  const made = await bundle();
  ship(made);

  say('\nSizes');
  const weights = weigh(made, ...Object.keys(measures));
  printWeights(weights);
  const { holds, items } = compare(weights);
  const complaints = items.filter(({ is, atMost }) => is > atMost).map(complaint).join('\n');
  if (complaints && holds) throw new StepError(complaints);
  if (complaints) console.log(`${complaints}\n(The budget is for another Emscripten: no failure.)`);
});
