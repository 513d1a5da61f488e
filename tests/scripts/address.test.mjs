// The address of the site, and what the heads of its pages say with one and without.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { headLines, siteMap } from '../../scripts/bundle/about/head.mjs';
import { siteAddress, sitePath } from '../../scripts/bundle/address.mjs';
import { root } from '../../scripts/steps.mjs';

for (const [what, homepage, repository, address, path] of [
  ['nothing is said', '', '', '', '/'],
  ['a workflow builds it', '', 'Owner/name', 'https://owner.github.io/name/', '/name/'],
  ['a workflow builds the page of its owner', '', 'Owner/owner.github.io', 'https://owner.github.io/', '/'],
  ['package.json says it', 'https://models.example.org', 'Owner/name', 'https://models.example.org/', '/'],
  ['package.json says a folder', 'https://example.org/a/b/', '', 'https://example.org/a/b/', '/a/b/'],
]) {
  test(`the address where ${what}`, () => {
    assert.equal(siteAddress(homepage, repository), address);
    assert.equal(sitePath(address), path);
  });
}

const page = { page: 'docs/index.html', language: 'en', title: 'A "title"', description: 'Text', kind: 'document', pages: { en: 'docs/index.html', zh: 'docs/zh/index.html' } };
const address = 'https://o.github.io/n/';

test('with an address a head has whole addresses, and folders for their indexes', () => {
  const lines = headLines({ ...page, address });
  for (const line of [
    '<link rel="alternate" hreflang="en" href="https://o.github.io/n/docs/">',
    '<link rel="alternate" hreflang="zh-CN" href="https://o.github.io/n/docs/zh/">',
    '<link rel="canonical" href="https://o.github.io/n/docs/">',
    '<meta property="og:title" content="A &quot;title&quot;">',
    '<meta property="og:image" content="https://o.github.io/n/docs/screenshot.png">',
  ]) assert.ok(lines.includes(line), line);
  assert.match(siteMap(address, ['index.html', 'docs/a.html']), /<loc>https:\/\/o\.github\.io\/n\/<\/loc>[^]*<loc>https:\/\/o\.github\.io\/n\/docs\/a\.html<\/loc>/);
});

test('the calculator is described as a program', () => {
  const data = headLines({ ...page, kind: 'calculator', address }).map((line) => /ld\+json">(.*)<\/script>/.exec(line)?.[1]).find(Boolean);
  assert.equal(JSON.parse(data).url, 'https://o.github.io/n/');
});

test('without an address a head has nothing that needs one', () => {
  const text = headLines({ ...page, address: '' }).join('\n');
  assert.match(text, /og:title/);
  assert.doesNotMatch(text, /https:|canonical|hreflang|og:(url|image)|undefined/);
});

test('no document has an address that its reader must fill in first', () => {
  const documents = ['.', 'docs', 'docs/zh', 'examples', 'python'].flatMap((folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name)));
  for (const name of documents) assert.doesNotMatch(readFileSync(join(root, name), 'utf8'), /your\.host|OWNER\//, name);
});
