// What axe-core finds wrong with a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const contrast = 'color-contrast';

/** Options of violations(): all rules but the contrast of colours, and that alone. */
export const withoutContrast = { rules: { [contrast]: { enabled: false } } };
export const onlyContrast = { runOnly: [contrast] };

/**
 * Runs axe-core over a page, with options of axe.run(). Resolves to a text for each broken rule: its name, and the first three elements that
 * break it. The rest of the report stays in the page, since sending it takes longer than making it.
 */
export async function violations(page, options = {}) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axe);
  return page.evaluate(async (chosen) => {
    const found = await window.axe.run({ resultTypes: ['violations'], ...chosen });
    const first = (nodes) => nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`).join('\n');
    return found.violations.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
  }, options);
}
