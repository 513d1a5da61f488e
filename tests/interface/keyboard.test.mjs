// Everything by keyboard alone: Tab, arrows, Enter and Escape reach and work all that the mirror shows.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { openPage, paste, settle, state, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };

const opened = (options = wide) => openPage(options);

async function press(page, key) {
  await page.keyboard.press(key);
  await settle(page);
}

/** The widget that has the keyboard, as "role name". */
const focused = async (page) => page.focusedName();

const mostKeys = 150;

/** Presses a key until the keyboard is at a widget. */
async function goTo(page, wanted, key = 'Tab') {
  const seen = [];
  for (let i = 0; i < mostKeys; ++i) {
    const now = await focused(page);
    if (typeof wanted === 'string' ? now === wanted : wanted.test(now)) return now;
    seen.push(now);
    await press(page, key);
  }
  return assert.fail(`${key} never comes to ${wanted}, but to ${[...new Set(seen)].join(' | ')}`);
}

/** Tab comes to the chosen one of a group, an arrow to another, Enter chooses it. */
async function choose(page, wanted, chosen = wanted, arrow = 'ArrowRight') {
  await goTo(page, chosen);
  await goTo(page, wanted, arrow);
  await press(page, 'Enter');
}

const isOn = (page, role, name) => until(
  () => widget(page, role, name).first().evaluate((element) => element.ariaChecked ?? element.ariaSelected), 'true');

const roving = ['tab', 'radio', 'option', 'row'];
const worked = ['button', 'checkbox', 'separator', 'columnheader', 'link', 'slider', 'textbox', ...roving];

/** What the keyboard has come to, by role and name, for rows come and go while the tree scrolls. */
class Visits {
  #known = new Set();
  #page;

  constructor(page) {
    this.#page = page;
  }

  #unknown(widgets) {
    return widgets.filter(({ isStop, name }) => isStop && !this.#known.has(name)).map(({ name }) => name);
  }

  /** Adds the widget that has the keyboard; true for one of a group of which Tab reaches one. */
  add() {
    this.#known.add(this.#page.focusedName());
    return roving.includes(this.#page.focusedName().split(' ')[0]);
  }

  /** Names of the widgets beside the one that has the keyboard that it has not come to. */
  unknownBeside(group) {
    return this.#unknown(this.#page.widgetsIn(group));
  }

  left() {
    return this.#unknown(this.#page.widgets(worked));
  }
}

/** Visits a group by an arrow, until it ends or the keyboard leaves it: then comes back. */
async function visitGroup(page, visits, group, arrow, opposite) {
  let last;
  for (let step = 0; step < mostKeys && visits.unknownBeside(group).length > 0; ++step) {
    await press(page, arrow);
    if (page.groupOfFocus() !== group) {
      await press(page, opposite);
      return;
    }
    visits.add();
    const now = page.focusedName();
    if (now === last) return;
    last = now;
  }
}

/**
 * Visits all stops of Tab, and at one of a group of which Tab reaches one, all others by arrows. Gives what the mirror has of
 * widgets to work and the keyboard did not come to.
 */
async function unreached(page) {
  const visits = new Visits(page);
  for (let i = 0; i < mostKeys; ++i) {
    await press(page, 'Tab');
    if (page.focusedName() === '') break;  // the browser's own bar comes next
    if (!visits.add()) continue;
    const group = page.groupOfFocus();
    const isUpright = /^(row|option) /.test(page.focusedName());
    const [forth, back] = isUpright ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    await visitGroup(page, visits, group, forth, back);
    await visitGroup(page, visits, group, back, forth);
  }
  return visits.left();
}

test('Tab and arrows come to everything of the page', async () => {
  const page = await opened();
  assert.deepEqual(await unreached(page), []);
});

test('Tab alone chooses nothing', async () => {
  const page = await opened();
  await goTo(page, /^option /);
  await goTo(page, /^separator Formula/);
  assert.equal((await state(page)).selected, '');
});

test('a menu opens, is walked, and gives the keyboard back', async () => {
  const page = await opened();
  await goTo(page, 'button Share');
  await press(page, 'Enter');
  await until(() => page.getByRole('menu').count(), 1);
  await goTo(page, /^menuitem /, 'ArrowDown');
  const first = await focused(page);
  await press(page, 'ArrowDown');
  assert.notEqual(await focused(page), first);
  await press(page, 'Escape');
  await until(() => page.getByRole('menu').count(), 0);
  assert.equal(await focused(page), 'button Share');
});

test('a dialog holds the keyboard until Escape closes it', async () => {
  const page = await opened();
  for (const [name, item] of [['Compare'], ['Share', 'Export as…'], ['Help', 'Keys']]) {
    await goTo(page, `button ${name}`);
    await press(page, 'Enter');
    if (item) {
      await goTo(page, `menuitem ${item}`, 'ArrowDown');
      await press(page, 'Enter');
    }
    await until(() => page.getByRole('dialog').count(), 1);
    await goTo(page, 'button Close');
    await press(page, 'Escape');
    await until(() => page.getByRole('dialog').count(), 0);
  }
});

test('a comparison is made: B, its settings, its views', async () => {
  const page = await opened();
  await goTo(page, 'button Compare');
  await press(page, 'Enter');
  await goTo(page, 'button ResNet-50');
  await press(page, 'Enter');
  await goTo(page, 'button Compare with: ResNet-50');
  await press(page, 'Enter');
  await goTo(page, 'menuitemcheckbox LLaMA-3 8B', 'ArrowDown');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Compare with: LLaMA-3 8B' }).waitFor({ state: 'attached' });
  await choose(page, 'radio Modules', 'radio Why');
  await page.getByText('B − A').first().waitFor({ state: 'attached' });
});

test('the tree: rows open and close, columns sort, the filter filters', async () => {
  const page = await opened();
  await goTo(page, /^row /);
  for (let i = 0; i < 3; ++i) await press(page, 'ArrowDown');
  assert.equal((await state(page)).selected, 'model.layers');
  const before = (await state(page)).rows;
  await press(page, 'ArrowLeft');
  await stateWhere(page, ({ rows }) => rows < before);
  await press(page, 'ArrowRight');
  await stateWhere(page, ({ rows }) => rows === before);
  await goTo(page, 'columnheader Parameters', 'Shift+Tab');
  await press(page, 'Enter');
  await until(() => widget(page, 'columnheader', 'Parameters').getAttribute('aria-sort'), 'descending');
  await goTo(page, /^text Filter/, 'Shift+Tab');
  await page.keyboard.type('norm');
  await page.getByText(/modules match/).waitFor({ state: 'attached' });
});

test('sliders, fields and splitters', async () => {
  const page = await opened();
  await goTo(page, 'range L');
  await press(page, 'ArrowRight');
  await stateWhere(page, ({ parameters }) => parameters !== '6738415616');
  await goTo(page, 'text L', 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('16');
  await press(page, 'Enter');
  await stateWhere(page, ({ parameters }) => parameters === '3500281856');
  await goTo(page, 'separator Values', 'Shift+Tab');
  const place = () => widget(page, 'separator', 'Values').boundingBox().then(({ y }) => Math.round(y));
  const first = await place();
  await press(page, 'ArrowDown');
  assert.ok(await place() > first);
});

test('every picture: parts are walked, chosen, opened and left', async () => {
  const page = await opened({ viewport: { width: 1600, height: 800 } });
  const selected = async () => (await state(page)).selected;
  await goTo(page, 'button Pictures');
  await press(page, 'Enter');
  await goTo(page, /^option /);
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  const layer = await selected();
  assert.ok(layer.startsWith('model.layers'));
  assert.match(await focused(page), new RegExp(`^option ${layer.replaceAll('.', '\\.')}`));
  await goTo(page, 'radio Layers', 'Shift+Tab');

  await choose(page, 'radio Blocks', 'radio Layers');
  await isOn(page, 'radio', 'Blocks');
  await goTo(page, /^option /);
  await goTo(page, /^option embed_tokens/, 'ArrowLeft');
  assert.equal(await selected(), 'model.embed_tokens');
  await press(page, 'ArrowRight');
  const open = page.getByRole('option', { name: /open$/ });
  const frames = await open.count();
  await press(page, 'Enter');
  await until(() => open.count().then((count) => count !== frames), true);
  await goTo(page, 'radio Blocks', 'Shift+Tab');

  await choose(page, 'radio Treemap', 'radio Blocks');
  await isOn(page, 'radio', 'Treemap');
  await goTo(page, /^option /);
  await press(page, 'ArrowDown');
  const rectangle = await selected();
  assert.notEqual(rectangle, '');
  await press(page, 'Enter');
  await widget(page, 'button', 'Zoom out').waitFor({ state: 'attached' });
  for (let level = 0; level < 9 && await widget(page, 'button', 'Zoom out').count() > 0; ++level) await press(page, 'Backspace');
  assert.equal(await widget(page, 'button', 'Zoom out').count(), 0);
  await goTo(page, 'radio Treemap', 'Shift+Tab');

  for (const [name, before] of [['Icicle', 'Treemap'], ['Curve', 'Icicle'], ['Families', 'Curve']]) {
    await choose(page, `radio ${name}`, `radio ${before}`);
    await isOn(page, 'radio', name);
  }
});

test('memory, a device, and the sliders of a pasted model', async () => {
  const page = await opened();
  await choose(page, 'tab Will it run', 'tab Formula');
  await until(() => widget(page, 'heading', 'Parts of the memory').count(), 1);
  await choose(page, 'radio Full', 'radio Inference');
  await until(() => widget(page, 'button', 'Optimizer: AdamW').count(), 1);
  await choose(page, 'radio H100', 'radio RTX 4090', 'ArrowDown');
  await until(() => widget(page, 'heading', 'Lower bound on time, H100').count(), 1);
  await paste(page, `Net(\n  (fc1): Linear(in_features=784, out_features=128, bias=True)\n  (act): ReLU()\n  (fc2): Linear(in_features=128, out_features=10, bias=True)\n)\n`);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await goTo(page, 'button Add sliders');
  await press(page, 'Enter');
  await until(() => page.getByRole('slider').count().then((count) => count > 0), true);
});

test('in a low window Tab and arrows come to everything, too', async () => {
  const page = await opened({ viewport: { width: 1366, height: 650 } });
  assert.deepEqual(await unreached(page), []);
  await goTo(page, 'button Pictures');
  await press(page, 'Enter');
  await page.getByRole('radio', { name: 'Blocks' }).waitFor({ state: 'attached' });
});
