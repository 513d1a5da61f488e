// The pictures of a model: pointing, choosing, zooming and saving, by their accessible parts.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { click, openPage, paste, settle, stateWhere, until } from './support.mjs';

/** 3 parts linear to 1 part embedding. */
const known = `Net(
  (a): Linear(30, 10, bias=False)
  (b): Embedding(10, 10)
)`;

const deep = `Net(
  (body): Sequential(
    (first): Linear(20, 20, bias=False)
    (second): Linear(20, 10, bias=False)
  )
  (a<b>&): Linear(10, 20, bias=False)
)`;

const wide = { viewport: { width: 1600, height: 800 } };

/** A page with the pictures in the place of its modules. */
async function openPictures(options) {
  const page = await openPage(options);
  await choose(page, 'button', 'Pictures');
  return page;
}

/** The page with this model pasted, and its treemap shown. */
async function opened(text, options) {
  const page = await openPictures({ ...wide, ...options });
  await paste(page, text);
  await choose(page, 'radio', 'Treemap');
  await page.getByRole('option', { name: /%/ }).first().waitFor({ state: 'attached' });
  await settle(page);
  return page;
}

const picture = (page) => page.getByRole('img', { name: /^(Layers|Blocks|Treemap|Icicle|Curve|Families|Roofline)/ });
const rectangle = (page, name) => page.getByRole('option', { name });

async function choose(page, role, name) {
  await click(page.getByRole(role, { name, exact: true }));
  await settle(page);
}

/** What is saved when a row of the picture's menu is chosen: { name, bytes }. */
async function saved(page, row) {
  await choose(page, 'button', 'Save picture');
  await click(page.getByRole('menuitem', { name: row }));
  const { name, text } = page.host.saved.at(-1);
  return { name, bytes: text };
}

test('a picture of so many modules that work is spread over frames is drawn, and then nothing is due', async () => {
  const page = await openPage(wide);
  const modules = Array.from({ length: 100_000 }, (_, i) => `(${i}): Linear(${1 + (i % 7)}, 8)`);
  await paste(page, `Sequential(\n${modules.join('\n')}\n)`);
  await stateWhere(page, ({ nodes }) => nodes > 100_000);
  await page.getByRole('button', { name: /^Will it run: / }).waitFor({ state: 'attached' });
  await choose(page, 'button', 'Pictures');
  await picture(page).waitFor({ state: 'attached' });
});

test('zooming shows a subtree, and comes back', async () => {
  const page = await opened(deep);
  const before = await rectangle(page, /^body\.first,/).boundingBox();
  await click(rectangle(page, /^body\.second,/));
  await settle(page);
  await choose(page, 'button', 'Save picture');
  await click(page.getByRole('menuitem', { name: 'Zoom to the selected module' }));
  await settle(page);
  const zoomed = await rectangle(page, /^body\.first,/).boundingBox();
  assert.ok(zoomed.width * zoomed.height > before.width * before.height * 1.2);
  assert.equal(await rectangle(page, /^a<b>/).count(), 0);
  const save = await page.getByRole('button', { name: 'Save picture' }).boundingBox();
  assert.ok(save.x + save.width <= wide.viewport.width, `the button is at ${JSON.stringify(save)}`);
  await choose(page, 'button', 'Zoom out');
  assert.deepEqual(await rectangle(page, /^body\.first,/).boundingBox(), before);
});

test('a right click chooses what lies there and opens the menu of the picture', async () => {
  const page = await opened(deep);
  const { x, y, width, height } = await rectangle(page, /^body\.second,/).boundingBox();
  await settle(page);
  await page.mouse.click(x + width / 2, y + height / 2, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Zoom to the selected module' }).waitFor({ state: 'attached' });
  await stateWhere(page, ({ selected }) => selected === 'body.second');
});

test('on a phone, the numbers of the module that is tapped stand below the picture', async () => {
  const page = await openPictures({ viewport: { width: 390, height: 844 } });
  await paste(page, deep);
  await page.getByRole('option', { name: /^body\.second/ }).tap();
  await page.getByText(/^200 parameters · .*body\.second$/, { exact: false }).first().waitFor({ state: 'attached' });
});

test('a picture is saved as SVG, whatever its names are', async () => {
  const page = await opened(deep);
  const { name, bytes } = await saved(page, 'Save as SVG');
  assert.match(name, /^[A-Za-z0-9-]+-treemap\.svg$/);
  const svg = bytes.toString();
  const titles = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  assert.ok(titles.some((title) => title.startsWith('body.first: ')), titles.join());
  assert.ok(titles.some((title) => title.startsWith('a&lt;b&gt;&amp;: ')), titles.join());
  for (const kind of ['Icicle', 'Families']) {
    await choose(page, 'radio', kind);
    const again = await saved(page, 'Save as SVG');
    assert.match(again.bytes.toString(), /^<svg [^]*<\/svg>\n$/, kind);
  }
});

test('curves follow a hyper-parameter of choice; numbers alone have none', async () => {
  const page = await opened('d = 512\nl = 6\nNet(\n  (0-*): l x Linear(d, d)\n)');
  await choose(page, 'radio', 'Curve');
  const { bytes } = await saved(page, 'Save as SVG');
  assert.equal(bytes.toString().match(/stroke-dasharray/g).length, 2);  // the leading terms, and their key
  await choose(page, 'button', /^d$/);
  await click(page.getByRole('menuitemcheckbox', { name: 'l', exact: true }));
  await settle(page);
  assert.equal(await page.getByRole('button', { name: 'l', exact: true }).count(), 1);
  await paste(page, known);
  await stateWhere(page, ({ source }) => source === 'Pasted model');
  await settle(page);
  await page.getByText('The total depends on no hyper-parameter').waitFor({ state: 'attached' });
});

const chain = `input = (1, 8)
Sequential(
  (0): Linear(8, 8)
  (1-3): 3 x Sequential(
    (0): Linear(8, 4)
    (1): Linear(4, 8)
  )
)`;

test('the first picture is a strip of layers in order, to point at, to choose by mouse and keys, and to save', async () => {
  const page = await openPictures(wide);
  await paste(page, chain);
  const layer = (name) => page.getByRole('option', { name });
  await layer(/^0, Parameters 72, FLOPs 128 FLOPs, Activations 32 B$/).waitFor({ state: 'attached' });
  const boxes = await Promise.all([/^0,/, /^1\.0,/, /^1\.1,/].map((name) => layer(name).boundingBox()));
  assert.ok(boxes[0].x < boxes[1].x && boxes[1].x < boxes[2].x, 'in order of execution');
  await page.mouse.click(boxes[1].x + boxes[1].width / 2, boxes[1].y + boxes[1].height / 2);
  await stateWhere(page, ({ selected }) => selected === '1.0');
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  await stateWhere(page, ({ selected }) => selected === '1.1');
  await page.keyboard.press('ArrowLeft');
  await stateWhere(page, ({ selected }) => selected === '1.0');
  const { name, bytes } = await saved(page, /SVG/);
  assert.match(name, /strip\.svg$/);
  assert.match(String(bytes), /3 ×/);
});

test('with a device chosen the strip has the least time of each layer', async () => {
  const page = await openPictures({ viewport: { width: 1440, height: 1400 } });
  await paste(page, chain);
  const layer = (name) => page.getByRole('option', { name });
  await layer(/^0, Parameters 72, .*32 B$/).waitFor({ state: 'attached' });
  await choose(page, 'button', 'Back to the page');
  await choose(page, 'tab', 'Will it run');
  await page.getByRole('checkbox', { name: 'All devices' }).evaluate((box) => box.click());
  await page.getByRole('radio', { name: 'H100', exact: true }).evaluate((radio) => radio.click());
  await choose(page, 'button', 'Pictures');
  // 72 parameters, 8 inputs and 8 outputs of 4 bytes, at 3350 GB/s.
  await layer(/^0, .*32 B, Least time on H100 105 ps$/).waitFor({ state: 'attached' });
  const { bytes } = await saved(page, /SVG/);
  assert.match(String(bytes), /Least time on H100/);
  await choose(page, 'button', 'Back to the page');
  await choose(page, 'button', 'Weights: as in the model');
  await choose(page, 'menuitemcheckbox', 'float16');
  await choose(page, 'button', 'Pictures');
  await layer(/^0, .*Least time on H100 52\.5 ps$/).waitFor({ state: 'attached' });
});

test('a block diagram opens by mouse and keys, and is saved', async () => {
  const page = await openPictures(wide);
  await paste(page, chain);
  await choose(page, 'radio', 'Blocks');
  const box = (name) => page.getByRole('option', { name });
  await box(/^1-3: 3 × Sequential, .*open$/).waitFor({ state: 'attached' });  // it is most of the model
  assert.equal(await box(/^1: Linear/).count(), 1);
  const first = await box(/^0: Linear, 72/).boundingBox();
  await page.mouse.click(first.x + 20, first.y + 8);
  await stateWhere(page, ({ selected }) => selected === '0');
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');  // the picture is wider than high
  await stateWhere(page, ({ selected }) => selected === '1');
  await page.keyboard.press('Backspace');
  await box(/^1: Linear/).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await box(/^1: Linear/).waitFor({ state: 'attached' });
  const closed = await box(/^1-3: 3 × Sequential/).boundingBox();
  await page.mouse.click(closed.x + 20, closed.y + 8);
  await box(/^1: Linear/).waitFor({ state: 'detached' });
  const { name, bytes } = await saved(page, /SVG/);
  assert.match(name, /blocks\.svg$/);
  assert.match(String(bytes), /3 × Sequential/);
});

test('a roofline has a mark for each layer, to point at and to choose, follows the device, and is saved', async () => {
  const page = await openPictures(wide);
  await paste(page, 'input = (400, 64)\nSequential(\n  (0): Linear(64, 64, bias=False)\n  (1): LayerNorm((64,))\n  (2): Linear(64, 8, bias=False)\n)');
  await choose(page, 'radio', 'Roofline');
  const mark = (name) => page.getByRole('option', { name });
  await mark(/^0: .*; 14\.8 FLOPs per byte$/).waitFor({ state: 'attached' });
  assert.equal(await mark(/^1: /).count(), 0, 'a norm has no matrix products');
  await click(mark(/^2: /));
  await stateWhere(page, ({ selected }) => selected === '2');
  await picture(page).focus();
  await page.keyboard.press('ArrowLeft');
  await stateWhere(page, ({ selected }) => selected === '0');
  await choose(page, 'button', 'RTX 4090');
  await click(page.getByRole('menuitemcheckbox', { name: 'T4', exact: true }));
  await picture(page).and(page.getByRole('img', { name: /: T4, / })).waitFor({ state: 'attached' });
  const { name, bytes } = await saved(page, /SVG/);
  assert.match(name, /roofline\.svg$/);
  assert.match(String(bytes), /8\.10 TFLOP\/s float32/);
});

/** Shows the block diagram of the first model; gives what finds a box by its name, and its place. */
async function diagram(options = wide) {
  const page = await openPictures(options);
  if (options.viewport.width < 500) {
    await choose(page, 'button', 'Picture: Layers');
    await choose(page, 'menuitemcheckbox', 'Blocks');
  } else {
    await choose(page, 'radio', 'Blocks');
  }
  const place = async (name) => {
    await settle(page);
    return page.getByRole('option', { name }).boundingBox();
  };
  await page.getByRole('option', { name: /^model: LlamaModel/ }).waitFor({ state: 'attached' });
  return { page, place };
}

const inner = /^embed_tokens: Embedding/;

test('a block diagram is moved by dragging and by the wheel', async () => {
  const { page, place } = await diagram();
  const area = await picture(page).boundingBox();
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const first = await place(inner);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y);
  await page.mouse.move(x - 20, y);
  await page.mouse.up();
  const dragged = await place(inner);
  assert.ok(Math.abs(first.x - dragged.x - 20) < 3, `${first.x} → ${dragged.x}`);
  assert.equal((await page.getByRole('option', { name: /open$/ }).count()) > 1, true, 'a drag closes nothing');
  await page.mouse.wheel(-500, 0);
  const back = await place(inner);
  assert.ok(Math.abs(back.x - first.x) < 1, 'the wheel moves it back to its start');
});

test('on a phone the picture is chosen in a menu', async () => {
  const page = await openPictures({ viewport: { width: 390, height: 844 } });
  await choose(page, 'button', 'Picture: Layers');
  await click(page.getByRole('menuitemcheckbox', { name: 'Roofline', exact: true }));
  await page.getByRole('option', { name: /FLOPs per byte$/ }).first().waitFor({ state: 'attached' });
});

test('a block diagram is zoomed by keys, by buttons, and by the wheel with Ctrl', async () => {
  const { page, place } = await diagram({ viewport: { width: 1700, height: 1300 } });
  const area = await picture(page).boundingBox();
  await page.getByRole('option', { name: inner }).focus();
  await page.keyboard.press('0');
  const first = await place(inner);
  const isAbout = (wanted) => until(async () => Math.abs((await place(inner)).width / wanted - 1) < 0.05, true);
  for (const [key, width] of [['-', first.width / 1.2], ['-', first.width / 1.44], ['=', first.width / 1.2]]) {
    await settle(page);
    await page.keyboard.press(key);
    await isAbout(width);
  }
  await page.keyboard.press('f');
  const whole = await place(/^LlamaForCausalLM/);
  assert.ok(whole.x > area.x && whole.x + whole.width < area.x + area.width, 'the whole is in the picture');
  assert.ok(whole.y > area.y && whole.y + whole.height < area.y + area.height, 'the whole is in the picture');
  const fitted = await place(inner);
  await choose(page, 'button', 'Larger');
  assert.ok((await place(inner)).width > fitted.width * 1.1);
  await choose(page, 'button', 'Fit the whole');
  assert.deepEqual(await place(inner), fitted);
  await choose(page, 'button', 'Smaller');
  const small = await place(inner);
  assert.ok(small.width < fitted.width);
  await page.mouse.move(small.x + small.width / 2, small.y + small.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -50);
  await page.keyboard.up('Control');
  await until(async () => (await place(inner)).width > small.width * 1.05, true);
  const larger = await place(inner);
  const middle = ({ x, width }) => x + width / 2;
  assert.ok(Math.abs(middle(larger) - middle(small)) < area.width * 0.1, 'around the pointer');
});

test('a block diagram flows to the right where the picture is clearly wider than high, else down', async () => {
  const { page, place } = await diagram();
  const [from, to] = [await place(inner), await place(/^norm: LlamaRMSNorm/)];
  assert.ok(to.x > from.x + from.width, 'to the right');
  await page.setViewportSize({ width: 390, height: 844 });
  const [above, below] = [await place(inner), await place(/^norm: LlamaRMSNorm/)];
  assert.ok(below.y > above.y + above.height, 'down');
});

test('the point of a curve is moved by the pointer and by keys, and the curve stays', async () => {
  const page = await openPictures(wide);
  await paste(page, 'd = 512\nLinear(d, d)');
  await choose(page, 'radio', 'Curve');
  const point = page.getByRole('slider', { name: 'd on the curve' });
  await until(() => point.inputValue(), '512');
  const { x, y, width, height } = await point.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 60, y);
  await page.mouse.move(x + 120, y);
  await stateWhere(page, ({ parameters }) => BigInt(parameters) > 512n * 513n);
  await page.mouse.up();
  await settle(page);
  const moved = await point.boundingBox();
  assert.ok(Math.abs(moved.x - x - 120 + width / 2) < 15, `${x} → ${moved.x}`);
  const before = Number(await point.inputValue());
  await point.press('ArrowLeft');
  await until(async () => Number(await point.inputValue()) < before, true);
  await picture(page).focus();
  await page.keyboard.press('ArrowRight');
  await until(async () => Number(await point.inputValue()), before);
});

test('modules are found in a block diagram by a key or the filter of the tree', async () => {
  const { page, place } = await diagram();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('norm');
  await page.getByText(/^1 of \d+$/).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.getByText(/^2 of \d+$/).waitFor({ state: 'attached' });
  await stateWhere(page, ({ selected }) => /norm/.test(selected));
  const area = await picture(page).boundingBox();
  const found = await place(/^norm: LlamaRMSNorm/);
  assert.ok(found.x >= area.x && found.x + found.width <= area.x + area.width, 'what is found is seen');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByText(/^2 of/).count(), 0);
  assert.equal(await page.getByRole('textbox', { name: 'Find a module' }).count(), 0);
});

test('pictures take the place of map, modules and formula, by a button and back by Escape', async () => {
  const page = await openPage(wide);
  await page.getByRole('button', { name: 'Pictures' }).focus();
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal(await page.getByRole('treegrid').count(), 0);
  assert.equal(await page.getByRole('img', { name: /^Map of the model/ }).count(), 0);
  assert.equal(await page.getByRole('textbox', { name: 'Model text' }).count(), 1);
  assert.match(page.focusedName(), /^img Layers|^option/);
  await page.keyboard.press('Escape');
  await settle(page);
  assert.equal(await page.getByRole('treegrid').count(), 1);
  for (const size of [{ width: 1000, height: 700 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await choose(page, 'button', 'Pictures');
    const { width, height } = await picture(page).boundingBox();
    assert.ok(width > size.width * 0.45 && height > size.height * 0.45, `${width} × ${height}`);
    await choose(page, 'button', 'Back to the page');
  }
});

test('the image of a picture is copied by a button and by keys', async () => {
  const page = await openPictures(wide);
  await choose(page, 'button', 'Copy image');
  await page.keyboard.press('ControlOrMeta+Shift+c');
  await settle(page);
  assert.deepEqual(page.host.images.map((name) => name.replace(/.*-/, '')), ['strip.png', 'strip.png']);
});

test('the toolbar of pictures stays in its pane, whatever its width', async () => {
  for (const width of [1440, 1280, 1100, 800, 390, 320]) {
    const page = await openPictures({ viewport: { width, height: 900 } });
    for (const kind of ['Treemap', 'Curve', 'Roofline', 'Blocks']) {
      if (await page.getByRole('radio', { name: kind }).count()) {
        await choose(page, 'radio', kind);
      } else {
        await click(page.getByRole('button', { name: /^Picture: / }));
        await settle(page);
        await choose(page, 'menuitemcheckbox', kind);
      }
      if (kind === 'Treemap') {
        await click(rectangle(page, /^model\.layers/).first());
        await choose(page, 'button', 'Save picture');
        await choose(page, 'menuitem', 'Zoom to the selected module');
      }
      const area = await picture(page).boundingBox();
      const last = await page.getByRole('button', { name: 'Back to the page' }).boundingBox();
      assert.ok(last.x + last.width <= area.x + area.width + 1, `${kind} at ${width}: ${last.x + last.width} > ${area.x + area.width}`);
      assert.ok(last.y + last.height <= area.y + 1, `${kind} at ${width}`);
    }
  }
});

test('on a phone a block diagram fits, is moved by a finger and zoomed by two', async () => {
  const { page, place } = await diagram({ viewport: { width: 390, height: 844 } });
  const area = await picture(page).boundingBox();
  const whole = await place(/^LlamaForCausalLM/);
  assert.ok(whole.x >= area.x - 1 && whole.x + whole.width <= area.x + area.width + 1, 'it is as wide as the picture');
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const first = await place(inner);
  const steps = Array.from({ length: 10 }, (_, i) => i + 1);
  await page.finger('down', x, y);
  for (const step of steps) await page.finger('move', x, y - step * 12);
  await page.finger('up', x, y - 120);
  const dragged = await place(inner);
  assert.ok(first.y - dragged.y > 60, `${first.y} → ${dragged.y}`);
  await page.finger('down', x - 40, y, 0);
  await page.finger('down', x + 40, y, 1);
  for (const step of steps) {
    await page.finger('move', x - 40 - step * 4, y, 0);
    await page.finger('move', x + 40 + step * 4, y, 1);
  }
  await page.finger('up', x - 80, y, 0);
  await page.finger('up', x + 80, y, 1);
  await until(async () => (await place(inner)).width > dragged.width * 1.3, true);
});

test('each picture follows the model at once, to a smaller one and back', async () => {
  const page = await openPictures(wide);
  for (const kind of ['Layers', 'Blocks', 'Treemap', 'Icicle', 'Curve', 'Families', 'Roofline']) {
    await paste(page, `input = (1, 8)\nNet(\n${Array.from({ length: 50 }, (_, i) => `  (${i}): Linear(8, 8)\n`).join('')})`);
    await choose(page, 'radio', kind);
    await paste(page, 'input = (1, 8)\nLinear(8, 3)');
    await stateWhere(page, ({ nodes, stale }) => nodes === 1 && !stale);
    await paste(page, 'Net(\n  (broken): Linear(');
    await stateWhere(page, ({ stale }) => stale);
  }
});
