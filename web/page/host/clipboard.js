// Copy, cut and paste through the browser's own events: no permission prompt, and it works from the menu too.
import { message } from '../../languages/messages.js';
import { Mirror } from './mirror.js';

export class Clipboard {
  #host;
  #inCopyEvent = false;
  #copied = null;

  constructor(host) {
    this.#host = host;
    const on = (type, handle) => host.stage.addEventListener(type, (event) => {
      if (!Mirror.edits(event.target)) handle(event);
    });
    on('copy', (event) => this.#answer(event));
    on('cut', (event) => this.#answer(event));
    on('paste', (event) => this.#paste(event));
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

  /** Gives the program text as if it had been pasted. */
  deliver(text) {
    this.#host.send(text);
    this.#host.program._host_paste();
  }

  /**
   * The key press that led here is queued already: painting now makes the program act on it, and what it copies
   * can be written while the browser still allows it.
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

  /** Copies a text that is still being made; call it while the person's click counts, which it soon does not. */
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

/** Rejects where the browser refuses; pages that are not served securely have no navigator.clipboard. */
async function writeToClipboard(text) {
  if (!globalThis.ClipboardItem) return navigator.clipboard.writeText(await text);
  const blob = text.then((words) => new Blob([words], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function writeTo(event, text) {
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

/** The old way; false when it is refused as well. */
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
