// The interface as a person uses it, by the roles and names of its accessible mirror: pick, paste, drop, drag a slider,
// make a mistake. No test here knows where anything is drawn.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, paste, row, settle, state, stateWhere, until, widget } from './support.mjs';

// High enough for the rows of a tree that the tests name: of a long tree the mirror has what is drawn.
const wide = { viewport: { width: 1440, height: 1400 } };
const phone = { viewport: { width: 390, height: 844 } };

const smallPrint = `Sequential(
  (0): Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))
  (1): ReLU(inplace=True)
  (2): AdaptiveAvgPool2d(output_size=(1, 1))
  (3): Flatten(start_dim=1, end_dim=-1)
  (4): Linear(in_features=8, out_features=10, bias=True)
)
`;
const smallParameters = String(8 * 3 * 3 * 3 + 8 + 8 * 10 + 10);

const opened = (options = wide) => openPage(options);

const parametersOf = (page, count) => stateWhere(page, ({ parameters }) => parameters === String(count));

test('shows a model at once', async () => {
  const page = await opened();
  const totals = widget(page, 'region', 'Totals');
  assert.equal(await totals.getByText('6,738,415,616', { exact: true }).count(), 1);
  assert.equal(await button(page, 'LLaMA-2 7B').count(), 1);
  assert.equal((await state(page)).error, null);
});

test('counts what is pasted outside the editor', async () => {
  const page = await opened();
  await paste(page, smallPrint.replaceAll('\n', '\r\n'));
  const shown = await stateWhere(page, ({ source }) => source === 'Pasted model');
  assert.equal(shown.parameters, smallParameters);
  assert.equal(shown.nodes, 6);
  assert.equal(shown.error, null);
});

test('counts a pasted ResNet-50 as torchvision prints it', { skip: !process.env.PARAMSCOPE_TRUTH && 'PARAMSCOPE_TRUTH names no folder with torchvision.json' }, async () => {
  const { resnet50 } = JSON.parse(readFileSync(join(process.env.PARAMSCOPE_TRUTH, 'torchvision.json')));
  const page = await opened();
  await paste(page, resnet50.repr);
  let shown = await stateWhere(page, ({ source }) => source === 'Pasted model');
  assert.equal(shown.parameters, '25557032');

  await edit(page, 'Input shape');
  await page.keyboard.type('1x3x224x224');
  await page.keyboard.press('Enter');
  shown = await stateWhere(page, ({ input }) => input === '1x3x224x224');
  assert.equal(shown.macs, '4089184256');
});

test('takes an image without a batch, and marks the field whose shape the model refuses', async () => {
  const page = await opened();
  await paste(page, 'Sequential(\n  (0): Conv2d(3, 8, kernel_size=(3, 3))\n  (1): BatchNorm2d(8)\n)');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  const enter = async (shape) => {
    await edit(page, 'Input shape');
    await page.keyboard.type(shape);
    await page.keyboard.press('Enter');
  };
  await enter('3x32x32');
  const work = String(30 * 30 * 8 * 27);
  assert.equal((await stateWhere(page, ({ macs }) => macs === work)).error, null);
  await enter('abc');
  await stateWhere(page, ({ error }) => /^input: abc is not a shape/.test(error));
  await enter('1×4×32×32');
  const shown = await stateWhere(page, ({ error }) => error !== null);
  assert.equal(shown.error, 'input: Conv2d expects 3 channels but gets 4');
  assert.equal(shown.macs, work);
  assert.equal(await widget(page, 'region', 'Problems').getByText('Conv2d expects').count(), 0);
});

test('opens a dropped file', async () => {
  const page = await opened();
  await page.drop(['small.txt', smallPrint]);
  const shown = await stateWhere(page, ({ source }) => source === 'small.txt');
  assert.equal(shown.parameters, smallParameters);
});

test('keeps the last good result while the text is wrong, and says where', async () => {
  const page = await opened();
  await paste(page, smallPrint);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await paste(page, 'Sequential(\n  (0): Linear(3, 4)\n  (1): Linear(4,\n)\n');
  let shown = await stateWhere(page, ({ error }) => error !== null);
  assert.match(shown.error, /^\d+:\d+: ./);
  assert.equal(shown.parameters, smallParameters);
  assert.equal(shown.stale, true);
  const problems = widget(page, 'region', 'Problems');
  await problems.getByText(/line \d+, column \d+/).first().waitFor({ state: 'attached' });

  await edit(page, 'Model text');
  await page.keyboard.type('Linear(3, 4)');
  shown = await stateWhere(page, ({ error }) => error === null);
  assert.equal(shown.parameters, '16');
  assert.equal(shown.stale, false);
});

test('settles by a button whether weights are tied', async () => {
  const page = await opened();
  await paste(page, 'Net(\n  (emb): Embedding(100, 8)\n  (head): Linear(in_features=8, out_features=100, bias=False)\n)');
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await click(button(page, 'Tied: 800'));
  await stateWhere(page, ({ parameters }) => parameters === '800');
  await click(button(page, 'Undo'));
  await click(button(page, 'Not tied: 1,600'));
  await stateWhere(page, ({ parameters }) => parameters === '1600');
  await settle(page);
  assert.equal(await page.getByRole('button', { name: /ied: / }).count(), 0);
  assert.match(await widget(page, 'textbox', 'Model text').inputValue(), /^tie: none\nNet/);
});

test('makes a print adjustable by a button, as one step of undo', async () => {
  const page = await opened();
  const print = 'Sequential(\n  (0): Linear(in_features=8, out_features=32, bias=True)\n  (1): Linear(in_features=32, out_features=3, bias=True)\n)';
  await paste(page, print);
  await stateWhere(page, ({ parameters }) => parameters === '387');
  await click(button(page, 'Add sliders'));
  const hidden = widget(page, 'slider', 'hidden');
  await until(() => hidden.inputValue(), '32');
  await hidden.fill('64');
  await stateWhere(page, ({ parameters }) => parameters === '771');
  assert.match(await widget(page, 'textbox', 'Model text').inputValue(), /^in_features = 8 /m);
  await click(button(page, 'Undo'));
  await click(button(page, 'Undo'));
  await until(async () => (await widget(page, 'textbox', 'Model text').inputValue()).slice(0, 10), 'Sequential');
});

test('a slider takes only the values that the comment of a hyper-parameter allows', async () => {
  const page = await opened();
  await paste(page, 'd = 96  # width; multiples of 12\nLinear(d, 1)');
  const width = widget(page, 'slider', 'd');
  await until(() => width.inputValue(), '96');
  await width.press('ArrowRight');
  await until(() => width.inputValue(), '108');
  await width.press('ArrowLeft');
  await until(() => width.inputValue(), '96');
  await width.press('ArrowLeft');
  await until(() => width.inputValue(), '84');
});

test('recounts when a slider is set, and resets', async () => {
  const page = await opened();
  const layers = widget(page, 'slider', 'L');
  assert.equal(await layers.inputValue(), '32');
  await layers.fill('40');
  await parametersOf(page, 8357482496n);
  await until(() => layers.getAttribute('aria-valuetext'), '40');
  await layers.press('ArrowRight');
  await until(() => layers.inputValue(), '44');
  await click(button(page, 'Reset'));
  await parametersOf(page, 6738415616n);
  await until(() => layers.inputValue(), '32');
});

test('drags a slider', async () => {
  const page = await opened();
  const { x, y, width, height } = await widget(page, 'slider', 'H').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height / 2);
  await stateWhere(page, ({ parameters }) => BigInt(parameters) > 6738415616n);
  await page.mouse.up();
});

test('a slider runs up, down and back to where it began; Escape goes back, the button pauses', async () => {
  const page = await opened();
  const layers = widget(page, 'slider', 'L');
  const value = async () => Number(await layers.inputValue());
  await layers.focus();
  await click(button(page, 'Run L through its range'));
  await page.pass(1);
  assert.ok(await value() > 32);
  await page.keyboard.press('Escape');
  await until(value, 32);
  await click(button(page, 'Run L through its range'));
  await page.pass(0.5);
  await click(button(page, 'Pause L'));
  const paused = await value();
  assert.ok(paused > 32);
  await page.pass(2);
  assert.equal(await value(), paused);
  await click(button(page, 'Run L through its range'));
  let least = paused;
  for (let i = 0; i < 100; ++i) {
    await page.pass(0.1);
    least = Math.min(least, await value());
  }
  assert.equal(least, 2);
  assert.equal(await value(), paused);
  await page.rest();
  const { frames } = page;
  await page.pass(2);
  assert.equal(page.frames, frames, 'idle again');
});

test('the range of a slider is typed at its ends', async () => {
  const page = await opened();
  const layers = widget(page, 'slider', 'L');
  await layers.focus();
  const order = [button(page, 'Run L through its range'), widget(page, 'textbox', 'L: from'), layers, widget(page, 'textbox', 'L: to')];
  const places = await Promise.all(order.map(async (each) => (await each.boundingBox()).x));
  assert.deepEqual(places, places.toSorted((a, b) => a - b), 'from left to right');
  await widget(page, 'textbox', 'L: to').fill('24');
  await until(() => layers.inputValue(), '24');
  assert.equal(await layers.getAttribute('max'), '24');
  await widget(page, 'textbox', 'L: from').fill('12');
  assert.equal(await layers.getAttribute('min'), '12');
  await layers.press('Home');
  await until(() => layers.inputValue(), '12');
});

test('takes an exact value, with a suffix', async () => {
  const page = await opened();
  await widget(page, 'textbox', 'V').fill('64k');
  const shown = await parametersOf(page, 6738415616n + 2n * 32000n * 4096n);
  assert.equal(shown.error, null);
});

test('takes back text and sliders alike', async () => {
  const page = await opened();
  await widget(page, 'slider', 'L').fill('40');
  await parametersOf(page, 8357482496n);
  await settle(page);
  await edit(page, 'Model text');
  await page.keyboard.type('Linear(3, 4)');
  await parametersOf(page, 16);
  await page.keyboard.press('ControlOrMeta+z');
  await parametersOf(page, 8357482496n);
  await page.keyboard.press('ControlOrMeta+z');
  await parametersOf(page, 6738415616n);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await parametersOf(page, 16);
});

test('takes back and does again by buttons', async () => {
  for (const options of [wide, phone]) {
    const page = await opened(options);
    if (options === phone) for (const tab of ['Text', 'Values']) await click(widget(page, 'tab', tab));
    await until(() => button(page, 'Undo').getAttribute('aria-disabled'), 'true');
    await widget(page, 'slider', 'L').fill('40');
    await parametersOf(page, 8357482496n);
    await until(() => button(page, 'Undo').getAttribute('aria-disabled'), null);
    await click(button(page, 'Undo'));
    await parametersOf(page, 6738415616n);
    await until(() => button(page, 'Redo').getAttribute('aria-disabled'), null);
    await click(button(page, 'Redo'));
    await parametersOf(page, 8357482496n);
  }
});

test('filters the tree', async () => {
  const page = await opened();
  const names = () => page.getByRole('treegrid').getByRole('row').evaluateAll((rows) => rows.map((each) => each.getAttribute('aria-label')).join(' '));
  assert.match(await names(), /self_attn.*mlp/);
  await page.getByRole('textbox', { name: /^Filter/ }).fill('gate_proj');
  await until(async () => /gate_proj/.test(await names()) && !/lm_head/.test(await names()), true);
  await click(button(page, 'Clear'));
  await until(async () => /lm_head/.test(await names()), true);
});

test('expands and collapses a module', async () => {
  const page = await opened();
  const mlp = row(page, 'mlp');
  assert.equal(await mlp.getAttribute('aria-expanded'), 'true');
  assert.equal(await mlp.getAttribute('aria-level'), '5');
  await mlp.press('ArrowLeft');
  await until(() => mlp.getAttribute('aria-expanded'), 'false');
  await until(() => row(page, 'gate_proj').count(), 0);
  await mlp.press('ArrowRight');
  await until(() => row(page, 'gate_proj').count(), 1);
});

test('walks the tree with the keyboard; the focus follows', async () => {
  const page = await opened();
  const focused = () => page.focused?.name;
  const press = async (key, name) => {
    await page.keyboard.press(key);
    await until(focused, name);
  };
  await click(row(page, 'LLaMA-2 7B'));
  await press('ArrowDown', 'model');
  assert.equal((await state(page)).selected, 'model');
  await press('ArrowRight', 'embed_tokens');
  await press('ArrowLeft', 'model');
  await press('ArrowLeft', 'model');
  await until(() => row(page, 'embed_tokens').count(), 0);
  await press('ArrowUp', 'LLaMA-2 7B');
});

test('reads a total of a module', async () => {
  const page = await opened();
  const shows = (number) => row(page, 'self_attn').getByRole('gridcell').allTextContents().then((cells) => cells.includes(number));
  await until(() => shows('67.1 M'), true);
  await click(page.getByRole('radio', { name: 'Exact' }));
  await until(() => shows('67,108,864'), true);
  await click(row(page, 'self_attn'));
  await until(() => row(page, 'self_attn').getAttribute('aria-selected'), 'true');
  await until(() => page.getByText('model.layers.0.self_attn').count().then((count) => count > 0), true);
});

test('copies the formula', async () => {
  const page = await opened();
  await click(button(page, 'LaTeX'));
  assert.match(page.host.copied.at(-1), /6\{,\}738\{,\}415\{,\}616$/);
});

test('speaks Chinese where the browser does, and switches', async () => {
  const page = await opened({ ...wide, locale: 'zh-CN' });
  assert.equal(await widget(page, 'textbox', '输入形状').count(), 1);
  await click(button(page, 'English'));
  await until(() => widget(page, 'textbox', 'Input shape').count(), 1);
  await page.reload();
  await until(() => widget(page, 'textbox', 'Input shape').count(), 1);
});

test('says in Chinese what is wrong with a text, and what a title means', async () => {
  const text = 'Net(\n  (a): Linear(4, 4)\n  (b): Linear(4, e)\n)\n';
  const wrong = await opened({ ...wide, locale: 'zh-CN', state: [['text', text]] });
  await until(() => wrong.getByText(/未知的符号“e”：请在模型上方给它一个值/).count().then((count) => count > 0), true);
  const titled = await opened({ ...wide, locale: 'zh-CN', state: [['preset', 's0-conv2d']] });
  await until(() => button(titled, '卷积').count(), 1);
});

test('says the new total when it has changed', async () => {
  const page = await opened();
  await widget(page, 'slider', 'L').fill('40');
  await until(() => page.getByRole('status').filter({ hasText: '8,357,482,496' }).count(), 1);
});

test('splitters are moved by arrow keys, and stay where they were left', async () => {
  const page = await opened();
  const edge = widget(page, 'separator', 'Text');
  const width = () => edge.getAttribute('aria-valuenow').then(Number);
  assert.equal(await edge.getAttribute('aria-orientation'), 'vertical');
  const before = await width();
  await edge.press('ArrowRight');
  await until(async () => await width() > before, true);
  const chosen = await width();
  await settle(page);
  await page.reload();
  await until(width, chosen);
  await edge.press('Home');
  await until(width, Number(await edge.getAttribute('aria-valuemin')));
  await edge.press('End');
  await until(width, Number(await edge.getAttribute('aria-valuemax')));
  const values = widget(page, 'separator', 'Values');  // of the pane below it
  const high = Number(await values.getAttribute('aria-valuenow'));
  await values.press('ArrowDown');
  await until(async () => Number(await values.getAttribute('aria-valuenow')) < high, true);
});

test('all is done by keys: a model is picked, columns sort, what is out of view is reached', async () => {
  const page = await opened({ viewport: { width: 1024, height: 768 } });
  const tabTo = async (wanted) => {
    for (let i = 0; i < 100; ++i) {
      await settle(page);
      if (page.focusedName() === wanted) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`Tab never comes to ${wanted}`);
  };
  await tabTo('button LLaMA-2 7B');
  await page.keyboard.press('Enter');
  await until(() => page.getByRole('dialog').count(), 1);
  await page.keyboard.type('resnet');
  await page.keyboard.press('Enter');
  await stateWhere(page, ({ source }) => source === 'ResNet-50');
  await settle(page);
  await tabTo('columnheader Parameters');
  await page.keyboard.press('Enter');
  await until(() => page.getByRole('columnheader', { name: 'Parameters' }).getAttribute('aria-sort'), 'descending');
  await tabTo('tab Modules');
  await page.keyboard.press('ArrowRight');
  await tabTo('tab Formula');
  await page.keyboard.press('Enter');
  await tabTo('button LaTeX');
});

test('windows without room for anything do no harm', async () => {
  const page = await opened();
  for (const [width, height] of [[300, 60], [900, 80], [1440, 90], [60, 900], [20, 20], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await settle(page);
    for (const key of ['?', 'Escape']) {
      await page.keyboard.press(key);
      await settle(page);
    }
  }
  assert.equal(await button(page, 'Share').count(), 1);
});

test('a long name leaves a phone its buttons; what has no room among them is in a menu', async () => {
  const page = await opened({ ...phone, state: [['preset', 's0-transformer']] });
  const right = async (name) => {
    const { x, width } = await button(page, name).boundingBox();
    return x + width;
  };
  assert.ok(await right('Share') <= 390);
  assert.ok(await right('Share') < await right('Paste') && await right('Paste') <= 390);
  assert.ok(await right('More') < await right('Share'));
  await click(button(page, 'More'));
  await click(widget(page, 'menu', 'More').getByRole('menuitem', { name: 'Compare' }));
  await until(() => widget(page, 'dialog', 'Compare').count(), 1);
  await page.keyboard.press('Escape');
  await until(() => page.getByRole('dialog').count(), 0);
  await click(button(page, 'More'));
  await click(widget(page, 'menuitem', '中文'));
  await until(() => widget(page, 'tab', '公式').count(), 1);
});

test('the bar of the narrowest phone has its buttons apart, and the model’s name or a sign for it', async () => {
  const page = await opened({ viewport: { width: 320, height: 640 } });
  const boxes = await Promise.all(['LLaMA-2 7B', 'More', 'Share', 'Paste'].map((name) => button(page, name).boundingBox()));
  for (const [i, box] of boxes.entries()) {
    assert.ok(box.x >= (i === 0 ? 0 : boxes[i - 1].x + boxes[i - 1].width) && box.x + box.width <= 320, JSON.stringify(boxes));
  }
});

test('a phone shows why what was pasted cannot be counted', async () => {
  const page = await opened(phone);
  await paste(page, 'Sequential(\n  (0): Linear(8, 8)\n  (1): Linear(9, 9)\n)\n');
  await parametersOf(page, 72 + 90);
  assert.equal(await widget(page, 'tab', 'Answer').getAttribute('aria-selected'), 'true');
  await paste(page, 'Sequential(\n  (0): Linear(8, 8\n');
  await until(() => widget(page, 'tab', 'Text').first().getAttribute('aria-selected'), 'true');
  await until(() => page.getByText(/never closed/).count(), 1);
});

test('a narrower window has modules and inspector in one row of tabs, and the pictures behind a button', async () => {
  const page = await opened({ viewport: { width: 1024, height: 768 } });
  await click(widget(page, 'tab', 'Will it run'));
  await until(() => page.getByText('Keys and values', { exact: true }).count(), 1);
  await click(button(page, 'Pictures'));
  await until(() => widget(page, 'radio', 'Treemap').count(), 1);
});

test('the verdict beside the total leads to what it is of', async () => {
  for (const options of [wide, phone, { viewport: { width: 1024, height: 768 } }]) {
    const page = await opened(options);
    await click(page.getByRole('button', { name: /^Will it run: Fits RTX 4090/ }));
    await until(() => page.getByText('Keys and values', { exact: true }).count(), 1);
  }
});

test('a low window has the tabs of a phone, and the answer first', async () => {
  for (const viewport of [{ width: 844, height: 390 }, { width: 720, height: 450 }, { width: 360, height: 225 }]) {
    const page = await opened({ viewport });
    await until(() => widget(page, 'tab', 'Answer').getAttribute('aria-selected'), 'true');
    assert.equal(await widget(page, 'region', 'Totals').count(), 1);
    await click(widget(page, 'tab', 'Modules'));
    await until(async () => await page.getByRole('treegrid').getByRole('row').count() > 1, true);
  }
});

test('a finger scrolls with a swing, taps, and presses long', async () => {
  const page = await opened(phone);
  await click(widget(page, 'tab', 'Modules'));
  const grid = page.getByRole('treegrid');
  const first = () => grid.getByRole('row').evaluateAll((rows) => Math.min(...rows.map((each) => Number(each.getAttribute('aria-rowindex') ?? 1e9))));
  await paste(page, `Sequential(\n${Array.from({ length: 40 }, (_, i) => `  (${i}): Linear(8, 8)`).join('\n')}\n)\n`);
  await parametersOf(page, 40 * 72);
  await settle(page);
  const before = await first();
  const { x, y, height } = await grid.boundingBox();
  const ways = Array.from({ length: 9 }, (_, i) => [x + 40, y + height - 60 - i * 20]);
  for (const [i, way] of ways.entries()) await page.finger(i === 0 ? 'down' : 'move', ...way);
  await page.finger('up', ...ways.at(-1));
  await until(async () => await first() > before, true);
  await settle(page);
  assert.ok(await first() > before);
  assert.equal((await state(page)).selected, '', 'scrolling chooses nothing');

  const target = grid.getByRole('row').nth(6);
  const name = await target.getAttribute('aria-label');
  await target.tap();
  await stateWhere(page, ({ selected }) => selected === name);

  const pressed = await target.boundingBox();
  await page.finger('down', pressed.x + 60, pressed.y + pressed.height / 2);
  await page.getByRole('menuitem', { name: 'Copy path' }).waitFor({ state: 'attached' });
  await page.finger('up', pressed.x + 60, pressed.y + pressed.height / 2);
});

test('scrolls a hundred thousand modules', async () => {
  const page = await opened();
  const count = 100000;
  const lines = Array.from({ length: count }, (_, i) => `  (${i}): Linear(in_features=8, out_features=8, bias=True)`);
  await paste(page, `Sequential(\n${lines.join('\n')}\n)\n`);
  const shown = await parametersOf(page, 72 * count);
  assert.equal(shown.rows, count + 1);
  await settle(page);
  await row(page, '0').hover();
  await page.mouse.wheel(0, 40000);
  await until(() => row(page, '0').count(), 0);
  await settle(page);
  assert.ok(await page.getByRole('row').count() < 100, 'only what is seen is in the mirror');
});

for (const viewport of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
  test(`comes to rest at ${viewport.width} × ${viewport.height}`, async () => {
    const page = await opened({ viewport });
    await page.rest();
    const before = page.frames;
    await page.pass(2);
    assert.equal(page.frames, before);
  });
}
