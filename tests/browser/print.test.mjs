// Paper: printing the page gives the derivation with pictures, not a picture of the canvas.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { openPage } from './support.mjs';

test('printing gives the derivation with pictures, and leaves the page as it was', async () => {
  const page = await openPage({ hash: '#gpt2' });
  const article = page.locator('.printed >> article');
  assert.equal(await article.count(), 0);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.ok(await article.getByRole('heading', { name: 'GPT-2 small: the calculation' }).isVisible());
  assert.equal(await article.locator('> svg').count(), 2);
  assert.equal(await article.locator('math').first().evaluate((math) => math.namespaceURI), 'http://www.w3.org/1998/Math/MathML');
  assert.equal(await page.locator('#canvas').isVisible(), false);
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > 2000), 'all of it');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await article.count(), 0);
  assert.ok(await page.locator('#canvas').isVisible());
});
