// Repositories whose own code is endless, giant or full of escapes, by the command line for node: each ends soon, with a sentence that controls no terminal.
import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { jsonFile, textFile } from '../support/hub_models.mjs';
import { startHubProgram } from '../support/hub_program.mjs';
import { test } from '../support/shuffled.mjs';

const configuration = `from transformers import PretrainedConfig

class OwnConfig(PretrainedConfig):
    model_type = "own"
`;

/** The code of a model: `top` above its class, `init` and `forward` in its methods. */
const model = ({ top = '', init = 'pass', forward = 'return self.fc(x)' }) => `from torch import nn
from transformers import PreTrainedModel
from .configuration_own import OwnConfig
${top}

class OwnModel(PreTrainedModel):
    config_class = OwnConfig

    def __init__(self, config):
        super().__init__(config)
        self.fc = nn.Linear(config.hidden_size, 4)
        ${init}

    def forward(self, x):
        ${forward}
`;

const ownMap = { AutoConfig: 'configuration_own.OwnConfig', AutoModel: 'modeling_own.OwnModel' };
const repository = (code, { others = {}, config = {} } = {}) => ({ files: {
  'config.json': jsonFile({ model_type: 'own', hidden_size: 16, auto_map: ownMap, ...config }),
  'configuration_own.py': textFile(configuration),
  'modeling_own.py': textFile(model(code)),
  ...Object.fromEntries(Object.entries(others).map(([name, text]) => [name, textFile(text)])),
} });

const repeated = (count, text) => Array.from({ length: count }, (_, i) => (typeof text === 'function' ? text(i) : text)).join('');
const files = (count, text) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}.py`, text(i)]));
const importAll = (count) => repeated(count, (i) => `from .f${i} import *\n`);
const escapes = '\u001b[31m\u202e\u0007';

/** [name of the case, repository, pattern of the message]; without a pattern any message will do */
const cases = [
  ['38 files of a million signs', repository({ top: importAll(38) }, { others: files(38, () => repeated(200_000, 'x = 1\n')) }), /f0\.py and perhaps more files are not read/],
  ['a list of 690,000 items', repository({ top: `X = [${'1,'.repeat(690_000)}]` }), /modeling_own\.py and perhaps more files are not read/],
  ['a million brackets', repository({ top: `X = ${'['.repeat(1_000_000)}` }), /modeling_own\.py and perhaps more files are not read/],
  ['files that import all names of each other', repository({ top: importAll(37) }, { others: files(37, (i) => importAll(37) + repeated(2000, (j) => `class C${i}_${j}: pass\n`)) })],
  ['a loop without an end', repository({ init: 'while True: pass' })],
  ['a forward pass without an end', repository({ forward: 'while True: x = self.fc(x)' })],
  ['a generator without an end', repository({ init: 'sum(1 for _ in iter(int, 1))' })],
  ['a number that squares itself', repository({ init: 'a = 3\n        while True: a = a * a' })],
  ['modules without an end', repository({ init: 'self.l = nn.ModuleList(nn.Linear(2, 2) for _ in range(10**9))' })],
  ['a text of a billion characters', repository({ init: 'x = "{:1000000000}".format(1) + "a" * 10**12' })],
  ['a regular expression that tries all ways', repository({ top: 'import re\nre.match("(a+)+$", "a" * 5000 + "b")' })],
  ['commands of the system', repository({ init: 'import os, subprocess; os.system("touch ran"); subprocess.run(["touch", "ran"]); exec("open(\'ran\', \'w\')")' })],
  ['an exception with escapes', repository({ init: `raise ValueError(${JSON.stringify(escapes)})` })],
  ['modules with escapes in their names', repository({ init: `setattr(self, ${JSON.stringify(escapes)}, nn.Linear(2, 2))` })],
  ['a class with escapes in its name', repository({ init: `self.x = type(${JSON.stringify(escapes)}, (nn.Module,), {})()` })],
  ['a type with escapes', repository({}, { config: { model_type: escapes, architectures: [escapes] } })],
  ['a map with escapes', repository({}, { config: { auto_map: { [escapes]: 'modeling_own.OwnModel', AutoModel: `modeling_own.${escapes}Model` } } })],
];

let program;
before(async () => {
  program = await startHubProgram(Object.fromEntries(cases.map(([, each], i) => [`org/case${i}`, each])), { patience: 60_000 });
});
after(() => program.close());

for (const [i, [what, , says]] of cases.entries()) {
  test(`${what}: the program ends with a sentence`, async () => {
    const { status, output, errors } = await program.run([`org/case${i}`], {}, program.folder);
    const words = `${output}${errors}`;
    assert.ok(status === 0 || status === 1, `status ${status}: ${words}`);
    assert.match(words, says ?? /\S/);
    assert.doesNotMatch(words.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    assert.ok(!existsSync(join(program.folder, 'ran')));
  });
}
