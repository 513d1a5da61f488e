// What axe-core finds wrong with a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds wrong with a page as it is: for each rule that is broken a text with its name and the first elements that break it.
 * Only that leaves the page: axe-core's own report of a page takes a second to read. `colours: false` leaves out the contrast of colours,
 * `colours: 'only'` all other rules.
 */
export async function violations(page, { colours = true } = {}) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axe);
  const contrast = 'color-contrast';
  const rules = { true: {}, false: { rules: { [contrast]: { enabled: false } } }, only: { runOnly: [contrast] } }[colours];
  return page.evaluate(async (chosen) => {
    const found = await window.axe.run({ resultTypes: ['violations'], ...chosen });
    const first = (nodes) => nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`).join('\n');
    return found.violations.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
  }, rules);
}
