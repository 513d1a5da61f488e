// The visit of somebody who has a model and knows nothing of the page: paste it, find its biggest layer, see whether a
// GPU of 24 GB holds it, share the link. Every click and key is counted; more than today's is a step back.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, pageUrl, settle, stateWhere, until, widget } from './support.mjs';

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const width = 4096;
const words = 50000;
const layers = 32;
const blocks = `${layers} x Sequential(
      (0): Linear(in_features=${width}, out_features=${4 * width}, bias=False)
      (1): Linear(in_features=${4 * width}, out_features=${width}, bias=False)
    )`;
const ownModel = `Sequential(
  (embedding): Embedding(${words}, ${width})
  (blocks): Sequential(
    (0-${layers - 1}): ${blocks}
  )
  (head): Linear(in_features=${width}, out_features=${words}, bias=True)
)
`;
const parameters = String(words * width + layers * 2 * 4 * width * width + words * width + words);

/** A visitor whose clicks, taps and keys are counted; `press` of a chord is one. */
class Visitor {
  steps = [];

  constructor(page) {
    this.page = page;
  }

  async choose(place) {
    await place.waitFor({ state: 'attached' });
    this.steps.push(await place.getAttribute('aria-label') ?? await place.textContent());
    await click(place);
    await settle(this.page);
  }

  async press(chord) {
    await this.page.keyboard.press(chord);
    this.steps.push(chord);
    await settle(this.page);
  }

  async copied() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

/** Opens the page with the model on the clipboard. */
async function visit(options) {
  const page = await openPage({ ...options, ...clipboard });
  await settle(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ownModel);
  return new Visitor(page);
}

const seesOwnModel = async ({ page }) => stateWhere(page, (shown) => shown.parameters === parameters);

/** The map of the model names the biggest layer. */
const seesBiggestLayer = ({ page }) => until(() => page.getByRole('option', { name: 'head, 205 M' }).count(), 1);

/** The verdict beside the total says whether a GPU of 24 GB holds the model. */
const seesVerdict = ({ page }) => until(() => page.getByRole('button', { name: /^Will it run: Fits RTX 4090, / }).count(), 1);

/** The link on the clipboard opens the same model. */
async function leadsToOwnModel(visitor) {
  await until(async () => (await visitor.copied()).startsWith(await pageUrl()), true);
  const page = await openPage({ url: await visitor.copied() });
  await stateWhere(page, (shown) => shown.parameters === parameters);
}

test('a visit with mouse and keyboard takes three steps', async () => {
  const visitor = await visit({ viewport: { width: 1440, height: 900 } });
  await visitor.press('ControlOrMeta+v');
  await seesOwnModel(visitor);
  await seesBiggestLayer(visitor);
  await seesVerdict(visitor);
  await visitor.choose(button(visitor.page, 'Share'));
  await visitor.choose(widget(visitor.page, 'menuitem', 'Copy link'));
  await leadsToOwnModel(visitor);
  assert.ok(visitor.steps.length <= 3, visitor.steps.join(', '));
});

test('a visit by touch on a phone takes three taps', async () => {
  const visitor = await visit(phone);
  await visitor.choose(button(visitor.page, 'Paste'));
  await seesOwnModel(visitor);
  await seesBiggestLayer(visitor);
  await seesVerdict(visitor);
  await visitor.choose(button(visitor.page, 'Share'));
  await visitor.choose(widget(visitor.page, 'menuitem', 'Copy link'));
  await leadsToOwnModel(visitor);
  assert.ok(visitor.steps.length <= 3, visitor.steps.join(', '));
});
