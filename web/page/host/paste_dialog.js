// Asks for a text in a field of the page, where the browser's own ways to paste work: a long press, a menu, a key.
import { message } from '../../languages/messages.js';
import { render } from '../language.js';

/** Shows the dialog in `place`; resolves to the text, '' where the person closes it. */
export function askForText(place) {
  const dialog = document.createElement('dialog');
  dialog.className = 'paste';
  const label = document.createElement('label');
  label.textContent = render(message('page.paste_here'));
  const field = document.createElement('textarea');
  Object.assign(field, { rows: 10, autocapitalize: 'off', autocomplete: 'off', spellcheck: false });
  label.append(field);
  const buttons = document.createElement('p');
  const make = (words, run) => {
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: render(words) });
    button.addEventListener('click', run);
    buttons.append(button);
  };
  return new Promise((resolve) => {
    const end = (text) => {
      resolve(text);
      dialog.close();
    };
    make(message('page.count_pasted'), () => end(field.value));
    make(message('page.close'), () => end(''));
    // What is pasted is complete: nothing more is asked.
    field.addEventListener('input', ({ inputType = '' }) => {
      if (inputType === 'insertFromPaste') end(field.value);
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve('');
    });
    dialog.append(label, buttons);
    place.append(dialog);
    dialog.showModal();
    field.focus();
  });
}
