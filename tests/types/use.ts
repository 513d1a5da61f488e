// Real use of the library, for tsc to hold the types to. Not run: tests/api does that.
import {
  configure, conventions, devices, fetchModel, format, formats, Model, parse, ParamscopeError, preset, presets, versions,
  type Comparison, type Diagnostic, type Integer, type Node, type Report, type Settings,
} from 'paramscope';

configure({ wasm: new URL('https://example.org/paramscope.wasm') });

const fetched = await fetchModel('hf:org/name', { token: 'hf_x', signal: AbortSignal.timeout(1000), onprogress: ({ bytes }) => console.log(bytes) });
const weightsOf: Model | null = fetched.weights;
console.log(weightsOf?.name, fetched.model.name, fetched.hosts.join());

const settings: Settings = { set: { layers: 24, d: 2n ** 40n, h: '4*d' }, input: [[1, 128], ['batch', 'tokens']], convention: 'macs' };

const model: Model = await parse('Linear(2, 3)', { name: 'layer' });
await parse(new Uint8Array([0x4c]));
const report: Report = model.report(settings);
const parameters: Integer | null = report.totals.parameters;
const total: bigint | undefined = parameters === null ? undefined : BigInt(parameters);
const nodes: Node[] = model.nodes({ input: '1,3,224,224' });
const shapes: (Integer[] | null)[] = nodes.map(({ output }) => output);
const formula: string | null = model.formula('encoder.0', 'latex', { of: 'macs', ...settings });
const { total: line, approximation } = model.explain('', { of: 'flops', notation: 'unicode' });
const sentence: string = `${line.formula} = ${line.numbers} = ${line.result} ≈ ${approximation?.formula} ${approximation?.error} ${total}`;
const texts: string[] = [format(report), format(report, 'markdown', { depth: 2 }), model.format('csv', { depth: 1, ...settings })];
const names: string[] = [...(await presets()).map(({ title }) => title), ...(await conventions()).map(({ name }) => name), ...(await formats())];
const offered: string | null = (await preset('gpt2')).suggestedInput();
const one: 1 = versions.report;
const comparison: Comparison = model.compare(await preset('gpt2'), { mode: 'decode', causal: true });
const bytes: Integer | null | undefined = model.report({ memory: { train: 'adam', zero: 3 }, device: 'H100' }).memory_plan?.total.bytes;
const seconds: number[] = model.report({ device: (await devices())[0].name }).roofline?.passes.map((pass) => pass.seconds) ?? [];
texts.push(format(comparison, 'markdown'), model.format('derivation', { lang: 'zh', depth: 2 }), `${bytes} ${seconds} ${comparison.causes[0]?.title}`);
// @ts-expect-error: an option that there is not
model.report({ convetion: 'macs' });
// @ts-expect-error: a mode that there is not
model.report({ mode: 'sleep' });
model.delete();

try {
  await parse('(');
} catch (error) {
  if (error instanceof ParamscopeError && error.code === 'model') {
    const place: number | undefined = error.line;
    const all: readonly Diagnostic[] = error.diagnostics;
    console.log(place, all[0]?.message);
  }
}

console.log(shapes, formula, sentence, texts, names, offered, one);

// @ts-expect-error: models come from parse()
new Model();
// @ts-expect-error: there is no such notation
model.formula('', 'html');
// @ts-expect-error: a source is text or bytes
await parse(5);
// @ts-expect-error: totals may be unknown
const unknown: number = report.totals.flops;
// @ts-expect-error: a setting is a number or an expression
model.report({ set: { d: true } });
