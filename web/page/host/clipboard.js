// Copy, cut and paste through the browser's own events: no permission prompt, and it works from the menu too.
export class Clipboard {
  #host;
  #inCopyEvent = false;
  #copied = null;

  constructor(host) {
    this.#host = host;
    const on = (type, handle) => host.textAgent.addEventListener(type, handle);
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
      this.deliver(event.clipboardData.getData('text/plain'));
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
    } else if (navigator.clipboard) {
      navigator.clipboard.writeText(text).catch(() => copyByCommand(text));
    } else {
      copyByCommand(text);  // pages that are not served securely have no navigator.clipboard
    }
  }
}

function writeTo(event, text) {
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
}

function copyByCommand(text) {
  const write = (event) => {
    writeTo(event, text);
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', write, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', write, { capture: true });
}
