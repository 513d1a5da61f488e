// What only a browser shows of the interface: its events reach the program, drafts outlive the page, the mirror is sound HTML. How the
// interface behaves is tested without a browser (tests/interface).
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { violations } from './axe.mjs';
import { button, click, edit, framesLater, openPage, paste, rest, row, settle, slowClock, state, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };  // with text and values at once
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
async function opened(options = wide) {
  const page = await openPage(options);
  await settle(page);
  return page;
}

const parametersOf = (page, count) => stateWhere(page, ({ parameters }) => parameters === String(count));

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

test('pointer, wheel, keys, paste and drop reach the program', async () => {
  const page = await opened();
  assert.equal((await state(page)).parameters, '6738415616');

  const { x, y, width, height } = await widget(page, 'slider', 'H').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height / 2);
  await stateWhere(page, ({ parameters }) => BigInt(parameters) > 6738415616n);
  await page.mouse.up();

  await paste(page, `Sequential(\n${Array.from({ length: 99 }, (_, i) => `  (${i}): Linear(8, 8)`).join('\n')}\n)\n`);
  await parametersOf(page, 99 * 72);
  await settle(page);
  await row(page, '0').hover();
  await page.mouse.wheel(0, 4000);
  await until(() => row(page, '0').count(), 0);

  await drop(page, 'small.txt', 'Linear(3, 4)');
  assert.equal((await parametersOf(page, 16)).source, 'small.txt');

  await edit(page, 'Model text');
  await page.keyboard.type('Linear(7, 1)');
  await parametersOf(page, 8);
  await page.keyboard.press('ControlOrMeta+z');
  await parametersOf(page, 16);
});

test('a finger scrolls, taps and presses long', async () => {
  const page = await opened(phone);
  const session = await page.context().newCDPSession(page);
  const finger = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const grid = page.getByRole('treegrid');
  const first = () => grid.getByRole('row').evaluateAll((rows) => Math.min(...rows.map((each) => Number(each.getAttribute('aria-rowindex') ?? 1e9))));
  await paste(page, `Sequential(\n${Array.from({ length: 40 }, (_, i) => `  (${i}): Linear(8, 8)`).join('\n')}\n)\n`);
  await parametersOf(page, 40 * 72);
  await click(widget(page, 'tab', 'Modules'));
  await settle(page);
  const before = await first();
  const { x, y, height } = await grid.boundingBox();
  const resume = await slowClock(page);  // on a busy machine a finger would be pressing long
  const ways = Array.from({ length: 9 }, (_, i) => ({ x: x + 40, y: y + height - 60 - i * 20 }));
  for (const [i, way] of ways.entries()) await finger(i === 0 ? 'touchStart' : 'touchMove', way);
  await finger('touchEnd');
  await resume();
  await until(async () => await first() > before, true);
  await rest(page);
  const target = grid.getByRole('row').nth(6);
  const name = await target.getAttribute('aria-label');
  const resumeAgain = await slowClock(page);
  await target.tap();
  await stateWhere(page, ({ selected }) => selected === name);
  await resumeAgain();
  await settle(page);
  const pressed = await target.boundingBox();
  await finger('touchStart', { x: pressed.x + 60, y: pressed.y + pressed.height / 2 });
  await page.getByRole('menuitem', { name: 'Copy path' }).waitFor({ state: 'attached' });
  await finger('touchEnd');
});

test('paints a dragged slider once a frame of the browser, however often the pointer moves, and counts in that frame', async () => {
  const page = await opened();
  const { x, y, width, height } = await widget(page, 'slider', 'H').boundingBox();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const resume = await slowClock(page);  // on a busy machine counts would be slow enough for a worker
  await page.mouse.move(at.clientX, at.clientY);
  await page.mouse.down();
  await framesLater(page);
  const seen = await page.evaluate(async ({ clientX, clientY, step }) => {
    const stage = document.querySelector('canvas');
    const shown = [];
    for (let i = 1; i <= 20; ++i) {
      const before = window.paramscope.frames;
      for (let third = 1; third <= 3; ++third) {
        const moved = { clientX: clientX + step * (i + third / 3), clientY, buttons: 1, pointerId: 1, pointerType: 'mouse' };
        stage.dispatchEvent(new PointerEvent('pointermove', { ...moved, bubbles: true, cancelable: true }));
      }
      await new Promise(requestAnimationFrame);
      shown.push({ painted: window.paramscope.frames - before, parameters: window.paramscope.state.parameters });
    }
    return shown;
  }, { ...at, step: width / 60 });
  await resume();
  await page.mouse.up();
  await rest(page);
  const { parameters: atRest } = await stateWhere(page, ({ stale, counting }) => !stale && !counting);
  assert.deepEqual(seen.map(({ painted }) => painted), seen.map(() => 1));
  assert.ok(new Set(seen.map(({ parameters }) => parameters)).size > seen.length / 2, 'the slider moves');
  assert.equal(seen.at(-1).parameters, atRest, 'the last frame had the count of the last move');
});

test('keeps a draft over a reload', async () => {
  const page = await opened();
  await widget(page, 'textbox', 'Model text').fill('Linear(7, 1)');
  await page.reload();  // before the address has followed
  await page.waitForSelector('html[data-paramscope=ready]');
  await parametersOf(page, 8);
});

test('keeps a draft for each tab, and gives a new tab the newest', async () => {
  const first = await opened();
  await widget(first, 'textbox', 'Model text').fill('Linear(7, 1)');
  await parametersOf(first, 8);
  await rest(first);  // the draft is kept with the address
  const second = await first.context().newPage();
  const load = async (page, go) => {
    await go();
    await page.waitForSelector('html[data-paramscope=ready]');
    await settle(page);
  };
  await load(second, () => second.goto(new URL('./', first.url()).href));
  await parametersOf(second, 8);
  await widget(second, 'textbox', 'Model text').fill('Linear(9, 1)');
  await parametersOf(second, 10);
  await rest(second);
  await load(first, () => first.reload());
  await parametersOf(first, 8);
  await load(second, () => second.reload());
  await parametersOf(second, 10);
});

/** Run in the page: true when the database has a draft whose text begins so. */
const isDraftKept = (beginning) => new Promise((done) => {
  const request = indexedDB.open('paramscope', 1);
  request.onupgradeneeded = () => request.transaction.abort();  // the page has not made it yet
  request.onerror = () => done(false);
  request.onsuccess = () => {
    const read = request.result.transaction('large').objectStore('large').getAll();
    read.onsuccess = async () => {
      const texts = await Promise.all(read.result.map(({ text }) => (text instanceof Blob ? text.text() : text)));
      done(texts.some((text) => text.startsWith(beginning)));
    };
    read.onerror = () => done(false);
    request.result.close();
  };
});

test('keeps a draft that is too long for a link', async () => {
  const page = await opened();
  for (const megabytes of [3, 8]) {
    const model = `Linear(${megabytes}, 1)`;
    // Noise, since what repeats becomes a short link.
    await page.evaluate(([begin, length]) => {
      const words = Array.from({ length: length / 40 }, () => `# ${Math.random()} ${Math.random()}`);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', `${begin}\n${words.join('\n')}\n`);
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, [model, megabytes * 1e6]);
    await parametersOf(page, megabytes + 1);
    await rest(page);
    await until(() => page.evaluate(() => location.hash), '');
    await until(() => page.evaluate(isDraftKept, model), true);
    await page.reload();
    await page.waitForSelector('html[data-paramscope=ready]');
    const shown = await parametersOf(page, megabytes + 1);
    assert.equal(shown.source, 'Pasted model');
    await settle(page);
  }
});

test('speaks English where its other words do not arrive', async () => {
  const prepare = (opening) => opening.route('**/chinese-*.json', (route) => route.abort());
  const page = await opened({ ...wide, locale: 'zh-CN', prepare, complains: /Failed to (load|fetch)/ });
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await click(button(page, '中文'));
  await page.getByText('This language could not be loaded').waitFor();
});

test('speaks the language that the address asks for', async () => {
  const page = await opened({ ...wide, hash: '?lang=zh' });
  await until(() => widget(page, 'region', '合计').count(), 1);
});

test('is left and entered by Tab', async () => {
  const page = await opened();
  const seen = new Set();
  for (let i = 0; i < 100; ++i) {
    await page.keyboard.press('Tab');
    await settle(page);
    const name = await page.evaluate(() => document.activeElement.closest('.mirror') && (document.activeElement.ariaLabel ?? document.activeElement.textContent));
    if (name === null && seen.size > 0) return assert.ok(seen.has('Share') && seen.has('LaTeX'), [...seen].join(', '));
    seen.add(name);
  }
  assert.fail('Tab never leaves');
});

test('acts on a click without a pointer, as assistive technology makes it', async () => {
  const page = await opened();
  await button(page, 'Share').evaluate((element) => element.click());
  await until(() => widget(page, 'menuitem', 'Copy link').count(), 1);
});

test('takes composed text', async () => {
  const page = await opened();
  await edit(page, 'Model text');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: '编码', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '编码器' });
  await page.keyboard.type(': Linear(3, 4)');
  await until(() => widget(page, 'textbox', 'Model text').inputValue(), '编码器: Linear(3, 4)');
});

for (const [where, options] of Object.entries({ 'wide': wide, 'on a phone': phone })) {
  test(`axe-core finds nothing wrong with the sheet of the first visit, ${where}`, async () => {
    const page = await opened({ ...options, isFirstVisit: true });
    await until(() => page.getByRole('dialog').count(), 1);
    await settle(page);
    assert.deepEqual(await violations(page), []);
  });

  test(`axe-core finds nothing wrong with the dialogs, ${where}`, async () => {
    const page = await opened(options);
    const inMenus = options === phone
      ? { Compare: ['More', 'Compare'], Export: ['More', 'Export as…'], Keys: ['More', 'Keys'], Search: ['LLaMA-2 7B'] }
      : { Compare: ['Compare'], Export: ['Share', 'Export as…'], Keys: ['Help', 'Keys'], Search: ['LLaMA-2 7B'] };
    for (const [name, [opener, item]] of Object.entries(inMenus)) {
      await click(button(page, opener));
      if (item) {
        await until(() => page.getByRole('menu').count(), 1);
        assert.deepEqual(await violations(page), []);
        await click(widget(page, 'menuitem', item));
      }
      await until(() => page.getByRole('dialog', { name, exact: true }).count(), 1);
      await settle(page);
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press('Escape');
      await until(() => page.getByRole('dialog').count(), 0);
    }
  });
}

for (const [name, options] of Object.entries({
  'wide': wide,
  'in Chinese, dark': { ...wide, locale: 'zh-CN', colorScheme: 'dark' },
  'on a phone': phone,
})) {
  test(`axe-core finds nothing wrong with the mirror, ${name}`, async () => {
    const page = await opened(options);
    assert.deepEqual(await violations(page), []);
    await click(page.getByRole('button', { name: 'LLaMA-2 7B' }).first());
    await until(() => page.getByRole('dialog').count(), 1);
    await settle(page);
    assert.deepEqual(await violations(page), []);
  });
}
