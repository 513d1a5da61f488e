// Shows one message at the foot of the page until it is dismissed.
import { message } from '../../languages/messages.js';
import { render } from '../language.js';

function button({ words, run }) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = render(words);
  element.addEventListener('click', run);
  return element;
}

export class MessageBar {
  #place;
  #bar;
  #isQuestion = false;

  constructor(place) {
    this.#place = place;
  }

  /**
   * Shows a sentence; `role` is "alert" for a problem, or "status". Below it a `text` to copy by hand, and `actions`, [{ words, run }], as
   * buttons; one that `isQuestion` goes with the next model. `onClose` is called when the person closes it. It has the keyboard focus if the bar before it had, or if it `takesFocus`.
   * Returns a function that changes the sentence.
   */
  show(sentence, { role, text, actions = [], isQuestion = false, onClose = () => {}, takesFocus = this.#hasFocus }) {
    this.#bar?.remove();
    this.#isQuestion = isQuestion;
    const bar = document.createElement('section');
    bar.className = 'message-bar';
    bar.setAttribute('role', role);
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    const close = () => {
      this.dismiss();
      onClose();
    };
    bar.append(paragraph, ...[...actions, { words: message('page.close'), run: close }].map(button));
    if (text !== undefined) {
      const field = document.createElement('textarea');
      field.readOnly = true;
      field.value = text;
      field.setAttribute('aria-label', render(message('page.text_to_copy')));
      field.addEventListener('focus', () => field.select());
      bar.append(field);
    }
    bar.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close();
    });
    this.#bar = bar;
    this.#place.append(bar);
    if (takesFocus) bar.querySelector('button').focus();
    return (words) => { paragraph.textContent = words; };
  }

  get #hasFocus() {
    return this.#bar?.contains(document.activeElement);
  }

  endQuestion() {
    if (this.#isQuestion) this.dismiss();
  }

  dismiss() {
    this.#isQuestion = false;
    if (this.#hasFocus) this.#place.querySelector('#text-agent').focus();
    this.#bar?.remove();
    this.#bar = undefined;
  }
}
