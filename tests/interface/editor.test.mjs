// The editor: what is wrong stands in rows under the lines concerned, a line at the foot counts it, and comments of shipped models are folded.
import assert from 'node:assert/strict';

import { test } from '../support/shuffled.mjs';
import { button, click, edit, openPage, paste, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };
const lineHeight = 16;

const code = (size) => `import torch.nn as nn

class Net(nn.Module):
    def __init__(self, n_classes=4, width=8):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.head = nn.Linear(width, ${size})

    def forward(self, x):
        return self.head(self.fc(x))
`;

const problems = (page) => widget(page, 'region', 'Problems');
const heightOf = async (page, name) => (await widget(page, 'textbox', name).boundingBox()).height;

async function opened(text, isReached = ({ stale }) => !stale) {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, text);
  await stateWhere(page, (state) => state.source === 'Pasted model' && isReached(state));
  return page;
}

test('a misspelt name is said at its line, and mended by a button', async () => {
  const page = await opened(code('n_clases'));
  assert.deepEqual(await problems(page).getByText('n_clases').allTextContents(),
    ['head is unknown: n_clases is not defined in this text: did you mean n_classes? (line 7, column 38)']);
  assert.equal(await problems(page).getByText('assumed').count(), 0);
  await click(button(page, 'Write n_classes'));
  await stateWhere(page, ({ parameters }) => parameters === String(72 + 36));
  assert.equal(await widget(page, 'textbox', 'Code').inputValue(), code('n_classes'));
  assert.equal(await problems(page).count(), 0);
  await click(button(page, 'Undo'));
  await until(() => widget(page, 'textbox', 'Code').inputValue(), code('n_clases'));
});

test('a missing colon is put in by a button', async () => {
  const broken = code('4').replace('forward(self, x):', 'forward(self, x)');
  const page = await opened(broken);
  await click(button(page, 'Insert :'));
  await until(() => widget(page, 'textbox', 'Code').inputValue(), code('4'));
  await settle(page);
  assert.equal(await problems(page).count(), 0);
});

test('the first problem of a pasted text is in sight', async () => {
  const page = await opened('# a line\n'.repeat(200) + code('n_clases') + '# a line\n'.repeat(200));
  await button(page, 'Write n_classes').waitFor({ state: 'attached' });
  await settle(page);
  const editor = await widget(page, 'textbox', 'Code').boundingBox();
  const fix = await button(page, 'Write n_classes').boundingBox();
  assert.ok(fix.y > editor.y && fix.y + fix.height < editor.y + editor.height, `${fix.y} in ${editor.y} + ${editor.height}`);
});

test('what is assumed of the input is no problem: it stands beside the field', async () => {
  const page = await opened(code('4'));
  assert.equal(await problems(page).count(), 0);
  assert.equal(await page.getByText('the input is assumed to be').count(), 1);
});

test('problems do not change the height of the editor; the line at its foot leads from one to the next', async () => {
  const page = await opened(code('4'));
  const before = await heightOf(page, 'Code');
  await edit(page, 'Code');
  await page.type(code('n_clases').replace('width, width)', 'widht, width)'));
  await until(() => button(page, '2 warnings').count(), 1);
  assert.equal(await heightOf(page, 'Code'), before);
  await click(button(page, '2 warnings'));
  await click(button(page, '2 warnings'));
  await settle(page);
});

test('a row pushes the lines below it down: a click finds the line that is drawn there', async () => {
  const page = await opened(code('n_clases'));
  const box = await widget(page, 'textbox', 'Code').boundingBox();
  const fix = await button(page, 'Write n_classes').boundingBox();
  assert.ok(fix.y > box.y + 7 * lineHeight, `the row is at ${fix.y}`);
  // The line of forward() is the second below the row, which has two lines of words beside the button.
  await page.mouse.click(box.x + box.width - 30, fix.y + lineHeight * 3.6);
  await page.keyboard.type(' # here');
  const lines = (await widget(page, 'textbox', 'Code').inputValue()).split('\n');
  assert.equal(lines[8], '    def forward(self, x): # here');
});

test('no row appears while somebody types; it does after a rest', async () => {
  const page = await opened(code('4'));
  await edit(page, 'Code');
  await page.type(code('n_clases'));
  assert.equal(await button(page, 'Write n_classes').count(), 0);
  await page.rest();
  assert.equal(await button(page, 'Write n_classes').count(), 1);
});

test('what a shipped model tells of itself is one line until it is opened', async () => {
  const page = await openPage(wide);
  await settle(page);
  const about = button(page, '# about this model …');
  assert.equal(await about.getAttribute('aria-expanded'), 'false');
  assert.match(await widget(page, 'textbox', 'Model text').inputValue(), /^# LLaMA-2 7B\n# RMSNorm/);
  for (const state of ['true', 'false']) {
    await about.press('Enter');
    await settle(page);
    assert.equal(await about.getAttribute('aria-expanded'), state);
  }
});

test('a click on a line below the folded ones finds that line', async () => {
  const page = await openPage(wide);
  await settle(page);
  const field = widget(page, 'textbox', 'Model text');
  const lines = (await field.inputValue()).split('\n');
  const folded = lines.findIndex((line) => !line.startsWith('#'));
  const box = await field.boundingBox();
  await page.mouse.click(box.x + box.width - 30, box.y + 4 + lineHeight * 1.5);
  await page.keyboard.type(' # here');
  assert.equal((await field.inputValue()).split('\n')[folded], `${lines[folded]} # here`);
});

test('JSON with a mistake stays in the editor with its error, and is opened when it is mended', async () => {
  const config = (layers) => `{"model_type": "gpt2", "architectures": ["GPT2Model"], "n_layer": ${layers}}`;
  const page = await openPage(wide);
  await settle(page);
  await paste(page, config(''));
  await stateWhere(page, ({ error }) => error !== null);
  assert.equal(await widget(page, 'textbox', 'Code').inputValue(), config(''));
  assert.equal(await problems(page).getByText('expected a value (line 1').count(), 1);
  await edit(page, 'Code');
  await page.type(config('1'));
  await stateWhere(page, ({ error, stale }) => error === null && !stale);
});
