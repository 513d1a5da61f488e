// Rows about the header of a checkpoint, beside parsers of its JSON.
import { speed, whole } from '../figures.mjs';
import { benchmark } from '../programs.mjs';
import { rounds } from '../rounds.mjs';
import { absent, beside, figure } from './figure.mjs';

const show = ({ seconds, rate }) => ({ text: speed(rate), amount: seconds });

export async function safetensorsRows({ runs, progress }) {
  const names = { header: 'BM_Safetensors', whole: 'BM_SafetensorsWhole', RapidJSON: 'BM_SafetensorsRapidJson', simdjson: 'BM_SafetensorsSimdjson' };
  const samples = await rounds(Object.fromEntries(Object.entries(names).map(([key, name]) => [key, () => benchmark(name)])), runs, progress);
  const parsers = ['RapidJSON', 'simdjson'].map((parser) =>
    (samples[parser].failed ? absent(parser) : beside(samples[parser].label, samples[parser], show)));
  return [
    { what: `safetensors of ${whole(samples.header.tensors)} tensors: its header`, ours: figure(samples.header, show), beside: parsers },
    { what: 'the same, to its numbers', ours: figure(samples.whole, show), beside: parsers },
  ];
}
