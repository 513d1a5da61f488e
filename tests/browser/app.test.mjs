// The interface as a person uses it: pick, paste, drop, drag a slider, make a mistake.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { click, framesPainted, openPage, paste, place, settle, state, stateWhere } from './support.mjs';

const wide = { viewport: { width: 1440, height: 900 } };

const smallPrint = `Sequential(
  (0): Conv2d(3, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))
  (1): ReLU(inplace=True)
  (2): AdaptiveAvgPool2d(output_size=(1, 1))
  (3): Flatten(start_dim=1, end_dim=-1)
  (4): Linear(in_features=8, out_features=10, bias=True)
)
`;
const smallParameters = String(8 * 3 * 3 * 3 + 8 + 8 * 10 + 10);

async function drop(page, name, text) {
  await page.evaluate(([fileName, contents]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([contents], fileName, { type: 'text/plain' }));
    const canvas = document.querySelector('canvas');
    const at = { clientX: 200, clientY: 200, dataTransfer, bubbles: true, cancelable: true };
    canvas.dispatchEvent(new DragEvent('dragenter', at));
    canvas.dispatchEvent(new DragEvent('dragover', at));
    canvas.dispatchEvent(new DragEvent('drop', at));
  }, [name, text]);
}

test('shows a model at once', async () => {
  const page = await openPage(wide);
  await settle(page);
  const shown = await state(page);
  assert.equal(shown.source, 'LLaMA-2 7B');
  assert.equal(shown.parameters, '6738415616');
  assert.equal(shown.error, null);
  assert.deepEqual(page.problems, []);
});

test('opens a model from the gallery', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, smallPrint);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await click(page, 'gallery');
  await click(page, 'preset:llama-2-7b');
  const shown = await stateWhere(page, ({ parameters }) => parameters === '6738415616');
  assert.equal(shown.source, 'LLaMA-2 7B');
});

test('counts what is pasted outside the editor', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, smallPrint.replaceAll('\n', '\r\n'));
  const shown = await stateWhere(page, ({ source }) => source === 'Pasted model');
  assert.equal(shown.parameters, smallParameters);
  assert.equal(shown.nodes, 6);
  assert.equal(shown.error, null);
});

test('counts a pasted ResNet-50 as torchvision prints it', { skip: !process.env.PARAMSCOPE_TRUTH && 'PARAMSCOPE_TRUTH names no folder with torchvision.json' }, async () => {
  const { resnet50 } = JSON.parse(readFileSync(join(process.env.PARAMSCOPE_TRUTH, 'torchvision.json')));
  const page = await openPage(wide);
  await settle(page);
  await paste(page, resnet50.repr);
  let shown = await stateWhere(page, ({ source }) => source === 'Pasted model');
  assert.equal(shown.parameters, '25557032');

  await click(page, 'input');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1x3x224x224');
  await page.keyboard.press('Enter');
  shown = await stateWhere(page, ({ input }) => input === '1x3x224x224');
  assert.equal(shown.macs, '4089184256');
});

test('opens a dropped file', async () => {
  const page = await openPage(wide);
  await settle(page);
  await drop(page, 'small.txt', smallPrint);
  const shown = await stateWhere(page, ({ source }) => source === 'small.txt');
  assert.equal(shown.parameters, smallParameters);
});

test('keeps the last good result while the text is wrong, and says where', async () => {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, smallPrint);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await paste(page, 'Sequential(\n  (0): Linear(3, 4)\n  (1): Linear(4,\n)\n');
  let shown = await stateWhere(page, ({ error }) => error !== null);
  assert.match(shown.error, /^\d+:\d+: ./);
  assert.equal(shown.parameters, smallParameters);
  assert.equal(shown.stale, true);

  await click(page, 'editor');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Linear(3, 4)');
  shown = await stateWhere(page, ({ error }) => error === null);
  assert.equal(shown.parameters, '16');
  assert.equal(shown.stale, false);
});

test('recounts while a slider is dragged, and resets', async () => {
  const page = await openPage(wide);
  await settle(page);
  const before = await state(page);
  const [name] = Object.keys(before.places).filter((key) => key.startsWith('slider:'));
  const { x, y, left, width } = await place(page, name);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(left + width * 0.8, y);
  const dragged = await stateWhere(page, ({ parameters }) => parameters !== '6738415616');
  assert.ok(BigInt(dragged.parameters) > BigInt(before.parameters));
  await page.mouse.up();
  await settle(page);
  await click(page, 'reset');
  await stateWhere(page, ({ parameters }) => parameters === '6738415616');
});

test('takes an exact value, with a suffix', async () => {
  const page = await openPage(wide);
  await settle(page);
  const before = await state(page);
  const [name] = Object.keys(before.places).filter((key) => key.startsWith('field:'));
  await click(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('64k');
  await page.keyboard.press('Enter');
  const after = await stateWhere(page, ({ parameters }) => parameters !== '6738415616');
  assert.equal(after.error, null);
});

test('walks the tree with the keyboard', async () => {
  const page = await openPage(wide);
  await settle(page);
  const press = async (key, condition) => {
    await page.keyboard.press(key);
    return stateWhere(page, condition);
  };
  const { rows } = await state(page);
  await click(page, 'row:');
  await press('ArrowDown', (shown) => shown.selected === 'model');
  await press('ArrowRight', (shown) => shown.selected === 'model.embed_tokens');
  await press('ArrowLeft', (shown) => shown.selected === 'model');
  const closed = await press('ArrowLeft', (shown) => shown.rows !== rows);
  assert.ok(closed.rows < rows);
  await press('ArrowRight', (shown) => shown.rows === rows);
  await press('ArrowUp', (shown) => shown.selected === '');
  await press('ArrowLeft', (shown) => shown.rows === 1);
});

test('copies the formula', async () => {
  const page = await openPage({ ...wide, permissions: ['clipboard-read', 'clipboard-write'] });
  await settle(page);
  await click(page, 'copy:latex');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /6,738,415,616$/);
});

test('scrolls a hundred thousand modules', async () => {
  const page = await openPage(wide);
  await settle(page);
  const count = 100000;
  const lines = Array.from({ length: count }, (_, i) => `  (${i}): Linear(in_features=8, out_features=8, bias=True)`);
  await paste(page, `Sequential(\n${lines.join('\n')}\n)\n`);
  const shown = await stateWhere(page, ({ source }) => source === 'Pasted model');
  assert.equal(shown.parameters, String(72 * count));
  assert.equal(shown.rows, count + 1);
  const { x, y } = await place(page, 'row:0');
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 40000);
  await settle(page);
  assert.deepEqual(page.problems, []);
});

for (const viewport of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
  test(`comes to rest at ${viewport.width} × ${viewport.height}`, async () => {
    const page = await openPage({ viewport });
    await settle(page);
    const before = await framesPainted(page);
    await page.waitForTimeout(2000);
    assert.equal(await framesPainted(page), before);
    assert.deepEqual(page.problems, []);
  });
}
