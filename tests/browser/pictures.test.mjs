// The pictures of a model: what the shaders paint, one call for all rectangles, files of pixels, a lost context.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { test } from '../support/shuffled.mjs';
import { click, loseGraphics, openPage, paste, settle } from './support.mjs';

/** 3 parts linear to 1 part embedding. */
const known = `Net(
  (a): Linear(30, 10, bias=False)
  (b): Embedding(10, 10)
)`;

const wide = { viewport: { width: 1200, height: 800 }, pixels: true };

/** The page with this model pasted, and its treemap shown. */
async function opened(text, options) {
  const page = await openPage({ ...wide, ...options });
  await paste(page, text);
  await choose(page, 'button', 'Pictures');
  await choose(page, 'radio', 'Treemap');
  await page.getByRole('option', { name: /%/ }).first().waitFor({ state: 'attached' });
  await settle(page);
  return page;
}

const picture = (page) => page.getByRole('img', { name: /^(Layers|Blocks|Treemap|Icicle|Curve|Families|Roofline)/ });
const rectangle = (page, name) => page.getByRole('option', { name });

/** The colour at a share of an element's width and height, as shown. */
async function colourAt(page, box, across, down) {
  const clip = { x: Math.round(box.x + box.width * across), y: Math.round(box.y + box.height * down), width: 1, height: 1 };
  const png = await page.screenshot({ clip });
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }, [...png]);
}

const brightness = ([red, green, blue]) => red + green + blue;

async function choose(page, role, name) {
  await click(page.getByRole(role, { name, exact: true }));
  await settle(page);
}

/** What is downloaded when a row of the picture's menu is chosen: { name, bytes }. */
async function saved(page, row) {
  await choose(page, 'button', 'Save picture');
  const download = page.waitForEvent('download');
  await click(page.getByRole('menuitem', { name: row }));
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a treemap has areas in proportion, cushions in the colours of families; an icicle is flat, its widths in proportion', async () => {
  const page = await opened(known);
  const a = await rectangle(page, /^a,/).boundingBox();
  const b = await rectangle(page, /^b,/).boundingBox();
  const share = (a.width * a.height) / (a.width * a.height + b.width * b.height);
  assert.ok(Math.abs(share - 0.75) < 0.01, `a has ${share}`);
  const linear = await colourAt(page, a, 0.5, 0.7);
  const embedding = await colourAt(page, b, 0.5, 0.7);
  assert.ok(linear[0] > linear[1] && linear[1] > linear[2], `linear is ${linear}`);
  assert.ok(embedding[1] > embedding[0], `embedding is ${embedding}`);
  // The light comes from the upper left.
  const lit = brightness(await colourAt(page, a, 0.06, 0.25));
  const shaded = brightness(await colourAt(page, a, 0.94, 0.96));
  assert.ok(lit > shaded + 20, `${lit} beside ${shaded}`);

  await choose(page, 'radio', 'Icicle');
  const [left, right] = [await rectangle(page, /^a,/).boundingBox(), await rectangle(page, /^b,/).boundingBox()];
  assert.ok(Math.abs(left.width / (left.width + right.width) - 0.75) < 0.01);
  assert.deepEqual(await colourAt(page, left, 0.9, 0.1), await colourAt(page, left, 0.9, 0.9));
});

test('a choice beside the legend colours a treemap by density, by order, and by family again', async () => {
  const page = await opened(known);
  const colour = async () => colourAt(page, await picture(page).boundingBox(), 0.5, 0.6);
  const byFamily = await colour();
  await choose(page, 'radio', 'Density');
  const byDensity = await colour();
  assert.notDeepEqual(byDensity, byFamily);
  await choose(page, 'radio', 'Order');
  assert.notDeepEqual(await colour(), byFamily);
  assert.notDeepEqual(await colour(), byDensity);
  const first = brightness(await colourAt(page, await rectangle(page, /^a,/).boundingBox(), 0.5, 0.7));
  const last = brightness(await colourAt(page, await rectangle(page, /^b,/).boundingBox(), 0.5, 0.7));
  assert.ok(last > first + 20, `the first layer has ${first}, the last ${last}`);
  await choose(page, 'radio', 'Family');
  assert.deepEqual(await colour(), byFamily);
});

/** Run before the page loads: keeps how many rectangles each drawing call has in window.instanced, with the number of its frame. */
function noteDrawing() {
  window.instanced = [];
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (...args) {
    const context = getContext.apply(this, args);
    context.drawArraysInstanced = (mode, first, count, instances) => window.instanced.push({ frame: window.paramscope?.frames, instances });
    return context;
  };
}

test('100,000 rectangles are drawn by one instanced call', async () => {
  const page = await openPage({ viewport: { width: 1400, height: 900 }, pixels: false, prepare: (opening) => opening.addInitScript(noteDrawing) });
  const modules = Array.from({ length: 100_000 }, (_, i) => `(${i}): Linear(${1 + (i % 7)}, 8)`);
  await paste(page, `Sequential(\n${modules.join('\n')}\n)`);
  await choose(page, 'button', 'Pictures');
  await choose(page, 'radio', 'Treemap');
  await page.waitForFunction(() => window.instanced.at(-1)?.instances >= 100_000);
  await settle(page);
  const calls = await page.evaluate(() => window.instanced);
  const frames = calls.map(({ frame }) => frame);
  assert.equal(new Set(frames).size, frames.length, 'a frame made more than one call');
});

test('a picture is saved as PNG with the pixels it has on the screen', async () => {
  const ratio = 1.5;
  const page = await opened(known, { deviceScaleFactor: ratio });
  const room = await picture(page).boundingBox();
  const { name, bytes } = await saved(page, 'Save as PNG');
  assert.match(name, /-treemap\.png$/);
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(Math.abs(bytes.readUInt32BE(16) - room.width * ratio) <= 2);
  assert.ok(Math.abs(bytes.readUInt32BE(20) - room.height * ratio) <= 2);
  const colours = await page.evaluate(async (all) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(all)], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const found = new Set();
    for (let i = 0; i < data.length; i += 400) found.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
    return found.size;
  }, [...bytes]);
  assert.ok(colours > 20, `only ${colours} colours`);
});

test('the image of a picture is put on the clipboard; where the browser refuses, it is saved, and the page says so', async () => {
  const page = await opened(known, { permissions: ['clipboard-read', 'clipboard-write'] });
  await choose(page, 'button', 'Copy image');
  await page.getByText('Image copied').waitFor();
  const [type, size] = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const blob = await item.getType('image/png');
    const { width } = await createImageBitmap(blob);
    return [blob.type, width];
  });
  assert.equal(type, 'image/png');
  const { width } = await picture(page).boundingBox();
  assert.ok(Math.abs(size - width) <= 1, `${size} of ${width}`);
  await page.evaluate(() => { navigator.clipboard.write = () => Promise.reject(new Error('refused')); });
  const download = page.waitForEvent('download');
  await page.keyboard.press('ControlOrMeta+Shift+c');
  assert.match((await download).suggestedFilename(), /treemap\.png$/);
  await page.getByText('does not let this page copy images').waitFor();
});

test('a lost graphics context is painted anew', async () => {
  const page = await opened(known, { complains: /does not belong to this context/ });  // what was lost is deleted
  const before = await page.screenshot();
  await loseGraphics(page);
  await settle(page);
  assert.ok(before.equals(await page.screenshot()), 'the picture differs');
});
