// The Content-Security-Policy of every page: nothing it does breaks it, and nothing else gets by it.
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test } from '../support/shuffled.mjs';
import { openPage, pageFolder, pageUrl, settle, until } from './support.mjs';

/** Collects what the policy refuses. */
function watchRefusals() {
  window.refused = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
}

/** Tries what a page must not be able to do; gives what came of it. `elsewhere` is an address that it must not reach. */
async function intrude(elsewhere) {
  await new Promise((done) => setTimeout(done));  // what the test runner calls directly may use eval()
  const script = document.createElement('script');
  script.append('window.intruder = "script"');
  const style = document.createElement('style');
  style.textContent = 'body { display: none }';
  document.body.append(script, style);
  const attempts = [
    () => eval('1'),
    () => new Function('return 1')(),
    () => fetch(elsewhere),
    () => import('data:text/javascript,window.intruder = "module"'),
    () => { script.textContent = 'window.intruder = "text"'; },
    () => script.setAttribute('onerror', 'window.intruder = "handler"'),
    () => { document.createElement('p').innerHTML = '<img src="data:," onerror="window.intruder = 1">'; },
    () => new Worker('data:text/javascript,'),
    () => trustedTypes.createPolicy('intruder', {}),
  ];
  const outcomes = await Promise.all(attempts.map((attempt) => (async () => attempt())().then(() => 'done', () => 'refused')));
  for (let i = 0; i < 2; ++i) await new Promise(requestAnimationFrame);  // what is loaded late has come
  return { intruder: window.intruder, hidden: getComputedStyle(document.body).display === 'none', outcomes };
}

const addresses = {
  'index.html': pageUrl,
  'embed.html': async () => `${await pageUrl()}embed.html`,
  'embed-network.html': async () => `${await pageUrl()}embed-network.html`,
  'paramscope.html': () => pathToFileURL(join(pageFolder, 'paramscope.html')).href,
};

/** Pages that fetch models by name or address, encrypted; their policies differ in nothing else. */
const reaching = new Set(['index.html', 'embed-network.html']);

// The page for addresses that lead to nothing is one of those that tests/site looks at.
test('every page is among those tested', () => {
  assert.deepEqual(readdirSync(pageFolder).filter((name) => name.endsWith('.html') && name !== '404.html').sort(), Object.keys(addresses).sort());
});

for (const [name, address] of Object.entries(addresses)) {
  test(`${name} allows neither inline script nor eval by its words`, () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(join(pageFolder, name), 'utf8'));
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy.replace("connect-src 'self' https:;", ''), /unsafe-inline|'unsafe-eval'|https?:|\*/);
    assert.equal(policy.includes("connect-src 'self' https:;"), reaching.has(name));
  });

  test(`${name} keeps to its policy, and holds others to it`, async () => {
    const page = await openPage({ url: await address(), prepare: (opened) => opened.addInitScript(watchRefusals), complains: /violates|requires 'Trusted/ });
    await settle(page);
    assert.deepEqual(await page.evaluate(() => window.refused), []);
    const outcome = await page.evaluate(intrude, reaching.has(name) ? 'http://example.com/' : 'https://example.com/');
    assert.deepEqual(outcome, { intruder: undefined, hidden: false, outcomes: Array(9).fill('refused') });
    for (const directive of ['require-trusted-types-for', 'trusted-types', 'script-src-elem', 'style-src-elem', 'connect-src']) {
      await until(() => page.evaluate((each) => window.refused.includes(each), directive), true);
    }
  });
}
