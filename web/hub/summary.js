// What was fetched, in words.
import { message } from './messages.js';
import { printable } from './printable.js';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "48.2 kB": three digits, in powers of 1000. */
export function bytesInWords(bytes) {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(value)));
  return `${value.toFixed(digits)} ${units[power]}`;
}

/** How much has come, and of which file, in one line of a terminal: what would control it is `?`. */
export const progressLine = (bytes, file, width) => printable(`${bytesInWords(bytes)}  ${file}`).slice(0, width - 1);

/** The hosts that answered, the first one first: "huggingface.co, cdn-lfs.hf.co". */
export const hostsOf = ({ hosts }) => [...hosts].join(', ');

/** The sentence about what fetchModel() gave. */
export function summaryOf({ title, config, weights = [], parts = [], transfer }) {
  const all = [{ config, weights }, ...parts].flatMap((part) => [...part.config ? [part.config] : [], ...part.weights ?? []]);
  const size = all.reduce((sum, { file }) => sum + file.size, 0);
  const fetched = { title, bytes: bytesInWords(transfer.bytes), requests: transfer.requests, hosts: hostsOf(transfer) };
  return transfer.bytes < size ? message('hub.done', { ...fetched, size: bytesInWords(size) }) : message('hub.done_whole', fetched);
}
