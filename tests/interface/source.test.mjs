// Source code in the page: it stays in the editor, and the model that it builds is beside it.
import { strict as assert } from 'node:assert';

import { test } from '../support/shuffled.mjs';
import { click, edit, openPage, paste, row, settle, stateWhere, until, widget } from './support.mjs';

const wide = { viewport: { width: 1440, height: 1400 } };

const code = `import torch.nn as nn

class Net(nn.Module):
    def __init__(self, width=8, depth=3):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.head = nn.Linear(width, 2)
`;

const parametersAre = (number) => ({ parameters, stale }) => parameters === String(number) && !stale;
const field = (page, name = 'Code') => widget(page, 'textbox', name);

/** A page into which this text is pasted. */
async function pasted(text) {
  const page = await openPage(wide);
  await settle(page);
  await paste(page, text);
  return page;
}

async function openCode(text = code) {
  const page = await pasted(text);
  await stateWhere(page, parametersAre(3 * 72 + 18));
  return page;
}

test('pasted code is counted, and stays in the editor', async () => {
  const page = await openCode();
  assert.equal(await field(page).inputValue(), code);
});

test('pasted code of Keras is counted', async () => {
  const page = await openPage(wide);
  await settle(page);
  for (const text of [
    'from tensorflow import keras\nmodel = keras.Sequential([keras.layers.Dense(64, input_shape=(10,)), keras.layers.Dense(1)])\n',
    'import tensorflow as tf\nfrom tensorflow.keras import layers, models\nmodel = models.Sequential()\n'
      + 'model.add(layers.Dense(32, input_shape=(10,)))\nmodel.add(layers.Dense(1))\n',
  ]) {
    await paste(page, text);
    await stateWhere(page, parametersAre(text.includes('64') ? 704 + 65 : 352 + 33));
  }
});

test('the model text that it builds is one tab away', async () => {
  const page = await openCode();
  await widget(page, 'tab', 'Model text').click();
  await until(async () => (await field(page, 'Model text').inputValue()).includes('depth x Linear('), true);
  await widget(page, 'tab', 'Code').click();
  await until(() => field(page).inputValue(), code);
});

test('an edit counts again; undo takes it back', async () => {
  const page = await openCode();
  await edit(page, 'Code');
  await page.type(code.replace('depth=3', 'depth=5'));
  await stateWhere(page, parametersAre(5 * 72 + 18));
  await page.keyboard.press('Control+z');
  await stateWhere(page, parametersAre(3 * 72 + 18));
});

test('an error has its place in the code, and the last count stays', async () => {
  const page = await openCode();
  await edit(page, 'Code');
  await page.type(code.replace('nn.Linear(width, 2)', 'nn.Linear(width)'));
  const shown = await stateWhere(page, ({ error }) => error !== null);
  assert.match(shown.error, /^7:/);
  assert.equal(shown.parameters, String(3 * 72 + 18));
  assert.equal(shown.stale, true);
});

test('a link and a reload bring the code back', async () => {
  const page = await openCode();
  await page.reload();
  await stateWhere(page, parametersAre(3 * 72 + 18));
  assert.equal(await field(page).inputValue(), code);
});

test('a dropped file of code has its name', async () => {
  const page = await openPage(wide);
  await settle(page);
  await page.drop(['model.py', code]);
  const shown = await stateWhere(page, parametersAre(3 * 72 + 18));
  assert.equal(shown.source, 'model.py');
});

test('several files are read together: the editor shows the main one, and its edits keep the others', async () => {
  const page = await openPage(wide);
  await settle(page);
  const layers = 'import torch.nn as nn\nclass Block(nn.Module):\n    def __init__(self, d):\n        super().__init__()\n        self.fc = nn.Linear(d, d)\n';
  const net = 'import torch.nn as nn\nfrom .layers import Block\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.block = Block(8)\n';
  await page.drop(['layers.py', layers], ['net.py', net]);
  const shown = await stateWhere(page, parametersAre(72));
  assert.equal(shown.source, 'net.py');
  assert.equal(await field(page).inputValue(), net);
  await edit(page, 'Code');
  await page.type(net.replace('Block(8)', 'Block(3)'));
  await stateWhere(page, parametersAre(12));
});

test('a class that needs arguments gets guesses, and another is chosen from a menu', async () => {
  const page = await pasted(`class First(nn.Module):
    def __init__(self, in_channels):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, 4, 1)

class Second(nn.Module):
    def __init__(self, d_model, num_classes):
        super().__init__()
        self.fc = nn.Linear(d_model, num_classes)
`);
  await stateWhere(page, parametersAre(512 * 1000 + 1000));
  await click(widget(page, 'button', 'Choose a class'));
  await click(widget(page, 'menuitemcheckbox', 'First(in_channels=3)'));
  await stateWhere(page, parametersAre(3 * 4 + 4));
  await edit(page, 'What the code builds');
  await page.keyboard.type('First(in_channels=1)');
  await page.keyboard.press('Enter');
  await stateWhere(page, parametersAre(4 + 4));
  await page.keyboard.press('Control+z');
  await stateWhere(page, parametersAre(3 * 4 + 4));
});

test('another input reads the code again: its loop runs once more', async () => {
  const page = await pasted(`class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(3, 3, 2, stride=2)
    def forward(self, x):
        x = self.down(x)
        while x.shape[-1] > 50:
            x = self.down(x)
        return x
`);
  const macsAre = (...sizes) => stateWhere(page, ({ macs, stale }) => !stale && macs === String(sizes.reduce((sum, size) => sum + 36 * size * size, 0)));
  await macsAre(112, 56, 28);
  await edit(page, 'Input shape');
  await page.keyboard.type('1,3,448,448');
  await page.keyboard.press('Enter');
  await macsAre(224, 112, 56, 28);
  await page.keyboard.press('Control+z');
  await macsAre(112, 56, 28);
});

test('a row leads to its line, and a line to its row', async () => {
  const page = await openCode();
  const selected = (path) => stateWhere(page, ({ selected: now }) => now === path);
  await click(row(page, 'head'));
  await selected('head');
  const box = await field(page).boundingBox();
  const lineHeight = 16;
  await page.mouse.click(box.x + 60, box.y + 5.5 * lineHeight + 5);
  await selected('layers');
});

test('a slider of a number that shapes the model reads the code again; undo and reset take it back', async () => {
  const page = await pasted(`import torch.nn as nn

class Net(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(2 ** (i + 1), 2) for i in range(depth)])
`);
  await stateWhere(page, parametersAre(6 + 10));
  await widget(page, 'slider', 'depth').fill('3');
  await stateWhere(page, parametersAre(6 + 10 + 18));
  assert.equal(await widget(page, 'textbox', 'What the code builds').inputValue(), 'depth = 3; Net()');
  await settle(page);
  await page.keyboard.press('Control+z');
  await stateWhere(page, parametersAre(6 + 10));
  await widget(page, 'slider', 'depth').fill('1');
  await stateWhere(page, parametersAre(6));
  await click(widget(page, 'button', 'Reset'));
  await stateWhere(page, parametersAre(6 + 10));
});

test('the shape of a tensor and its number stand beside or below each other, not over each other', async () => {
  const page = await pasted(`import torch
import torch.nn as nn

class Masked(nn.Module):
    def __init__(self, block_size=256, width=8):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.register_buffer("attention_mask_of_all", torch.ones(1, 1, block_size, block_size))
`);
  await stateWhere(page, parametersAre(72));
  await settle(page);
  const name = await page.getByText(/attention_mask_of_all/).last().boundingBox();
  const number = await page.getByText('65,536').last().boundingBox();
  const isBeside = name.x + name.width <= number.x || number.y >= name.y + name.height;
  assert.ok(isBeside, `${JSON.stringify(name)} and ${JSON.stringify(number)}`);
});

test('half of a doubled size is that size, without a floor', async () => {
  const page = await pasted(`import torch.nn as nn

class Half(nn.Module):
    def __init__(self, base=64):
        super().__init__()
        width = base * 2
        self.conv = nn.Conv2d(width, width // 2, 1)
`);
  await stateWhere(page, parametersAre(128 * 64 + 64));
  await settle(page);
  assert.equal(await page.getByText('⌊').count(), 0);
  assert.ok(await page.getByText(/2·base/).count() > 0);
});

test('what is wrong in the forward pass is said once, at its line; no input is asked for', async () => {
  const page = await pasted(`import torch.nn as nn

class Net(nn.Module):
    def __init__(self, base=64):
        super().__init__()
        self.down = nn.Conv2d(3, base, 3)
        self.up = nn.ConvTranspose2d(base * 4, base, 2)

    def forward(self, x):
        return self.up(self.down(x))
`);
  await until(() => page.getByText(/expects 4\*base = 256 channels but gets base = 64 \(line 10/).count(), 1);
  assert.equal(await page.getByText(/shape of the input/).count(), 0);
});

for (const [what, text, parameters] of [
  ['torchvision without its import', 'model = torchvision.models.resnet50()\n', '25557032'],
  ['timm', 'import timm\nmodel = timm.create_model("resnet50")\n', '25557032'],
  ['transformers', 'from transformers import AutoModel\nmodel = AutoModel.from_pretrained("bert-base-uncased")\n', '109482240'],
]) {
  test(`a model of a library by its name is counted: ${what}`, async () => {
    const page = await openPage(wide);
    await settle(page);
    await paste(page, text);
    await stateWhere(page, ({ parameters: counted, stale }) => counted === parameters && !stale);
  });
}
