// Holds what the page asks a worker for, and checks the bar that tells of that work.
import { strict as assert } from 'node:assert';

import { settle, showOn, until } from './support.mjs';

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

/** Waits until a message is held. */
export const isHeld = (page) => until(() => page.evaluate(() => window.held.length), 1);

/** How many of these messages the page has sent. */
export const askedOf = (page) => page.evaluate(() => window.asked);

export const wide = { viewport: { width: 1440, height: 1400 } };

/** Screens that the bar has to have room on, by name. */
const screens = Object.entries({
  light: wide,
  dark: { ...wide, colorScheme: 'dark' },
  '2x': { ...wide, deviceScaleFactor: 2 },
  1366: { viewport: { width: 1366, height: 650 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
});

/** The boxes of the bar and its button, of one frame: the bar grows with the seconds it shows. */
const boxesOf = (bar) => [bar, bar.querySelector('[role=button]')].map((element) => {
  const { left, right } = element.getBoundingClientRect();
  return { left, right };
});

/** Checks on all screens that the bar is inside the window, and its button inside the bar. */
export async function hasRoomOnAllScreens(page, bar) {
  for (const [name, screen] of screens) {
    await showOn(page, screen);
    await bar.waitFor({ state: 'attached' });
    await settle(page);
    const [outer, inner] = await bar.evaluate(boxesOf);
    assert.ok(outer.left >= 0 && outer.right <= screen.viewport.width, name);
    assert.ok(inner.right <= outer.right, name);
  }
}
