// The part of the page that is there before the program: a headline and a place to paste. Keeps what is put there.
import { preferredLanguage } from '../languages/preferred.js';
import { longestEarlyMs, pause } from './early_times.js';
import { Memory } from './host/memory.js';
import { fetchCounting, looksOwn } from './readers.js';
import { showTheme } from './theme.js';

/** The milliseconds without a key after which a person has stopped typing. */
const pauseMs = 1000;

/** Writes numbers in the language of the page. */
function showNumbers(place, { parameters, flops }) {
  const isChinese = document.documentElement.lang.startsWith('zh');
  const total = document.createElement('strong');
  total.textContent = parameters;
  place.replaceChildren(total, isChinese ? ' 个参数' : ' parameters', flops && ` · ${flops} FLOPs`);
}

export class Early {
  /** A promise that is settled when the numbers of what was pasted are shown, or not known; undefined when nothing was. */
  counted;

  #field = document.getElementById('early-text');  // none in an embed
  #parts;
  #lastKey = -Infinity;  // when a key last changed the text; what is pasted is complete

  /** Lets it speak the person's language. Has no place to paste if `isAsked`: the address asks for a model. `parts` are those of the program. */
  constructor(isAsked, parts) {
    this.#parts = parts;
    const field = this.#field;
    if (!field) return;
    const memory = new Memory(true);
    document.documentElement.lang = preferredLanguage(memory.get('language'));
    showTheme(memory.get('theme'));
    field.closest('.early').classList.toggle('asked', isAsked);
    const take = (isWhole) => {
      memory.set('visited', '1');  // the sheet of the first visit (src/app/shell/first_visit.h) would ask for what is there
      if (isWhole) this.#countBefore(field.value);
    };
    if (field.value !== '') take(true);  // put there before this script ran
    if (document.activeElement === field && field.value !== '') this.#lastKey = performance.now();
    field.addEventListener('input', ({ inputType = '' }) => {
      const isWhole = /^insertFrom(Paste|Drop)/.test(inputType);
      this.#lastKey = isWhole ? -Infinity : performance.now();
      take(isWhole);
    });
  }

  /** Counts a text before the interface is there, and where readers do that, before the program is. */
  #countBefore(text) {
    const counts = this.#count(text).catch(console.info);  // the interface explains what is wrong
    this.counted = Promise.race([counts, pause(longestEarlyMs)]);
    if (!looksOwn(text)) this.#parts.giveWay(this.counted);
  }

  /** Shows the numbers of a text as soon as they are known. */
  async #count(text) {
    fetchCounting(text);
    const { numbersOf } = await import('./early_number.js');
    const numbers = await numbersOf(text, this.#parts);
    if (numbers && this.#field.value === text) showNumbers(document.querySelector('.early .number'), numbers);
  }

  /** Resolves when the person has stopped typing or leaves the field. */
  async #pauseOfTyping() {
    const hasLeft = new Promise((resolve) => this.#field.addEventListener('blur', () => resolve(true), { once: true }));
    for (let wait; (wait = this.#lastKey + pauseMs - performance.now()) > 0;) {
      const pause = new Promise((resolve) => setTimeout(() => resolve(false), wait));
      if (await Promise.race([hasLeft, pause])) return;
    }
  }

  /**
   * Ends it when the program is there, as soon as the person pauses. Resolves to what was put there, '' for nothing, and
   * whether the person was about to write there.
   */
  async end() {
    const field = this.#field;
    if (!field) return { text: '', hasFocus: false };
    const { classList } = field.closest('.early');
    classList.add('kept');  // in front of the program
    await this.#pauseOfTyping();
    const ended = { text: field.value.trim() === '' ? '' : field.value, hasFocus: document.activeElement === field };
    classList.remove('kept');
    field.remove();  // the rest is hidden by the first frame
    return ended;
  }
}
