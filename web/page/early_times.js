// How long the program and what was pasted before it was there wait for each other.

/** The longest that a part of the program waits for what was pasted early. */
export const longestEarlyMs = 8000;

export const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });
