// Copies, cuts and pastes through the browser's clipboard events, which need no permission and also work from its menu.
import { message } from '../../languages/messages.js';
import { Mirror } from './mirror.js';
import { askForText } from './paste_dialog.js';

/** True for an element that takes pasted text itself. */
function isField(element) {
  return element instanceof Element && element.closest('input, textarea, [contenteditable]') !== null;
}

export class Clipboard {
  #host;
  #inCopyEvent = false;
  #copied = null;
  #image;  // that the clipboard waits for: { resolve, written }

  constructor(host) {
    this.#host = host;
    const on = (type, handle) => host.stage.addEventListener(type, (event) => {
      if (!Mirror.edits(event.target)) handle(event);
    });
    on('copy', (event) => this.#answer(event));
    on('cut', (event) => this.#answer(event));
    on('paste', (event) => this.#paste(event));
    // Beside the stage, such as on the button of a question.
    addEventListener('paste', (event) => {
      if (!event.defaultPrevented && !isField(event.target)) this.#paste(event);
    });
  }

  #paste(event) {
    event.preventDefault();
    const { files } = event.clipboardData;
    if (files.length > 0) {
      this.#host.files.read(files);
    } else {
      this.#host.opening.text(event.clipboardData.getData('text/plain'));
    }
  }

  /** Opens the clipboard's text as a model; asks for it in `place` where the browser does not give it. */
  async pasteModel(place) {
    this.#host.expectText().catch(console.warn);
    let text;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      text = '';  // refused, or an insecure page
    }
    if (text.trim() === '') text = await askForText(place);
    if (text.trim() !== '') await this.#host.opening.model(text);
  }

  /** Passes text to the program like pasted text. */
  deliver(text) {
    this.#host.send(text);
    this.#host.program._host_paste();
  }

  /**
   * Paints a frame at once: the program handles the queued key press and copies its text while the browser still allows
   * writing to the clipboard.
   */
  #answer(event) {
    this.#copied = null;
    this.#inCopyEvent = true;
    this.#host.frames.paintIfDue();
    this.#inCopyEvent = false;
    if (this.#copied !== null) writeTo(event, this.#copied);
  }

  copy(text) {
    if (this.#inCopyEvent) {
      this.#copied = text;
    } else {
      this.copyLater(Promise.resolve(text));
    }
  }

  /** Lets the clipboard wait for copyImage(); call it in the click's handler, since the permission expires soon. */
  expectImage() {
    let resolve;
    const promise = new Promise((done) => { resolve = done; });
    const written = globalThis.ClipboardItem
      ? navigator.clipboard.write([new ClipboardItem({ 'image/png': promise })]).then(() => true, () => false)
      : Promise.resolve(false);
    this.#image = { resolve, written };
  }

  /** Copies the image that is expected, a promise of a PNG; saves it as `name` where the browser refuses. */
  async copyImage(image, name) {
    const { resolve, written } = this.#image;
    resolve(image);
    const isCopied = await written;
    if (!isCopied) this.#host.files.saveBlob(name, await image);
    this.#host.notify(message(isCopied ? 'page.image_copied' : 'page.image_saved'));
  }

  /** Copies a text that is not ready yet; call it in the click's handler, since the permission expires soon. */
  async copyLater(text) {
    try {
      await writeToClipboard(text);
    } catch {
      const words = await text;
      if (!copyByCommand(words)) {
        this.#host.explain(message('page.copy_by_hand'), words);
      }
    }
  }
}

/** Writes to the clipboard; rejects if the browser refuses. Insecure pages have no navigator.clipboard. */
async function writeToClipboard(text) {
  if (!globalThis.ClipboardItem) return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function writeTo(event, text) {
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

/** Copies by execCommand; returns false if that is refused too. */
function copyByCommand(text) {
  const write = (event) => {
    writeTo(event, text);
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', write, { capture: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', write, { capture: true });
  return copied;
}
