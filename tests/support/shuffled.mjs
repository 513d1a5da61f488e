// `test` of node:test, in another order where PARAMSCOPE_SHUFFLE has a number: what one test leaves behind shows in the next.
import { test as register } from 'node:test';

const seed = process.env.PARAMSCOPE_SHUFFLE;

/** Random whole numbers below a limit, the same for the same seed. */
function generator(start) {
  let state = start;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const random = generator(Number(seed));
const waiting = [];

function registerAll() {
  while (waiting.length > 0) register(...waiting.splice(random(waiting.length), 1)[0]);
}

/** Waits until the file has named all its tests. */
function collect(...args) {
  waiting.push(args);
  if (waiting.length === 1) setImmediate(registerAll);
}

export const test = seed === undefined ? register : collect;
