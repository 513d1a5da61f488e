// <param-scope> on pages of others: served from another port, with the script tag anybody would write.
import { strict as assert } from 'node:assert';
import { createServer } from 'node:http';
import { after, before } from 'node:test';

import { test } from '../support/shuffled.mjs';
import { violations } from './axe.mjs';
import { framesLater, openPage, pageUrl, screenshot, setPixelRatio, until } from './support.mjs';

/** Serves pages of others on a port of its own. */
class Elsewhere {
  #pages = [];
  #server = createServer(({ url }, response) => {
    const { body, headers } = this.#pages[/\d+/.exec(url)?.[0]] ?? {};
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  });

  start() {
    return new Promise((done) => { this.#server.listen(0, '127.0.0.1', done); });
  }

  stop() {
    this.#server.closeAllConnections();
    return new Promise((done) => { this.#server.close(done); });
  }

  /** Serves a page with these headers; returns the address of its folder. */
  add(body, headers) {
    const number = this.#pages.push({ body, headers }) - 1;
    return `http://127.0.0.1:${this.#server.address().port}/${number}/`;
  }
}

const blog = new Elsewhere();
const stages = new Elsewhere();  // of another origin
before(() => Promise.all([blog.start(), stages.start()]));
after(() => Promise.all([blog.stop(), stages.stop()]));

/** Elements that name no view are tables here: the compact view has tests of its own, with the attribute view="". */
const withTables = (body) => body.replace(/<param-scope(?![^>]*\bview=)/g, '<param-scope view="table"').replace(/ view=""/g, '');

/** A page as a blog has them, with the script of the site under test. */
async function post(body, { head = '', lang = 'en' } = {}) {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A post</title>
    <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    <script type="module" src="${await pageUrl()}paramscope.js"></script>${head}</head>
    <body><main><h1>A post</h1>${withTables(body)}</main></body></html>`;
}

/** Opens a post; its requests are listed in `page.requested`, its `report` and `error` events in window.events. */
async function openPost(body, { head, lang, headers, settled = true, prepare, ...options } = {}) {
  const url = blog.add(await post(body, { head, lang }), headers);
  const requested = [];
  const page = await openPage({
    url,
    ready: false,
    ...options,
    async prepare(opened) {
      opened.on('request', (request) => requested.push(request.url()));
      await opened.addInitScript(() => {
        window.events = [];
        for (const type of ['report', 'error']) {
          document.addEventListener(type, ({ detail, target }) => {
            if (detail) window.events.push({ type, id: target.id, code: detail.error?.code });
          }, true);
        }
      });
      await prepare?.(opened);
    },
  });
  page.requested = requested;
  if (settled) await page.waitForFunction(() => [...document.querySelectorAll('param-scope')].every((element) => element.report));
  return page;
}

const total = (page, selector = 'param-scope') => page.locator(`${selector} >> .total`).innerText();
const rows = (page) => page.locator('param-scope >> tbody tr:not(.more)');

const net = `
d = 512   # width
h = 8
Net(
  (fc1): Linear(d, 4*d)
  (act): ReLU()
  (blocks): ModuleList(
    (0-3): 4 x Block(
      (a): Linear(d, d)
      (b): LayerNorm((d,))
    )
  )
  (mystery): Foo(3)
)`;
const written = `<param-scope id="net"><pre>${net}</pre></param-scope>`;

test('five on a page: one engine, and never the interface', async () => {
  const presets = ['gpt2', 'llama-2-7b', 'resnet-50', 'bert-base'];
  const page = await openPost(written + presets.map((name) => `<param-scope id="${name}" preset="${name}"></param-scope>`).join(''));
  assert.equal(await total(page, '#gpt2'), '124,439,808');
  assert.equal(await total(page, '#llama-2-7b'), '6,738,415,616');
  assert.equal(await total(page, '#resnet-50'), '25,557,032');
  assert.equal(await page.locator('param-scope >> .total').count(), 5);
  const wasm = page.requested.filter((url) => url.endsWith('.wasm'));
  assert.equal(wasm.length, 1, wasm.join('\n'));
  assert.match(wasm[0], /paramscope-element/);
  assert.ok(!page.requested.some((url) => /program-|paramscope-app/.test(url)));
});

test('a second copy of the script does no harm', async () => {
  const page = await openPost(written, { head: `<script type="module" src="${await pageUrl()}package/paramscope.js"></script>` });
  assert.equal(await total(page), '2,105,344');  // both scripts have run: the page is loaded
});

test('shows totals, formulas as MathML, and says what is not known', async () => {
  const page = await openPost(written);
  const element = page.locator('param-scope');
  assert.match(await element.locator('.headline').innerText(), /at least\s+2,105,344/);
  assert.equal(await element.locator('.totals math').first().evaluate((math) => math.namespaceURI), 'http://www.w3.org/1998/Math/MathML');
  assert.match(await element.locator('.totals .derivation').innerText(), /=\s*2,105,344/);
  assert.equal(await element.locator('tr', { hasText: 'mystery' }).locator('.parameters').innerText(), '?');
  assert.match(await element.locator('.figures').innerText(), /FLOPs\s*\?/);
});

test('numbers and formulas are those of the engine, in every language', async () => {
  const block = 'd = 768\nd_ff = 4*d\nNet(\n  (0-1): 2 x Block(\n    (a): Linear(d, d_ff)\n    (b): Linear(300000, 1)\n  )\n)';
  const page = await openPost(`<param-scope depth="3"><pre>${block}</pre></param-scope>`, { lang: 'de' });
  const element = page.locator('param-scope');
  const terms = await element.locator('.totals .step').first().locator('math').evaluateAll((maths) => maths.map((math) => math.textContent));
  assert.deepEqual(terms, ['8·d·(d+1)', '+600,002']);
  assert.equal(await element.locator('.totals .step').first().locator('mo[form=prefix]').textContent(), '(');
  assert.deepEqual(await element.locator('label > math').evaluateAll((maths) => maths.map((math) => math.innerHTML)),
    ['<mi>d</mi>', '<msub><mi>d</mi><mi>ff</mi></msub>']);
  assert.equal(await element.locator('.note math').textContent(), '4·d');
  assert.equal(await total(page), '5,324,738');
  assert.equal(await element.locator('.short').innerText(), '5.32 M');
  assert.match(await element.locator('.figures').innerText(), /21\.3 MB/);
  assert.match(await element.locator('.derivation').first().innerText(), /off by 0\.12%/);
  const shown = await rows(page).evaluateAll((all) => all.map((row) => ['parameters', 'percent'].map((name) => row.querySelector(`.${name}`).textContent)));
  assert.deepEqual(shown, [['5,324,738', '100%'], ['5,324,738', '100%'], ['2,362,368', '88.7%'], ['300,001', '11.3%']]);
  const text = await page.evaluate(() => document.querySelector('param-scope').format('text'));
  for (const [parameters] of shown) assert.ok(text.includes(parameters), parameters);
  await rows(page).nth(2).click();
  assert.match(await element.locator('.details-content').innerText(), /in each of 2/);
});

test('rows answer after another element has crashed the engine', async () => {
  const page = await openPost(written);
  await page.evaluate(async (script) => {
    const { Model } = await import(script);
    const { explain } = Model.prototype;
    Model.prototype.explain = function () {
      Model.prototype.explain = explain;
      throw Object.assign(new Error('the engine was started again'), { code: 'released' });
    };
  }, `${await pageUrl()}paramscope.js`);
  await rows(page).nth(1).click();
  await page.locator('param-scope >> tr[aria-selected=true]').waitFor();
  assert.match(await page.locator('param-scope >> .details-content').innerText(), /weight[\s\S]*=\s*1,048,576/);
});

test('attributes are live, the text inside too', async () => {
  const page = await openPost(written);
  const after = async (change) => {
    await page.evaluate(`window.events.length = 0; { const element = document.querySelector('param-scope'); ${change} }`);
    await page.waitForFunction(() => window.events.length > 0);
    return total(page);
  };
  assert.equal(await after(`element.setAttribute('set', 'd=8')`), '640');
  assert.equal(await after(`element.set = {d: 16}`), '2,304');
  assert.equal(await after(`element.removeAttribute('set')`), '2,105,344');
  assert.equal(await after(`element.querySelector('pre').textContent = 'Linear(3, 4)'`), '16');
  await after(`element.input = '2,3'`);
  assert.match(await page.locator('param-scope >> .figures').innerText(), /MACs\s*24/);
  await after(`element.convention = 'macs'`);
  assert.equal(await page.evaluate(() => document.querySelector('param-scope').report.convention), 'macs');
  await after(`element.name = 'Mine'`);
  assert.equal(await page.locator('param-scope >> .title').innerText(), 'Mine');
  assert.equal(await after(`element.preset = 'gpt2'`), '124,439,808');
  await after(`element.depth = 1`);
  assert.equal(await rows(page).count(), 3);
  await after(`element.lang = 'zh'`);
  assert.match(await page.locator('param-scope >> .headline').innerText(), /个参数\s*124 M/);
  await after(`element.removeAttribute('lang'); document.documentElement.lang = 'zh-CN'`);
  assert.match(await page.locator('param-scope >> .headline').innerText(), /个参数/);
  await page.evaluate(() => document.querySelector('param-scope').setAttribute('theme', 'dark'));
  assert.equal(await page.locator('param-scope').evaluate((element) => getComputedStyle(element).colorScheme), 'dark');
});

test('source code inside is built, as the attribute names it', async () => {
  const code = 'class Net(nn.Module):\n    def __init__(self, width=8):\n        super().__init__()\n        self.fc = nn.Linear(width, width)\n';
  const page = await openPost(`<param-scope><pre>${code}</pre></param-scope>`);
  assert.equal(await total(page), '72');
  await page.evaluate(() => document.querySelector('param-scope').setAttribute('build', 'Net(width=2)'));
  await until(() => total(page), '6');
});

test('source code is read for the input: its loop runs once more', async () => {
  const code = `class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(3, 3, 2, stride=2)
    def forward(self, x):
        while x.shape[-1] &gt; 50:
            x = self.down(x)
        return x
`;
  const macs = (...sizes) => sizes.reduce((sum, size) => sum + 36 * size * size, 0);
  const page = await openPost(`<param-scope><pre>${code}</pre></param-scope>`);
  const counted = () => page.evaluate(() => document.querySelector('param-scope').report?.totals.macs);
  await until(counted, macs(112, 56, 28));
  await page.evaluate(() => { document.querySelector('param-scope').input = '1,3,448,448'; });
  await until(counted, macs(224, 112, 56, 28));
});

test('what changes in one go is counted once', async () => {
  const page = await openPost(written);
  await page.evaluate(() => {
    const element = document.querySelector('param-scope');
    window.events.length = 0;
    for (let d = 1; d <= 50; d++) element.set = `d=${d}`;
    element.input = '1,50';
  });
  await page.waitForFunction(() => window.events.length > 0);
  await page.evaluate(() => { document.querySelector('param-scope').set = 'd=51'; });
  await page.waitForFunction(() => window.events.length > 1 && document.querySelector('param-scope').report.variables.d === 51);
  assert.equal(await page.evaluate(() => window.events.length), 2);
});

test('properties set before the script arrives are taken', async () => {
  const page = await openPost('<param-scope id="early"></param-scope><script>document.getElementById("early").preset = "gpt2"</script>');
  assert.equal(await total(page), '124,439,808');
});

test('tells the page: report and error events, report, format()', async () => {
  const page = await openPost(`<div id="around">${written}</div>`);
  const told = await page.evaluate(async () => {
    const element = document.querySelector('param-scope');
    const next = (target, type, change) => new Promise((done) => {
      target.addEventListener(type, done, { once: true });
      change();
    });
    const report = await next(document.getElementById('around'), 'report', () => { element.set = 'd=8'; });
    const error = await next(element, 'error', () => { element.set = 'd=8*'; });
    const { line, column, code, subject } = error.detail.error;
    return {
      parameters: report.detail.report.totals.parameters, same: report.detail.report === element.report,
      text: report.detail.text, name: report.detail.name, composed: report.composed,
      error: { line, column, code, subject }, bubbles: error.bubbles, markdown: element.format('markdown'),
    };
  });
  assert.equal(told.parameters, 640);
  assert.ok(told.same && told.composed && !told.bubbles);
  assert.match(told.text, /Net\(/);
  assert.deepEqual(told.error, { line: 1, column: 3, code: 'setting', subject: 'd' });
  assert.match(told.markdown, /640/);
});

test('writes the library\'s tables itself, and says what the library has besides', async () => {
  const page = await openPost(`<param-scope id="small"><pre>input = (1, 4)\nLinear(4, 4)</pre></param-scope>`);
  const requests = () => page.requested.filter((url) => url.endsWith('.wasm')).map((url) => /paramscope-\w+/.exec(url)[0]);
  const refused = await page.evaluate(() => {
    const element = document.querySelector('param-scope');
    const asked = [['derivation'], ['text', { conventions: true }], ['json', { memory: true }], ['text', { device: 'H100' }]];
    return asked.map((request) => {
      try {
        return element.format(...request);
      } catch ({ code, message }) {
        return [code, /library/.test(message)];
      }
    });
  });
  assert.deepEqual(refused, [['format', true], ['conventions', true], ['memory', true], ['device', true]]);
  assert.deepEqual(requests(), ['paramscope-element']);

  const written = await page.evaluate(async (script) => {
    const { parse } = await import(script);
    const element = document.querySelector('param-scope');
    const model = await parse(element.textContent);
    const tables = ['text', 'json', 'csv', 'markdown', 'latex', 'model', 'html', 'strip', 'diagram'];
    return [tables.filter((name) => element.format(name) !== model.format(name)), model.format('derivation').length > 0];
  }, `${await pageUrl()}paramscope.js`);
  assert.deepEqual(written, [[], true]);
  const chinese = await page.evaluate(() => {
    const element = document.querySelector('param-scope');
    element.lang = 'zh-CN';
    return [element.format('html').includes('参数量'), element.format('html', { lang: 'en' }).includes('参数量')];
  });
  assert.deepEqual(chinese, [true, false]);
  assert.deepEqual(requests(), ['paramscope-element', 'paramscope-engine']);
});

const mistakes = {
  'a wrong text': ['<param-scope><pre>Linear(4,</pre></param-scope>', /Line 1, column 7: .*never closed/, 'Linear(4,'],
  'an unknown preset': ['<param-scope preset="gpt-9">Say it in words.</param-scope>', /gpt-9/, 'Say it in words.'],
  'a wrong setting': [`<param-scope set="layers"><pre>${net}</pre></param-scope>`, /name=value/, '(fc1): Linear'],
  'a wrong input': [`<param-scope input="1,,"><pre>${net}</pre></param-scope>`, /expected/, '(fc1): Linear'],
  'an unknown convention': [`<param-scope convention="wishful"><pre>${net}</pre></param-scope>`, /wishful/, '(fc1): Linear'],
};
test(`explains ${Object.keys(mistakes).join(', ')}, and shows the text`, async () => {
  const page = await openPost(Object.values(mistakes).map(([body]) => body).join(''), { settled: false });
  await page.waitForFunction((count) => window.events.filter(({ type }) => type === 'error').length === count, Object.keys(mistakes).length);
  for (const [index, [, says, shows]] of Object.values(mistakes).entries()) {
    const element = page.locator('param-scope').nth(index);
    assert.match(await element.locator('.notice').innerText(), says);
    assert.ok(await element.getByText(shows).isVisible());
  }
  assert.equal(await page.locator('param-scope >> .tree').count(), 0);
});

test('without JavaScript the text is readable', async () => {
  const page = await openPost(written, { javaScriptEnabled: false, settled: false, prepare: undefined });
  assert.ok(await page.getByText('(fc1): Linear(d, 4*d)').isVisible());
});

const obstacles = {
  'WebAssembly': [(page) => page.addInitScript(() => { delete window.WebAssembly; }), /WebAssembly/],
  'the engine': [(page) => page.route('**/*.wasm', (route) => route.abort()), /engine/],
};
for (const [what, [prepare, says]] of Object.entries(obstacles)) {
  test(`without ${what} the text stays, with a sentence why`, async () => {
    const page = await openPost(written, { prepare, settled: false, complains: /Failed to load resource/ });
    await page.waitForFunction(() => window.events.some(({ type }) => type === 'error'));
    assert.match(await page.locator('param-scope >> .notice').innerText(), says);
    assert.ok(await page.getByText('(fc1): Linear(d, 4*d)').isVisible());
  });
}

test('works under a strict policy, with trusted types', async () => {
  const site = new URL(await pageUrl()).origin;
  const policy = `default-src 'none'; script-src ${site} 'wasm-unsafe-eval'; connect-src ${site}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
  const page = await openPost(written, { headers: { 'Content-Security-Policy': policy } });
  await rows(page).nth(1).click();
  await page.locator('param-scope >> input[type=range]').first().press('ArrowRight');
  assert.equal(await page.locator('param-scope >> .tree').evaluate((tree) => getComputedStyle(tree).display), 'grid');
});

test('names from the model are text, whatever they look like', async () => {
  const evil = '<img src=x onerror="window.hacked=1">';
  const page = await openPost('<param-scope id="evil"></param-scope>', { settled: false });
  await page.evaluate((name) => {
    const element = document.querySelector('param-scope');
    element.name = name;
    element.textContent = `d = 4  # ${name}\n${name} = 5\nNet(\n  (${name}): Linear(d, 2)\n  (b): ${name}(2)\n  (c): Foo("${name}")\n)`;
  }, evil);
  await page.locator('param-scope >> .frame', { hasText: '<img src=x' }).waitFor();  // the empty text may be counted before
  assert.equal(await page.locator('param-scope >> img').count(), 0);
  await page.evaluate(() => new Promise((done) => { Object.assign(new Image(), { src: 'x', onerror: done }); }));  // one before would have failed, too
  assert.equal(await page.evaluate(() => window.hacked), undefined);
});

test('the keyboard alone reaches and operates everything', async () => {
  const page = await openPost(written);
  const focus = () => page.evaluate(() => {
    const { activeElement: at } = document.querySelector('param-scope').shadowRoot;
    return at && (at.getAttribute('role') === 'row' ? at.querySelector('[role=rowheader]').innerText.trim().split(/\s/)[0] : at.type);
  });
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return focus();
  };
  assert.equal(await press('Tab'), 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('param-scope').report.variables.d === 8);
  assert.equal(await press('Shift+Tab'), 'button');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('param-scope').report.variables.d === 512);
  assert.equal(await focus(), 'text', 'the button is gone, focus is not lost');
  assert.equal(await press('Tab'), 'range');
  await press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('param-scope').report.variables.d === 576);
  await press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('param-scope').report.variables.d === 512);
  for (let i = 0; i < 20 && await focus() !== 'Net'; i++) await page.keyboard.press('Tab');
  assert.equal(await press('ArrowDown'), 'fc1');
  assert.equal(await press('ArrowDown', 'ArrowDown'), 'blocks');
  assert.equal(await press('ArrowRight'), '0-3', 'an open one: to its first child');
  assert.equal(await press('ArrowLeft', 'ArrowLeft'), 'blocks', 'closed, then to its parent');
  assert.equal(await press('ArrowLeft', 'ArrowDown'), 'mystery', 'closed');
  assert.equal(await press('ArrowUp', 'ArrowRight', 'ArrowDown'), '0-3', 'open again');
  assert.equal(await press('End'), 'mystery');
  assert.equal(await press('Home', 'ArrowDown', 'Enter'), 'fc1');
  const chosen = page.locator('param-scope >> tr[aria-selected=true]');
  assert.match(await chosen.innerText(), /weight[\s\S]*=\s*1,048,576/);
  await press('Enter');
  assert.equal(await chosen.count(), 0);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement === document.querySelector('param-scope')), false, 'one stop for the table');
});

test('the tree says what it is: levels, positions, what is open', async () => {
  const page = await openPost(written);
  const described = await rows(page).evaluateAll((elements) => elements.map((row) =>
    ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) => row.getAttribute(name)).join(' ')));
  assert.deepEqual(described, ['1 1 1 true', '2 1 4 ', '2 2 4 ', '2 3 4 true', '3 1 1 true', '4 1 2 ', '4 2 2 ', '2 4 4 ']);
  assert.equal(await page.locator('param-scope >> [role=treegrid] [tabindex="0"]').count(), 1);
});

test('totals are read aloud once a change has come to rest', async () => {
  const page = await openPost(written);
  const spoken = page.locator('param-scope >> [role=status].hidden');
  assert.equal(await spoken.textContent(), '', 'nothing at first');
  await page.evaluate(() => { document.querySelector('param-scope').set = 'd=8'; });
  await page.waitForFunction(() => document.querySelector('param-scope').shadowRoot.querySelector('[role=status].hidden').textContent !== '');
  assert.match(await spoken.textContent(), /Parameters: at least 640/);
});

test('a value that cannot be is explained where it was entered', async () => {
  const page = await openPost(written);
  const field = page.locator('param-scope >> input[type=text]').first();
  await field.fill('8*');
  await field.press('Enter');
  const problem = page.locator('param-scope >> .problem:visible');
  assert.match(await problem.innerText(), /expected/);
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.equal(await total(page), '2,105,344', 'the last figures stay');
  await field.fill('4*2');
  await field.press('Enter');
  await page.waitForFunction(() => document.querySelector('param-scope').report.variables.d === 8);
  assert.equal(await problem.count(), 0);
});

test('thousands of modules are shown in slices', async () => {
  const many = Array.from({ length: 5000 }, (_, index) => `  (${index}): Linear(4, 4)`).join('\n');
  const page = await openPost(`<param-scope><pre>Sequential(\n${many}\n)</pre></param-scope>`);
  assert.equal(await total(page), '100,000');
  assert.equal(await rows(page).count(), 101);
  const more = page.locator('param-scope >> tr.more');
  assert.match(await more.innerText(), /100 more of 4,900/);
  await page.locator('param-scope >> tbody tr').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal(await rows(page).count(), 201);
  const focused = await page.evaluate(() => document.querySelector('param-scope').shadowRoot.activeElement.querySelector('.name').textContent);
  assert.equal(focused, '100');
});

test('memory is given back when it goes, not when it moves', async () => {
  const page = await openPost(`<div id="there"></div>${written}`);
  const deleted = await page.evaluate(async (script) => {
    const { Model } = await import(script);
    let count = 0;
    const original = Model.prototype.delete;
    Model.prototype.delete = function () {
      count++;
      original.call(this);
    };
    const element = document.querySelector('param-scope');
    const frame = () => new Promise(requestAnimationFrame);
    document.getElementById('there').append(element);
    for (let i = 0; i < 2; ++i) await frame();
    const moved = count;
    element.remove();
    while (count === moved) await frame();
    const removed = count;
    document.getElementById('there').append(element);
    await new Promise((done) => element.addEventListener('report', done, { once: true }));
    return { moved, removed, again: element.report.totals.parameters };
  }, `${await pageUrl()}paramscope.js`);
  assert.deepEqual(deleted, { moved: 0, removed: 1, again: 2105344 });
});

// ---- view="app"

/** Stands for the interface: answers as an embed does, and lists what it hears. */
const stage = `<!doctype html><script>
  window.heard = [];
  const say = (body) => parent.postMessage({ paramscope: { version: 1, ...body } }, '*');
  addEventListener('message', ({ data }) => {
    const { type, ...content } = data.paramscope;
    heard.push({ type, ...content });
    if (type === 'ping') say({ type: 'pong' });
    else say({ type: 'report', report: { name: 'Staged', totals: { parameters: '7' } } });
  });
  say({ type: 'resize', height: 321 });
</script>`;

async function openApp(attributes, options) {
  const stageUrl = stages.add(stage);
  const page = await openPost(`<div id="far"></div><param-scope view="app" ${attributes}></param-scope>`, {
    head: `<style>#far { height: 5000px }</style>
      <script type="module">(await customElements.whenDefined('param-scope')).appUrl = '${stageUrl}embed.html'</script>`,
    settled: false,
    ...options,
  });
  return page;
}

test('the full interface: nothing before it is near, then a frame that follows', async () => {
  const page = await openApp('preset="gpt2" set="layers=24"');
  // The element's own observer was told where it is by then.
  await page.evaluate(() => new Promise((done) => { new IntersectionObserver(done).observe(document.querySelector('param-scope')); }));
  await framesLater(page);
  assert.equal(await page.locator('param-scope >> iframe').count(), 0);
  assert.ok(!page.requested.some((url) => /wasm$|embed\.html/.test(url)), 'neither engine nor interface');
  await page.locator('param-scope').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => window.events.some(({ type }) => type === 'report'));
  const frame = page.locator('param-scope >> iframe');
  assert.match(await frame.getAttribute('src'), /embed\.html\?lang=en#v1:/);
  assert.equal(await frame.evaluate((element) => element.style.blockSize), '321px');
  await page.evaluate(() => { document.querySelector('param-scope').set = 'layers=6'; });
  const inside = page.frames().find((one) => one.url().includes('embed.html'));
  await inside.waitForFunction(() => window.heard.some(({ type }) => type === 'set'));
  const { set, text, preset } = await inside.evaluate(() => window.heard.find(({ type }) => type === 'set'));
  assert.deepEqual([set, text, preset], [{ layers: '6' }, undefined, undefined], 'what a reader did to the model stays');
});

test('the full interface: messages of other windows are nobody’s', async () => {
  const page = await openApp('preset="gpt2"');
  await page.locator('param-scope').scrollIntoViewIfNeeded();
  const frame = page.locator('param-scope >> iframe');
  await page.waitForFunction(() => window.events.some(({ type }) => type === 'report'));
  await page.evaluate(() => new Promise((done) => {
    addEventListener('message', ({ source }) => source === window && done());
    window.postMessage({ paramscope: { version: 1, type: 'resize', height: 9 } }, '*');
  }));
  await framesLater(page);
  assert.equal(await frame.evaluate((element) => element.style.blockSize), '321px');
});

test('the full interface needs a site: the table stands in, and says so', async () => {
  const page = await openPost('<param-scope view="app" preset="gpt2"></param-scope>', {
    head: `<script type="module">(await customElements.whenDefined('param-scope')).appUrl = null</script>`,
    settled: false,
  });
  await page.waitForFunction(() => document.querySelector('param-scope').shadowRoot?.querySelector('.tree, iframe'));
  await page.evaluate(() => { const element = document.querySelector('param-scope'); element.view = 'table'; element.view = 'app'; });
  await page.waitForFunction(() => document.querySelector('param-scope').shadowRoot.querySelector('.tree'));
  assert.match(await page.locator('param-scope >> .notice').innerText(), /hosted page/);
});

test('the full interface reaches the network only with the attribute', async () => {
  const page = await openPost('<param-scope view="app" preset="gpt2"></param-scope>', {
    head: `<script type="module">(await customElements.whenDefined('param-scope')).appUrl = 'https://example.org/paramscope/embed.html?x=1'</script>`,
    settled: false,
  });
  const shown = (name) => page.waitForFunction((wanted) => {
    const address = document.querySelector('param-scope').shadowRoot?.querySelector('iframe')?.src ?? '';
    return new URL(address, 'http://none').pathname === wanted;
  }, `/paramscope/${name}`);
  await shown('embed.html');
  await page.evaluate(() => { document.querySelector('param-scope').network = true; });
  await shown('embed-network.html');
  await page.evaluate(() => document.querySelector('param-scope').removeAttribute('network'));
  await shown('embed.html');
});

// ---- for everybody's eyes and ears

const usual = { viewport: { width: 1000, height: 700 }, media: { colorScheme: 'light', forcedColors: 'none' }, ratio: 1, lang: 'en' };
const onPhone = { ...usual, viewport: { width: 375, height: 800 }, ratio: 2 };
const looks = {
  'light': usual,
  'dark': { ...usual, media: { colorScheme: 'dark' } },
  'phone-light': onPhone,
  'phone-dark': { ...onPhone, media: { colorScheme: 'dark' }, lang: 'zh' },
  'forced-colours': { ...usual, media: { colorScheme: 'light', forcedColors: 'active' } },
};
const blogStyle = `<style>:root { color-scheme: light dark } body { font: 17px/1.6 Georgia, serif; max-width: 680px; margin: 2rem auto; padding: 0 1rem;
  color: light-dark(#222, #ddd); background: light-dark(#fff, #15171c) }</style>`;

/** Shows an open page to somebody else. */
async function showTo(page, { viewport, media, ratio, lang }) {
  await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  await setPixelRatio(page, ratio);
  await page.evaluate((tag) => { document.documentElement.lang = tag; }, lang);
  await page.locator('#net').getByText(lang === 'zh' ? '个参数' : 'parameters').first().waitFor();
}

test('axe finds nothing to complain about, in light, in dark, on a phone, in Chinese, in forced colours', async () => {
  const page = await openPost(`${written}<param-scope preset="gpt2" depth="3"></param-scope>
    <param-scope preset="resnet-50" theme="dark"></param-scope><param-scope preset="s0-conv2d" theme="light"></param-scope>
    <param-scope><pre>Linear(4,</pre></param-scope>`, { head: blogStyle, settled: false });
  await page.waitForFunction(() => window.events.length >= 5);
  for (const [name, look] of Object.entries(looks)) {
    await showTo(page, look);
    await page.locator('#net >> tr', { hasText: 'fc1' }).click();
    await page.locator('#net >> tr', { hasText: 'mystery' }).click();
    assert.deepEqual(await violations(page), [], name);
    await screenshot(page, `element-${name}`);
  }
});

test('fits a narrow phone without scrolling the page', async () => {
  const page = await openPost(`${written}<param-scope preset="s1-gpt2"></param-scope><param-scope preset="vgg-16" depth="9"></param-scope>`,
    { head: blogStyle, viewport: { width: 320, height: 700 } });
  for (const row of await rows(page).all()) if (await row.isVisible()) await row.click();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test('keeps its style in another document', async () => {
  const page = await openPost(`${written}<iframe id="other" srcdoc="<p>Another document</p>"></iframe>`);
  const moved = await page.evaluate(async () => {
    const element = document.querySelector('param-scope');
    const { contentDocument } = document.getElementById('other');
    contentDocument.body.append(contentDocument.adoptNode(element));
    return [element.shadowRoot.adoptedStyleSheets.length, contentDocument.defaultView.getComputedStyle(element).display];
  });
  assert.deepEqual(moved, [1, 'block']);
});

test('the interface reports in a sandboxed document without an address', async () => {
  const inner = await post('<param-scope preset="alexnet" view="app"></param-scope>');
  const page = await openPost(`<iframe sandbox="allow-scripts" width="900" height="700" srcdoc="${inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`);
  const sandboxed = page.frames().find((frame) => frame.url() === 'about:srcdoc');
  await sandboxed.waitForFunction(() => document.querySelector('param-scope').report);
});

test('a device adds its least times to the strip, and draws a roofline; without one, and for an unknown one, a sentence says so', async () => {
  const page = await openPost(`<param-scope id="a" preset="gpt2" view="strip" device="H100" lang="zh"></param-scope>
    <param-scope id="b" preset="gpt2" view="roofline" device="H100"></param-scope>`);
  await page.locator('#a svg text', { hasText: '最短时间 (H100)' }).waitFor();
  await page.locator('#b').getByRole('img', { name: /^The least time of each layer/ }).locator('text', { hasText: 'FLOPs per byte' }).first().waitFor();
  const choose = (device) => page.locator('#b').evaluate((element, name) => { element.device = name; }, device);
  for (const [device, words] of [['', 'a roofline is drawn for a device'], ['abacus', 'there is no device named "abacus"'], ['A100 80GB', 'A100 80GB, forward:']]) {
    await choose(device);
    await page.locator('#b').getByText(words).first().waitFor();
  }
});

test('exponents are as high as raised text, in a page without a mathematical font', async () => {
  const page = await openPost('<param-scope id="a"><pre>d = 64\nSequential(\n  (0): Linear(d, d)\n)</pre></param-scope>');
  const power = page.locator('#a msup').first();
  await power.waitFor();
  const [base, exponent] = await Promise.all([0, 1].map((i) => power.locator('> *').nth(i).boundingBox()));
  assert.ok(exponent.height < base.height, 'it is smaller');
  assert.ok(exponent.y + exponent.height > base.y + base.height * 0.25, `${JSON.stringify(exponent)} beside ${JSON.stringify(base)}`);
});

test('a strip of the layers alone, and their map under the totals', async () => {
  const page = await openPost('<param-scope id="a" preset="gpt2" view="strip"></param-scope><param-scope id="b" preset="gpt2" view="compact"></param-scope>');
  const strip = page.getByRole('img', { name: /^Parameters, FLOPs and activations of each layer/ });
  assert.equal(await strip.count(), 1);
  assert.equal(await page.getByRole('img', { name: /^The parameters of each layer, true to scale/ }).count(), 1);
  assert.ok(await page.locator('#a rect').count() > 10, 'a bar for each layer');
  assert.equal(await page.locator('#a').getByText('124,439,808').count(), 0);
  assert.ok(await page.locator('#b').getByText('124,439,808').count() > 0);
  assert.equal(await page.getByRole('treegrid').count() + await page.getByRole('table').count(), 0);
  const { width, height } = await page.locator('#a svg').boundingBox();
  assert.ok(height < 420 && Math.abs(width / height - 3) < 0.1, `${width} × ${height}`);
});

test('the words of a strip have their size in any room, and keep it where the room changes', async () => {
  const page = await openPost('<div id="room" style="width: 330px"><param-scope preset="gpt2" view="strip"></param-scope></div>');
  const svg = page.locator('param-scope svg');
  const hasItsSize = (least) => svg.evaluate((each, width) => {
    const shown = each.getBoundingClientRect().width;
    return shown > width && shown === each.viewBox.baseVal.width;
  }, least);
  await until(() => hasItsSize(300), true);
  await page.locator('#room').evaluate((room) => { room.style.width = '650px'; });
  await until(() => hasItsSize(600), true);
});

test('a long model is compact until its table is asked for', async () => {
  const page = await openPost('<param-scope view="" preset="gpt2"></param-scope><param-scope view="" id="short"><pre>Linear(3, 4)</pre></param-scope>');
  const element = page.locator('param-scope').first();
  assert.ok(await element.evaluate((each) => each.offsetHeight) < 420);
  assert.equal(await element.locator('.tree').count(), 0);
  assert.equal(await page.locator('#short').locator('.tree').count(), 1);
  await element.getByRole('button', { name: 'Modules and values' }).press('Enter');
  await element.locator('.tree').waitFor();
  assert.equal(await element.getByRole('row', { name: /lm_head/ }).locator('.parameters').innerText(), 'tied to wte');
  const less = element.getByRole('button', { name: 'Show less', expanded: true });
  assert.ok(await less.evaluate((button) => button.getRootNode().activeElement === button), 'the keyboard stays');
  await less.press('Enter');
  await element.locator('.strip').waitFor();
});

test('is low on a phone, too', async () => {
  const presets = ['gpt2', 'llama-2-7b', 'resnet-50'];
  const page = await openPost(presets.map((preset) => `<param-scope view="" preset="${preset}"></param-scope>`).join(''), { viewport: { width: 390, height: 844 } });
  const heights = await page.locator('param-scope').evaluateAll((elements) => elements.map((each) => each.offsetHeight));
  assert.equal(heights.length, presets.length);
  for (const [index, height] of heights.entries()) assert.ok(height < 420, presets[index]);
});

test('a script with the text leaves the rest to readers without JavaScript', async () => {
  const page = await openPost('<param-scope><script type="text/plain">Linear(10, 20)</script><table><tr><td>220</td></tr></table></param-scope>');
  assert.equal(await total(page), '220');
});

test('a diagram of boxes and arrows opens by click and by keys', async () => {
  const page = await openPost('<param-scope preset="resnet-50" view="diagram"></param-scope>');
  await page.getByRole('group', { name: 'Boxes and arrows: what flows where' }).waitFor();
  assert.ok(await page.getByText('1 × 2048 × 7 × 7', { exact: true }).count() > 0, 'shapes are at the arrows');
  const layer = page.getByRole('button', { name: 'layer1', exact: true });
  assert.equal(await layer.getAttribute('aria-expanded'), 'false');
  await layer.click();
  assert.equal(await layer.getAttribute('aria-expanded'), 'true');
  const block = page.getByRole('button', { name: 'layer1.0', exact: true });
  await block.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.getByText('downsample', { exact: true }).count(), 1);
  await page.keyboard.press('Enter');
  assert.equal(await block.getAttribute('aria-expanded'), 'false');
});

test('a preset that is almost named is told', async () => {
  const page = await openPost('<param-scope preset="resnet50"></param-scope>', { settled: false });
  await page.getByText('did you mean resnet-50?').waitFor();
});

/** The parts of an element that is on the page, in their order. */
const shownParts = (element) => element.evaluate((each) => [...each.shadowRoot.querySelector('.view').children]
  .filter((part) => !part.hidden && part.localName !== 'div' || ['totals', 'strip', 'diagram', 'table'].some((name) => part.classList.contains(name)))
  .map((part) => part.classList[0]).filter((name) => name !== 'hidden'));

test('shows the parts that are named, in their order, and says which it has not', async () => {
  const cases = {
    'parameters formula': ['headline', 'totals'],
    'formula, parameters macs': ['totals', 'headline', 'figures'],
    'picture table': ['strip', 'table'],
    'memory flops macs': ['headline', 'figures'],
    'parameters source': ['headline', 'source-link'],
    'parameters colour': ['headline'],
  };
  const page = await openPost(Object.keys(cases).map((show) => `<param-scope view="" preset="gpt2" show="${show}"></param-scope>`).join(''));
  const elements = page.locator('param-scope');
  for (const [index, parts] of Object.values(cases).entries()) assert.deepEqual(await shownParts(elements.nth(index)), parts);
  assert.equal(await elements.nth(3).locator('.total').innerText(), '498 MB');
  assert.match(await elements.nth(4).getByRole('link', { name: 'Open in Paramscope' }).getAttribute('href'), /\/#gpt2$/);
  assert.match(await elements.nth(5).locator('.notice').innerText(), /no part colour; its parts are parameters, formula,/);
  assert.equal(await elements.nth(0).locator('.notice').isVisible(), false);
  await elements.nth(0).evaluate((element) => { element.show = 'parameters'; });
  await until(async () => (await shownParts(elements.nth(0))).join(' '), 'headline');
});

test('a model without an input has neither question marks nor empty tracks', async () => {
  const page = await openPost('<param-scope view="" show="parameters flops picture"><pre>Net(\n  (a): Foo(\n    (weight): Parameter(3, 4)\n  )\n)</pre></param-scope><param-scope view="compact"><pre>Net(\n  (a): Foo(\n    (weight): Parameter(3, 4)\n  )\n)</pre></param-scope>');
  const compact = page.locator('param-scope').nth(1);
  assert.doesNotMatch(await compact.locator('.view').innerText(), /\?|unknown|FLOPs/);
  assert.match(await page.locator('param-scope').nth(0).locator('.figures').innerText(), /FLOPs\s*\?/, 'asked for');
});

test('a number is derived once, and each symbol told once', async () => {
  const page = await openPost('<param-scope><pre>d = 512\ninput = (1, d)\nNet(\n  (fc): Linear(d, 4*d)\n)</pre></param-scope>');
  await page.getByRole('row', { name: /fc/ }).click();
  const details = page.locator('param-scope >> .details-content');
  const steps = await details.locator('.derivation').first().locator('.step').allInnerTexts();
  assert.equal(new Set(steps).size, steps.length, steps.join('\n'));
  assert.ok(steps.length <= 4, steps.join('\n'));
  const symbols = await details.locator('.derivation').first().locator('.legend').allInnerTexts();
  assert.equal(new Set(symbols).size, symbols.length);
});

test('a time line is drawn by the library, which is loaded for it', async () => {
  const page = await openPost('<param-scope preset="gpt2" view="timeline"></param-scope><param-scope preset="gpt2" view="timeline" recipe="qlora"></param-scope>');
  const pictures = page.getByRole('img', { name: 'The memory of a pass over its moments, its parts above each other, and its peak' });
  await until(() => pictures.count(), 2);
  assert.match(await pictures.nth(0).textContent(), /memory of inference, float32/);
  assert.match(await pictures.nth(1).textContent(), /memory of training with/);
  assert.ok(page.requested.some((url) => /paramscope-engine.*wasm/.test(url)));
});

test('the table of a long model is no higher than its rows need', async () => {
  const page = await openPost('<param-scope view="" preset="llama-2-7b"></param-scope>', { viewport: { width: 760, height: 900 } });
  const element = page.locator('param-scope');
  await element.getByRole('button', { name: 'Modules and values' }).click();
  await element.locator('.tree').waitFor();
  assert.ok(await element.evaluate((each) => each.offsetHeight) < 900);
});
