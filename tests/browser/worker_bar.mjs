// Holds what the page asks a worker for, and checks the bar that tells of that work.
import { strict as assert } from 'node:assert';

import { settle, showOn } from './support.mjs';

/**
 * Run before the page loads, with the name of a field and its value, or without a value: while window.holds is set, messages with
 * that field wait in window.held. window.asked counts them.
 */
export const holdMessagesWith = ({ field, value }) => {
  const isWanted = (message) => (value === undefined ? Boolean(message[field]) : message[field] === value);
  Object.assign(window, { holds: false, held: [], asked: 0 });
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    const send = () => post.call(this, message, ...rest);
    if (isWanted(message)) window.asked += 1;
    if (isWanted(message) && window.holds) window.held.push(send);
    else send();
  };
};

/** Sends what was held; nothing more is held. */
export const release = (page) => page.evaluate(() => {
  window.holds = false;
  window.held.splice(0).forEach((send) => send());
});

export const wide = { viewport: { width: 1440, height: 900 } };

/** Screens that the bar has to have room on, by name. */
const screens = Object.entries({
  light: wide,
  dark: { ...wide, colorScheme: 'dark' },
  '2x': { ...wide, deviceScaleFactor: 2 },
  1366: { viewport: { width: 1366, height: 650 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
});

/** Checks on all screens that the bar is inside the window, and its button inside the bar. */
export async function hasRoomOnAllScreens(page, bar) {
  for (const [name, screen] of screens) {
    await showOn(page, screen);
    await bar.waitFor({ state: 'attached' });
    await settle(page);
    const [outer, inner] = [await bar.boundingBox(), await bar.getByRole('button').boundingBox()];
    assert.ok(outer.x >= 0 && outer.x + outer.width <= screen.viewport.width, name);
    assert.ok(inner.x + inner.width <= outer.x + outer.width, name);
  }
}

/** Ways in which there is no worker, each with a script to run before the page loads. */
export const withoutWorkers = [
  ['no worker starts', () => { window.Worker = class { constructor() { throw new Error('refused'); } }; }],
  ['there are no workers', () => { window.Worker = undefined; }],
];
