// The part of the page that is there before the program: a headline and a place to paste. Keeps what is put there.
import { preferredLanguage } from '../languages/preferred.js';
import { Memory } from './host/memory.js';

/** The milliseconds without a key after which a person has stopped typing. */
const pauseMs = 1000;

let lastKey = -Infinity;  // when a key last changed the text; what is pasted is complete

const field = () => document.getElementById('early-text');

/** Lets it speak the person's language. Has no place to paste if `isAsked`: the address asks for a model. */
export function showEarly(isAsked) {
  if (!field()) return;  // an embed
  document.documentElement.lang = preferredLanguage(new Memory(true).get('language'));
  field().closest('.early').classList.toggle('asked', isAsked);
  field().addEventListener('input', ({ inputType = '' }) => {
    lastKey = /^insertFrom(Paste|Drop)/.test(inputType) ? -Infinity : performance.now();
  });
}

/** Resolves when the person has stopped typing or leaves the field. */
async function pauseOfTyping() {
  const hasLeft = new Promise((resolve) => field().addEventListener('blur', () => resolve(true), { once: true }));
  for (let wait; (wait = lastKey + pauseMs - performance.now()) > 0;) {
    const pause = new Promise((resolve) => setTimeout(() => resolve(false), wait));
    if (await Promise.race([hasLeft, pause])) return;
  }
}

/**
 * Ends it when the program is there, as soon as the person pauses. Resolves to what was put there, '' for nothing, and
 * whether the person was about to write there.
 */
export async function endEarly() {
  if (!field()) return { text: '', hasFocus: false };
  const early = field().closest('.early');
  early.classList.add('kept');  // in front of the program
  await pauseOfTyping();
  const ended = { text: field().value.trim() === '' ? '' : field().value, hasFocus: document.activeElement === field() };
  early.classList.remove('kept');
  field().remove();  // the rest is hidden by the first frame
  return ended;
}
