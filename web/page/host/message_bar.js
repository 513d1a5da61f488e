// Shows one message at the foot of the page until it is dismissed.
import { message } from '../../languages/messages.js';
import { render } from '../language.js';

export class MessageBar {
  #place;
  #bar;

  constructor(place) {
    this.#place = place;
  }

  /** Shows a sentence and optionally a text to copy by hand below it; `role` is "alert" for a problem, or "status". */
  show(sentence, { role, text }) {
    this.dismiss();
    const bar = document.createElement('section');
    bar.className = 'message-bar';
    bar.setAttribute('role', role);
    const paragraph = document.createElement('p');
    paragraph.textContent = sentence;
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = render(message('page.close'));
    close.addEventListener('click', () => this.dismiss());
    bar.append(paragraph, close);
    if (text !== undefined) {
      const field = document.createElement('textarea');
      field.readOnly = true;
      field.value = text;
      field.setAttribute('aria-label', render(message('page.text_to_copy')));
      field.addEventListener('focus', () => field.select());
      bar.append(field);
    }
    this.#bar = bar;
    this.#place.append(bar);
  }

  dismiss() {
    this.#bar?.remove();
    this.#bar = undefined;
  }
}
