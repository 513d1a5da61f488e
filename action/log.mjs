// Writes to the log of a job.
import { randomBytes } from 'node:crypto';

/** A line of the action's own words. */
export const log = (text) => console.log(text);

/** Text of any origin as a message of the job: one line, in which the runner finds no command. */
export function logText(level, text) {
  const escaped = text.slice(0, 4000).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  console.log(`::${level}::${escaped}`);
}

/** Text of any origin as it is: the runner reads no commands in it, because it cannot know the word that ends this. */
export function logVerbatim(text) {
  const word = randomBytes(24).toString('hex');
  console.log(`::stop-commands::${word}\n${text}\n::${word}::`);
}
