// Starts workers from the texts of their scripts, which every edition contains.
import { scriptAddresses } from './trusted.js';

/** The time after which a script is surely loaded, in milliseconds. */
const longestStart = 120_000;

const workerAddress = scriptAddresses('paramscope-opener');

/** Starts a worker with this script; returns undefined where workers are unavailable. */
export function startWorker(script) {
  if (typeof Worker !== 'function') return undefined;
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    return new Worker(workerAddress(address));
  } catch {
    return undefined;
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), longestStart);
  }
}
