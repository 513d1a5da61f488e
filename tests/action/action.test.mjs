// The GitHub Action: what it comments, when it fails, and what a hostile pull request cannot do.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

import { cell, columns } from '../../action/numbers.mjs';
import { runProgram } from '../../action/program.mjs';
import { site } from '../support/site.mjs';
import { commandsIn, gitHub, pullRequest, runAction } from './support.mjs';

const model = (width) => `input = (1, 3)\nSequential(\n  (fc): Linear(3, ${width})\n)\n`;

test('comments the difference, and writes its own comment anew after the next push', async () => {
  const change = pullRequest({ 'models/net.txt': model(4), 'README.md': 'x' }, { 'models/net.txt': model(8), 'README.md': 'y' });
  const other = { id: 1, user: { login: 'someone' }, body: '<!-- paramscope report: default -->\nmine' };
  const api = await gitHub({ comments: [other] });
  const first = await runAction(change, api);
  assert.equal(first.status, 0, first.log);
  assert.equal(api.comments.length, 2);
  const { body } = api.comments[1];
  const [summary, details] = body.split('<details>');
  assert.match(summary, /^\| file \| parameters \| FLOPs \| bytes \|$/m);
  assert.match(summary, /^\| models\/net\.txt \| 16 → \*\*32\*\* \(\+100%\) \| 24 → \*\*48\*\* \(\+100%\) \| 64 B → \*\*128 B\*\* \(\+100%\) \|$/m);
  assert.match(details, /^<summary>models\/net\.txt<\/summary>\n\n\| {2}\| base \| head \| change \|$/m);
  assert.match(details, /^\| \+16 \| larger fc: 4 → 8 \|$/m, 'without empty columns');
  assert.equal(details.match(/\| cause \|/g).length, 2, 'MACs and bytes are not told again');
  assert.doesNotMatch(body, /\| [AB] \|/);
  assert.match(first.summary, /\+16/);
  assert.equal(first.outputs.changed, '1');
  assert.match(readFileSync(first.outputs.report, 'utf8'), /\+16/);

  change.push({ 'models/net.txt': model(9) });
  assert.equal((await runAction(change, api)).status, 0);
  assert.deepEqual(api.requests.slice(2), ['GET /repos/o/r/issues/7/comments?per_page=100&page=1', 'PATCH /repos/o/r/issues/comments/1001']);
  assert.match(api.comments[1].body, /\| 16 → \*\*36\*\* \(\+125%\) \|/);
  assert.equal(api.comments[0].body, other.body);

  await runAction(change, api);
  assert.equal(api.requests.length, 5, 'a comment that says the same is left alone');
  change.push({ 'models/net.txt': model(4) });
  await runAction(change, api);
  assert.match(api.comments[1].body, /No model file differs/);
});

test('shortens numbers as the badges of the program do', () => {
  const [program, folder] = [join(site, 'cli.mjs'), mkdtempSync(join(tmpdir(), 'paramscope-numbers-'))];
  const output = (file, format) => runProgram(program, [`--format=${format}`, file], folder).output;
  const badge = (file, format) => /<title>.*(?:params|FLOPs) (.*)<\/title>/.exec(output(file, format))[1];
  for (const width of [3, 2500, 249_875, 249_999_999]) {
    const file = `${width}.txt`;
    writeFileSync(join(folder, file), `input = (1, 3)\nSequential(\n  (fc): Linear(3, ${width})\n)\n`);
    const { totals } = JSON.parse(output(file, 'json'));
    assert.equal(cell(columns[0], undefined, totals), `**${badge(file, 'badge')}**`);
    assert.equal(cell(columns[1], undefined, totals), `**${badge(file, 'badge-flops')}**`);
  }
});

test('finds its comment on a later page, and leaves a second use its own', async () => {
  const many = Array.from({ length: 130 }, (_, id) => ({ id, user: { login: 'someone' }, body: 'x' }));
  many.push({ id: 500, user: { login: 'github-actions[bot]' }, body: '<!-- paramscope report: default -->\nold' });
  const change = pullRequest({ 'net.txt': model(4) }, { 'net.txt': model(8) });
  const api = await gitHub({ comments: many });
  await runAction(change, api);
  assert.match(many.at(-1).body, /\+16/);
  await runAction(change, api, { PARAMSCOPE_NAME: 'decode' });
  assert.equal(many.length, 132);
});

test('new, renamed and removed files; no comment without changes', async () => {
  const before = { 'a.txt': model(4), 'gone.txt': 'Conv2d(3, 8, kernel_size=(3, 3))\n', 'old name.txt': `${model(6)}# ${'a long note '.repeat(30)}\n` };
  const change = pullRequest(before, { 'a.txt': model(4), 'gone.txt': null, 'old name.txt': null, 'b/new name.txt': before['old name.txt'].replace('6)', '7)'), 'new.txt': model(12) });
  const api = await gitHub();
  assert.equal((await runAction(change, api)).status, 0);
  const [{ body }] = api.comments;
  assert.match(body, /^\| gone\.txt _\(removed\)_ \| ~~224~~ \| ~~\?~~ \| ~~896 B~~ \|$/m);
  assert.match(body, /^\| b\/new name\.txt _\(renamed: old name\.txt\)_ \| 24 → \*\*28\*\* \(\+17%\) \|/m);
  assert.match(body, /^\| new\.txt _\(new\)_ \| \*\*48\*\* \| \*\*72\*\* \| \*\*192 B\*\* \|$/m);
  assert.equal(body.match(/<details>/g).length, 2, 'there is nothing to tell of a removed file');
  assert.doesNotMatch(body, /a\.txt/);
  const none = await gitHub();
  assert.equal((await runAction(pullRequest({ 'a.txt': model(4) }, { 'README.md': 'x' }), none)).status, 0);
  assert.deepEqual(none.comments, []);
});

test('a limit fails the job, after the comment; so does what cannot be known, and a file that cannot be read', async () => {
  const change = pullRequest({ 'net.txt': model(4) }, { 'net.txt': model(8) });
  const api = await gitHub();
  const { status, log } = await runAction(change, api, { PARAMSCOPE_MAX_PARAMS: '20', PARAMSCOPE_MAX_FLOPS: '1T' });
  assert.equal(status, 1);
  assert.match(api.comments[0].body, /^\| net\.txt \| 16 → .* \| ✗ \|$/m);
  assert.match(api.comments[0].body, /\*\*net\.txt: beyond a limit\*\*\n\n```text\n.*32 parameters are more than --max-params allows: 20/);
  assert.match(api.comments[0].body, /\+16/);
  assert.match(log, /^::error::net\.txt: .*32 parameters/m);
  const kept = await gitHub();
  assert.equal((await runAction(change, kept, { PARAMSCOPE_MAX_PARAMS: '32', PARAMSCOPE_MAX_MEMORY: '1GiB', PARAMSCOPE_OPTIONS: '--mode=training\n--train=adam' })).status, 0);
  assert.match(kept.comments[0].body, /^\| net\.txt \| 16 → .* \| ✓ \|$/m);

  const unknown = pullRequest({ 'net.txt': model(4) }, { 'net.txt': 'Net(\n  (own): Mystery()\n)\n' });
  assert.equal((await runAction(unknown, api, { PARAMSCOPE_MAX_PARAMS: '1B' })).status, 1);
  assert.match(api.comments[0].body, /cannot be checked/);
  const broken = pullRequest({ 'net.txt': model(4) }, { 'net.txt': 'Net(\n  (own): Linear(' });
  const result = await runAction(broken, api);
  assert.equal(result.status, 1);
  assert.match(api.comments[0].body, /^\| net\.txt \| ~~16~~ \|.* \| ✗ \|\n\n\*\*net\.txt: it could not be counted\*\*\n\n```text\n/m);
});

test('a shallow clone fetches the base', async () => {
  const change = pullRequest({ 'net.txt': model(4) }, { 'net.txt': model(8) }, { shallow: true });
  const api = await gitHub();
  const { status, log } = await runAction(change, api);
  assert.equal(status, 0, log);
  assert.match(api.comments[0].body, /\+16/);
});

test('a token that may only read is no failure: the report is in the summary', async () => {
  const { status, log, summary } = await runAction(pullRequest({ 'net.txt': model(4) }, { 'net.txt': model(8) }), await gitHub({ status: 403 }));
  assert.equal(status, 0);
  assert.match(log, /^::warning::.*pull-requests: write/m);
  assert.match(summary, /\+16/);
});

test('a hostile pull request: no links are followed, nothing is run, and text stays text', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'paramscope-secret-')), 'secret.txt');
  writeFileSync(secret, 'the-secret-word = (\n');
  const hostile = '::set-output name=changed::999\n::error::forged\nNet(\n  (@octocat): Linear(3, 4)\n  (a#12): Lin<img src=x>ear(3, 4)\n  (b): Foo\x1b]0;x\x07(3)\n';
  const change = pullRequest({ 'link.txt': model(4), 'text.txt': model(4) }, {
    'link.txt': { link: secret },
    'text.txt': hostile,
    '$(touch pwned)`touch pwned`;touch pwned.txt': model(5),
    '--help.txt': model(5),
    '@octocat #1 https://evil.example <script>.txt': model(5),
    '.npmrc': 'registry=http://127.0.0.1:1\n',
    '.gitattributes': '*.txt filter=evil\n',
  });
  const api = await gitHub();
  const { log, summary, outputs } = await runAction(change, api);
  const [{ body }] = api.comments;
  for (const text of [log, body, summary]) assert.doesNotMatch(text, /the-secret-word|secret-token/);
  const outsideOfCode = body.replace(/^(```+)text$[^]*?^\1$/gm, '');
  assert.doesNotMatch(outsideOfCode, /@octocat|#1\b|https:\/\/|(?<!\\)<(script|img)/);
  assert.match(body, /^\| --help\.txt _\(new\)_ \|/m);
  for (const command of commandsIn(log)) assert.match(command, /^::(error|warning)::\S/);
  assert.ok(!commandsIn(log).some((line) => line.startsWith('::set-output') || line === '::error::forged'));
  assert.equal(outputs.changed, '5');
  assert.ok(!change.hookRan(), 'a hook of the repository ran');
});

test('wrong inputs and events are refused', async () => {
  const change = pullRequest({ 'net.txt': model(4) }, { 'net.txt': model(8) });
  const wrong = [
    [{ PARAMSCOPE_FILES: ' \n' }, /names no model files/],
    [{ PARAMSCOPE_OPTIONS: '--format=json' }, /takes options such as/],
    [{ PARAMSCOPE_OPTIONS: '/etc/passwd' }, /takes options such as/],
    [{ PARAMSCOPE_NAME: '-->' }, /"name" takes/],
  ];
  for (const [inputs, sentence] of wrong) {
    const { status, log } = await runAction(change, await gitHub(), inputs);
    assert.equal(status, 1);
    assert.match(log, sentence);
  }
  assert.match((await runAction(change, await gitHub(), {}, { pull_request: undefined })).log, /no pull request/);
});

test('action.yml hands every input to the script, and no expression to a shell', () => {
  const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
  const [step] = action.runs.steps;
  assert.doesNotMatch(step.run, /\$\{\{/);
  const passed = Object.values(step.env).map((value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)[1]);
  assert.deepEqual(passed.sort(), Object.keys(action.inputs).sort());
  const read = ['inputs.mjs', 'main.mjs'].map((name) => readFileSync(new URL(`../../action/${name}`, import.meta.url), 'utf8')).join('');
  for (const name of Object.keys(step.env)) assert.ok(read.includes(name), name);
});
