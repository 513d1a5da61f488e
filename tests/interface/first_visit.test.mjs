// The sheet that a first visitor sees: a place to paste, models to try, and what can be asked.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, openPage, paste, stateWhere, until, widget } from './support.mjs';

const wide = { width: 1440, height: 1400 };
const phone = { width: 390, height: 844 };
const mostControls = 20;

const visit = (options = {}) => openPage({ viewport: wide, memory: new Map(), ...options });
const sheet = (page) => widget(page, 'dialog', 'Every parameter and every FLOP of your model, with the formula and the reason');
const field = (page) => widget(page, 'textbox', 'Your model');
const isOpen = (page, count) => until(() => sheet(page).count(), count);

/** The numbers of the chips, by their names. */
const examples = {
  'ResNet-50': ['25.6 M', '25557032'],
  'GPT-2': ['124 M', '124439808'],
  'LLaMA-2 7B': ['6.74 B', '6738415616'],
  'Qwen3-32B': ['32.8 B', '32762123264'],
  'model.py': [null, String(1 * 32 * 9 + 32 + 32 * 64 * 9 + 64 + 64 * 49 * 10 + 10)],
};

for (const viewport of [wide, phone]) {
  test(`each example is counted and has the number of its chip, at ${viewport.width} px`, async () => {
    for (const [name, [number, parameters]] of Object.entries(examples)) {
      const page = await visit({ viewport });
      const chip = sheet(page).getByRole('button', { name });
      assert.equal(await chip.getAttribute('aria-description'), number);
      await click(chip);
      await stateWhere(page, (state) => state.parameters === parameters && !state.stale);
      await isOpen(page, 0);
    }
  });

  test(`few controls are reached while it is open, at ${viewport.width} px`, async () => {
    const page = await visit({ viewport });
    const controls = page.widgets(['button', 'textbox', 'radio', 'slider', 'link', 'tab', 'row', 'option', 'separator', 'searchbox']);
    assert.ok(controls.length <= mostControls, controls.map(({ name }) => name).join(', '));
    for (const { node } of controls) {
      const { width, height } = viewport;
      assert.ok(node.x >= 0 && node.x + node.width <= width && node.y >= 0 && node.y + node.height <= height, node.name);
    }
  });
}

test('it is shown once, and not with a link or in an embed', async () => {
  const page = await visit();
  await isOpen(page, 1);
  await page.keyboard.press('Escape');
  await isOpen(page, 0);
  await page.reload();
  await isOpen(page, 0);
  assert.equal(await sheet(await visit({ state: [['preset', 'resnet-50']] })).count(), 0);
  assert.equal(await sheet(await visit({ embedded: true })).count(), 0);
});

test('a click beside it ends it', async () => {
  const page = await visit();
  await page.mouse.click(20, 880);
  await isOpen(page, 0);
});

test('what is pasted counts at once, in the field and elsewhere', async () => {
  for (const viewport of [wide, phone]) {
    const page = await visit({ viewport });
    await paste(page, 'Sequential(\n  (0): Linear(3, 4)\n)\n');
    await stateWhere(page, ({ parameters }) => parameters === '16');
    await isOpen(page, 0);
  }
});

test('a name that is typed is opened by Enter, a text after a pause', async () => {
  const named = await visit();
  await named.keyboard.type('resnet50');
  await named.pass(3);
  await isOpen(named, 1);
  await named.keyboard.press('Enter');
  await stateWhere(named, ({ source }) => source === 'ResNet-50');
  await isOpen(named, 0);
  const written = await visit();
  await written.keyboard.type('Linear(3, 4)');
  await isOpen(written, 1);
  await stateWhere(written, ({ parameters }) => parameters === '16');
  await isOpen(written, 0);
});

test('the button counts what is in the field', async () => {
  const page = await visit();
  await page.keyboard.type('gpt2');
  await click(sheet(page).getByRole('button', { name: 'Count', exact: true }));
  await stateWhere(page, ({ source }) => source === 'GPT-2 small');
});

for (const [question, tab] of [['How many parameters?', 'Formula'], ['Will it run on my GPU?', 'Will it run'], ['Why do tools disagree?', 'Conventions']]) {
  test(`a question opens its answer: ${question}`, async () => {
    const page = await visit();
    await click(button(page, question));
    await isOpen(page, 0);
    await until(() => widget(page, 'tab', tab).getAttribute('aria-selected'), 'true');
  });
}
