// Code as people have it, pasted into the page and opened there: the reader finds it behind prompts, numbers and quotation signs.
import { test } from '../support/shuffled.mjs';
import { button, click, openPage, settle, stateWhere } from './support.mjs';

/** A network of 5·width + 1 parameters. */
const code = (width) => ['import torch', 'import torch.nn as nn', '', 'class Net(nn.Module):', '    def __init__(self):', '        super().__init__()',
  `        self.a = nn.Linear(3, ${width})`, `        self.b = nn.Linear(${width}, 1)`, '    def forward(self, x):', '        return self.b(self.a(x))'];

const prompt = (line, number) => (number < 4 || !line.startsWith(' ') ? `>>> ${line}` : `... ${line}`);
const notebook = (lines) => JSON.stringify({
  nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# A model\n'] },
    { cell_type: 'code', metadata: {}, outputs: [], execution_count: 1, source: ['!pip install torch\n', ...lines.map((line) => `${line}\n`)] },
  ],
});

const wrappings = {
  'the prompts of a session': (lines) => lines.map(prompt).join('\n'),
  'the signs of a mail': (lines) => lines.map((line) => `> ${line}`).join('\n'),
  'numbers': (lines) => lines.map((line, at) => `${String(at + 1).padStart(3)}  ${line}`).join('\n'),
  'a notebook': notebook,
};

async function paste(page, text) {
  await click(button(page, 'Paste'));
  await page.getByRole('textbox', { name: /^Paste your model here/ }).focus();
  await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);
  await page.getByRole('button', { name: 'Count it' }).click();
}

test('counts code that is pasted with what surrounds it', async () => {
  const page = await openPage();
  await settle(page);
  let width = 10;
  for (const wrap of Object.values(wrappings)) {
    await paste(page, wrap(code(++width)));
    await stateWhere(page, ({ parameters }) => parameters === String(5 * width + 1));
  }
});

test('counts a notebook and Keras code that are opened', async () => {
  const page = await openPage();
  await settle(page);
  const open = async (name, text) => {
    const chooser = page.waitForEvent('filechooser');
    await click(button(page, 'Open file'));
    await (await chooser).setFiles([{ name, mimeType: '', buffer: Buffer.from(text) }]);
  };
  await open('train.ipynb', notebook(code(21)));
  await stateWhere(page, ({ parameters }) => parameters === '106');
  await open('model.py', 'from tensorflow import keras\nmodel = keras.Sequential([keras.layers.Dense(64, input_shape=(10,)), keras.layers.Dense(1)])\n');
  await stateWhere(page, ({ parameters }) => parameters === '769');
});
