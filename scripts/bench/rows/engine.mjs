// Rows about the engine alone, in its own process: reading a text and counting it.
import { join } from 'node:path';

import { duration, whole } from '../figures.mjs';
import { experts, flatList, repeated, sumOfSymbols } from '../inputs.mjs';
import { beyond, limits } from '../limits.mjs';
import { benchmark } from '../programs.mjs';
import { rounds } from '../rounds.mjs';
import { root } from '../../steps.mjs';
import { beside, figure } from './figure.mjs';

const models = join(root, 'src/presets/models');
export const readAndCount = (name, file) => () => benchmark(`read_and_count/${name}`, file);

/** Shows time and memory for each of `modules`; `least` is the memory of a process that reads one module. */
const eachOf = (modules, least) => ({ seconds, peak }) => ({
  text: `${duration(seconds)}: ${duration(seconds / modules)}, ${whole(Math.round((peak - least) / modules / 10) * 10)} bytes a module`,
  amount: seconds / modules,
});

/** Measures texts of { key: { text, modules } } beside one of a single module: samples, and how to show one. */
async function measureTexts(texts, { runs, put, progress }) {
  const contenders = Object.entries({ smallest: flatList(1), ...texts })
    .map(([key, { text }]) => [key, readAndCount(key, put(`${key}.txt`, text))]);
  const { smallest, ...samples } = await rounds(Object.fromEntries(contenders), runs, progress);
  return { samples, show: (key) => eachOf(texts[key].modules, smallest.peak) };
}

/** Numbers of modules that a flat list is measured with. */
const flatSizes = [1000, 10_000, 100_000, 1_000_000];

export async function flatRows(context) {
  const most = limits();
  const all = Object.fromEntries(flatSizes.map((n) => [`flat-${n}`, flatList(n)]));
  const reasons = Object.fromEntries(Object.entries(all).map(([key, made]) => [key, beyond(made, most)]));
  const { samples, show } = await measureTexts(Object.fromEntries(Object.entries(all).filter(([key]) => !reasons[key])), context);
  const [first] = flatSizes;
  const shortest = `flat-${first}`;
  const aModule = beside(`a module of ${whole(first)}`, samples[shortest], ({ seconds }) => ({ text: duration(seconds / first), amount: seconds / first }));
  return Object.entries(all).map(([key, { modules }]) => ({
    what: `list of ${whole(modules)} Linear, all different: read and count`,
    ours: reasons[key] ? { absent: reasons[key] } : figure(samples[key], show(key)),
    beside: key === shortest ? [] : [aModule],
  }));
}

export async function expertRows(context) {
  const [layers, ofEach] = [61, 256];
  const texts = { experts: experts(layers, ofEach) };
  const { samples, show } = await measureTexts(texts, context);
  const what = `${layers} × ${ofEach} experts printed in full, ${whole(texts.experts.modules)} rows: read and count`;
  return [{ what, ours: figure(samples.experts, show('experts')), beside: [] }];
}

export async function symbolRows({ runs, put, progress }) {
  const [layers, symbols] = [20, 80];
  const file = put('symbols.txt', sumOfSymbols(layers, symbols).text);
  const { ours } = await rounds({ ours: readAndCount('symbols', file) }, runs, progress);
  return [{ what: `${layers} layers with a dimension that is a sum of ${symbols} symbols`, ours: figure(ours), beside: [] }];
}

export async function repeatRows({ runs, put, progress }) {
  const times = 1_000_000;
  const [many, once] = [put('many.txt', repeated(times).text), put('once.txt', repeated(1).text)];
  const samples = await rounds({ many: readAndCount('many', many), once: readAndCount('once', once) }, runs, progress);
  return [{ what: `one layer, ${whole(times)} times`, ours: figure(samples.many), beside: [beside('the layer once', samples.once)] }];
}

export async function sliderRows({ runs, progress }) {
  const text = join(models, '01-llama-2-7b.txt');
  const samples = await rounds({ slider: () => benchmark('BM_MoveSliderLlama'), whole: readAndCount('01-llama-2-7b', text) }, runs, progress);
  return [{
    what: 'LLaMA-2 7B: count again after a slider moved',
    ours: figure(samples.slider),
    beside: [beside('read and count its text', samples.whole)],
  }];
}
