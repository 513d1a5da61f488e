// A seeded monkey at the page: random clicks, keys, texts and window sizes, the same in each run. The program must neither
// stop nor hang, and still read a model afterwards.
import assert from 'node:assert/strict';

import { acts } from '../../web/page/host/mirror_tree.js';
import { test } from '../support/shuffled.mjs';
import { openPage, paste, settle, stateWhere } from './support.mjs';

const steps = 300;

/** Random whole numbers below a limit, the same in each run. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const repeated = (text, times) => Array.from({ length: times }, (_, i) => text.replaceAll('#', i)).join('');

const texts = [
  'Linear(', '', ')', '\0', 'tie: none', 'input = (', '{"model_type": "llama"}', '# only a comment',
  'd = 4\ninput = (2, d)\nSequential(\n  (0): Linear(d, 8)\n  (1): ReLU()\n  (2): Linear(8, 3)\n)',
  `Net(\n${repeated('  (m#): Linear(#, 8)\n', 400)})\n`,
  `${repeated('v# = #\n', 300)}Net(\n${repeated('  (l#): Linear(v#, 2)\n', 300)})\n`,
  `Net(\n${repeated('(a#): Box(\n', 120)}(l): Linear(2, 2)\n${')\n'.repeat(120)})\n`,
  `Net(\n  (${'n'.repeat(2000)}): Linear(2, 2)\n  (\u202egnp): Linear(2, 2)\n  (<b>): Linear(2, 2)\n)\n`,
  'a = 10**30\nNet(\n  (l): Linear(a, a)\n)\n',
  'input = (1, 8)\nNet(\n  (m): M(\n    forward(x) = m(m(x)) + m(x)\n    (m): Linear(8, 8)\n  )\n  forward(x) = m(x)\n)\n',
];
const keys = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'Space', 'a', '9', '(',
  'Backspace', 'Delete', 'ControlOrMeta+a', 'ControlOrMeta+z', 'ControlOrMeta+Shift+z', 'F6'];
const sizes = [[1000, 700], [320, 500], [60, 400], [1600, 1000], [800, 90]];
const roles = ['button', 'tab', 'row', 'menuitem', 'radio', 'checkbox', 'columnheader', 'option'];

const actions = {
  click: async (page, random) => {
    const { width, height } = page.viewportSize();
    await page.mouse.click(random(width), random(height), { button: random(6) === 0 ? 'right' : 'left', clickCount: 1 + random(2) });
  },
  widget: async (page, random) => {
    const all = page.widgets(roles);
    if (all.length > 0) await page.act(all[random(10_000) % all.length].node, acts.press);
  },
  slider: async (page, random) => {
    const all = page.widgets(['slider']);
    const value = random(3) === 0 ? 10 ** random(20) : random(4000);
    if (all.length > 0) await page.act(all[random(100) % all.length].node, acts.enter, value);
  },
  key: (page, random) => page.keyboard.press(keys[random(keys.length)]),
  text: (page, random) => paste(page, texts[random(texts.length)]),
  wheel: (page, random) => page.mouse.wheel(random(400) - 200, random(4000) - 2000),
  drag: async (page, random) => {
    const { width, height } = page.viewportSize();
    await page.mouse.move(random(width), random(height));
    await page.mouse.down();
    await page.mouse.move(random(width), random(height), { steps: 3 });
    await page.mouse.up();
  },
  size: (page, random) => {
    const [width, height] = sizes[random(sizes.length)];
    return page.setViewportSize({ width, height });
  },
};
/** How often each action comes. */
const often = { click: 5, widget: 5, slider: 2, key: 4, text: 2, wheel: 1, drag: 1, size: 1 };
const deck = Object.entries(often).flatMap(([name, times]) => Array.from({ length: times }, () => name));

for (const seed of [1, 7, 20261122]) {
  test(`a monkey of seed ${seed} leaves the page working`, async () => {
    const page = await openPage();
    const random = generator(seed);
    const done = [];
    for (let i = 0; i < steps; ++i) {
      const name = deck[random(deck.length)];
      done.push(name);
      await actions[name](page, random);
      await settle(page).catch((error) => assert.fail(`${error.message} after ${done.slice(-5).join(', ')} (step ${i})`));
    }
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.reload();
    await settle(page);
    await paste(page, 'Linear(7, 1)');
    await stateWhere(page, ({ parameters }) => parameters === '8');
  });
}
