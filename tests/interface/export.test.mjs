// Export: every format can be looked at, copied and saved.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { click, openPage, paste, settle, stateWhere } from './support.mjs';

const model = 'd = 64   # width\nNet(\n  (fc): Linear(d, 10)\n)';

async function opened() {
  const page = await openPage({ viewport: { width: 1400, height: 900 } });
  await paste(page, model);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await click(page.getByRole('button', { name: 'Share', exact: true }));
  await click(page.getByRole('menuitem', { name: 'Export as…', exact: true }));
  await settle(page);
  return page;
}

async function pick(page, format) {
  await click(page.getByRole('button', { name: /^Format: / }));
  await settle(page);
  await click(page.getByRole('menuitemcheckbox', { name: format, exact: true }));
  await settle(page);
}

async function saved(page) {
  await click(page.getByRole('button', { name: 'Save file' }));
  return page.host.saved.at(-1);
}

test('a derivation is copied as it is shown, in either language', async () => {
  const page = await opened();
  await click(page.getByRole('button', { name: 'Copy', exact: true }));
  await settle(page);
  const english = page.host.copied.at(-1);
  await page.getByText('- fc — Linear: d_in·d_out + d_out = 64·10 + 10 = 650').waitFor({ state: 'attached' });
  assert.match(english, /- `fc` — Linear: d\\_in·d\\_out \+ d\\_out = 64·10 \+ 10 = 650\n/);
  await click(page.getByRole('radio', { name: '中文' }));
  await settle(page);
  assert.match((await saved(page)).text, /^## Net：计算过程\n/);
});

test('every format is saved under its own ending', async () => {
  const page = await opened();
  const begins = {
    'Derivation, LaTeX': [/\.tex$/, /^\\section\*/],
    'Derivation with pictures, to print': [/\.html$/, /^<!doctype html>[^]*<article class="report">\n<svg role="img"[^]*<h1>Net: the calculation<\/h1>/],
    'Card for slides, SVG': [/\.svg$/, /^<svg role="img"[^]*<title>Net: parameters 650<\/title>/],
    'Badge for a README, SVG': [/\.svg$/, /^<svg role="img"[^]*>650<\/text>/],
    Markdown: [/\.md$/, /^## Net\n/],
    'LaTeX table': [/\.tex$/, /^\\begin\{tabular\}/],
    CSV: [/\.csv$/, /^path,type,/],
    JSON: [/\.json$/, /^\{\s*"format": "paramscope-report"[^]*"memory_plan": \{[^]*"roofline": \{/],
    'Model text': [/\.txt$/, /Linear\(/],
  };
  for (const [format, [ending, start]] of Object.entries(begins)) {
    await pick(page, format);
    const { name, text } = await saved(page);
    assert.match(name, ending, format);
    assert.match(text, start, format);
  }
});

test('a saved badge has its line for a README on the clipboard', async () => {
  const page = await opened();
  await pick(page, 'Badge for a README, SVG');
  const { name } = await saved(page);
  assert.equal(page.host.copied.at(-1), `![650 parameters](${name})`);
});

test('what is printed is the derivation with pictures, not the canvas', async () => {
  const page = await opened();
  const printed = await page.printed();
  assert.match(printed, /<style>[^]*<article class="report">\n<svg [^]*<h1>Net: the calculation<\/h1>/);
  assert.match(printed, /<code>fc<\/code> — Linear: <math>/);
});
