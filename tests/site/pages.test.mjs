// The pages of the built site as files: what they lead to is there, each says its language, and none asks another host.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';

import { wordsOf } from '../../web/about/words_of.js';
import { finder } from '../../web/about/find.js';
import { siteAddress } from '../../scripts/bundle/address.mjs';
import { pageOf } from '../../scripts/bundle/about/documents.mjs';
import { root } from '../../scripts/steps.mjs';
import { site } from '../support/site.mjs';

const pages = readdirSync(site, { recursive: true }).map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /^(about|docs|examples)\/.*\.html$/.test(name)).sort();

const html = (page) => readFileSync(join(site, page), 'utf8');
const references = (text) => [...text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|data-index)="([^"]*)"/g)].map(([, tag, address]) => ({ tag, address }));
const isOutside = (address) => /^[\w+.-]+:/.test(address);
/** Links of a head that name a page and ask for nothing: absolute where the site has an address. */
const names = (text) => text.replaceAll(/<link rel="(alternate|canonical)"[^>]*>/g, '');
const ids = (text) => [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);

/** The file of the site that an address on a page means. */
function fileOf(page, address) {
  const path = decodeURI(address.replace(/[?#].*/, ''));
  if (path === '') return page;
  const file = posix.join(posix.dirname(page), path);
  return file.endsWith('/') || file === '.' ? posix.join(file, 'index.html') : file;
}

test('there are pages about the calculator, documents and examples, in both languages', () => {
  for (const page of ['about/index.html', 'about/zh.html', 'docs/index.html', 'docs/zh/index.html', 'docs/model-text.html', 'docs/zh/model-text.html', 'examples/index.zh.html']) {
    assert.ok(pages.includes(page), page);
  }
});

for (const page of pages) {
  test(page, () => {
    const text = html(page);
    assert.match(text, /<html lang="(en|zh-CN)">/);
    assert.equal(/\.zh\.html$|\/zh[./]/.test(page), /<html lang="zh-CN">/.test(text), 'the language is that of the name');
    assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
    assert.deepEqual(ids(text).filter((id, i, all) => all.indexOf(id) !== i), [], 'every id is there once');
    for (const { tag, address } of references(names(text))) {
      if (isOutside(address)) {
        assert.ok(tag === 'a' || address === 'data:,', `${tag} asks another host: ${address}`);
        continue;
      }
      const file = fileOf(page, address);
      assert.ok(existsSync(join(site, file)) && statSync(join(site, file)).isFile(), `leads to ${address}`);
      const [, anchor] = address.split('#');
      // What follows # in the address of the calculator is a model.
      if (anchor && /^(about|docs)\//.test(file)) assert.ok(ids(html(file)).includes(decodeURI(anchor)), `leads to ${address}`);
    }
  });

  test(`${page} and its other language name each other`, () => {
    const fileAt = (address) => (siteAddress() && address.startsWith(siteAddress()) ? fileOf('index.html', address.slice(siteAddress().length)) : fileOf(page, address));
    const alternates = [...html(page).matchAll(/<link rel="alternate" hreflang="(?!x-)([^"]*)" href="([^"]*)">/g)].map(([, tag, address]) => [tag, fileAt(address)]);
    if (alternates.length === 0) return;
    assert.deepEqual(alternates.map(([tag]) => tag), ['en', 'zh-CN']);
    for (const [tag, other] of alternates) {
      assert.match(html(other), new RegExp(`<html lang="${tag}">`));
      assert.equal(html(other).match(/<link rel="alternate" hreflang="(?!x-)/g).length, 2);
    }
    assert.ok(alternates.some(([, other]) => other === page));
  });
}

test('every document is a page, and the list of documents leads to it', () => {
  for (const folder of ['docs', 'docs/zh']) {
    const list = references(html(`${folder}/index.html`)).map(({ address }) => fileOf(`${folder}/index.html`, address));
    for (const name of readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))) {
      assert.ok(list.includes(pageOf(`${folder}/${name}`)), `${folder}/${name}`);
    }
  }
});

test('every page and the calculator say what a preview of a link shows', () => {
  for (const page of ['index.html', ...pages]) {
    const said = (name) => new RegExp(`<meta property="og:${name}" content="([^"]+)">`).exec(html(page))?.[1];
    for (const name of ['title', 'description', 'type', 'locale', 'site_name']) assert.ok(said(name), `${page}: ${name}`);
    assert.ok(said('description').length <= 170, page);
    assert.equal(html(page).includes('<link rel="canonical"'), siteAddress() !== '', page);
  }
});

test('an address that leads to nothing has a page, which search engines leave out', () => {
  assert.match(html('404.html'), /<meta name="robots" content="noindex">/);
  assert.match(html('404.html'), /content="default-src 'none'; script-src 'self'; style-src 'self';/);
  for (const { address } of references(html('404.html'))) assert.ok(address === '#text' || address.startsWith('/'), address);
  assert.match(readFileSync(join(site, 'robots.txt'), 'utf8'), /^User-agent: \*\nAllow: \/$/m);
  assert.equal(existsSync(join(site, 'sitemap.xml')), siteAddress() !== '');
});

test('the pictures of the manifest are there, in the sizes that it says', () => {
  const { screenshots, icons } = JSON.parse(readFileSync(join(site, 'manifest.webmanifest'), 'utf8'));
  for (const { src, sizes, type } of [...screenshots, ...icons].filter(({ type }) => type === 'image/png')) {
    const bytes = readFileSync(join(site, src));
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, `${src}, ${type}`);
  }
});

test('the service worker keeps none of them', () => {
  const worker = readFileSync(join(site, 'service-worker.js'), 'utf8');
  assert.match(worker, /"index\.html"/);
  assert.doesNotMatch(worker, /"(about|docs|examples)\/|"404\.html|"robots\.txt|"sitemap\.xml/);
});

test('the calculator loads none of them', () => {
  for (const { address } of references(html('index.html'))) assert.doesNotMatch(address, /^(about|docs)\//);
});

const figures = JSON.parse(readFileSync(join(root, 'web/about/figures.json'), 'utf8'));

test('the figures of the page are those that npm run bench wrote, with date and machine', () => {
  assert.match(figures.date, /^\d{4}-\d\d-\d\d$/);
  for (const name of ['about/index.html', 'about/zh.html']) {
    for (const part of [figures.date, figures.processor, figures.node]) assert.ok(html(name).includes(part), part);
    for (const { model, ours, beside } of figures.rows.filter(({ model }) => model)) {
      assert.ok(html(name).includes(`<td>${ours.text}</td>`), model.name);
      for (const { tool, text } of beside.filter(({ tool }) => tool)) assert.ok(html(name).includes(`<td>${text}</td>`), `${model.name}: ${tool}`);
    }
  }
});

test('what the page says of the figures is so: PyTorch counts the same, and takes longer to build the model', () => {
  const measured = figures.rows.filter(({ model }) => model);
  assert.ok(measured.length >= 4);
  for (const { model, ours, beside } of measured) {
    const { amount, answer } = beside.find(({ tool }) => tool === 'build');
    assert.equal(answer.parameters, model.parameters, model.name);
    assert.ok(ours.amount < amount, model.name);
  }
});

for (const [text, words] of [
  ['Conv2d, out_proj', ['conv2d', 'out', 'proj']],
  ['参数量', ['参数', '数量']],
  ['乘加 MACs 是', ['乘加', 'macs', '是']],
  ['', []],
]) {
  test(`words of “${text}”`, () => assert.deepEqual(wordsOf(text), words));
}

for (const [language, typed, page] of [
  ['en', 'transposed convolution', 'docs/conventions.html'],
  ['en', 'how far a total can be trusted', 'docs/model-text.html#how-far-a-total-can-be-trusted'],
  ['en', 'conventoins', 'docs/conventions.html'],
  ['en', 'flops vs macs', 'docs/reading-a-number.html#macs-flops'],
  ['en', 'how to cite', 'docs/readme.html#how-to-cite'],
  ['zh', '共享与冻结', `docs/zh/model-text.html#${encodeURI('共享与冻结')}`],
  ['zh', 'ONNX', 'docs/zh/opening.html'],
  ['zh', 'esbuild', 'docs/zh/package.html'],
]) {
  test(`the search finds “${typed}”`, () => {
    const sections = JSON.parse(readFileSync(join(site, `docs/search-${language}.json`), 'utf8'));
    const { best } = finder(sections, language)(typed);
    assert.ok(best.slice(0, 5).some((found) => found.page.startsWith(page)), best.map((found) => found.page).join(' '));
    for (const found of best) assert.ok(existsSync(join(site, found.page.replace(/#.*/, ''))), found.page);
  });
}
