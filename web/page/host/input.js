// Pointer, wheel, keys and text, from the DOM to the program.

/** As PointerEvent in src/platform/web/input.cpp. */
const pointerEvents = { move: 0, down: 1, up: 2, leave: 3 };

/** The modifier bits of src/platform/web/input.cpp. */
export function modifiers(event) {
  // AltGr types characters; Windows reports it as Ctrl and Alt together.
  const typing = event.getModifierState('AltGraph');
  return (event.ctrlKey && !typing ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.altKey && !typing ? 4 : 0) |
    (event.metaKey ? 8 : 0);
}

export class Input {
  #host;
  #program;
  #canvas;
  #agent;

  constructor(host) {
    this.#host = host;
    this.#program = host.program;
    this.#canvas = host.canvas;
    this.#agent = host.textAgent;
    this.#watchPointer();
    this.#watchWheel();
    this.#watchKeys();
    this.#watchText();
    this.#watchFocus();
  }

  #pointer(kind, event) {
    const box = this.#canvas.getBoundingClientRect();
    this.#program._host_pointer(pointerEvents[kind], event.clientX - box.left, event.clientY - box.top, event.button,
      modifiers(event), event.pointerType === 'touch');
  }

  #watchPointer() {
    const canvas = this.#canvas;
    const on = (type, handle) => canvas.addEventListener(type, handle);
    on('pointermove', (event) => this.#pointer('move', event));
    on('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);  // a drag goes on outside of the canvas
      this.#agent.focus({ preventScroll: true });
      this.#pointer('down', event);
    });
    on('mousedown', (event) => event.preventDefault());  // or the browser would take the focus away again
    on('pointerup', (event) => {
      this.#pointer('up', event);
      if (event.pointerType === 'touch') this.#pointer('leave', event);
    });
    on('pointercancel', (event) => {
      this.#pointer('up', event);
      this.#pointer('leave', event);
    });
    on('pointerleave', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) this.#pointer('leave', event);
    });
    on('contextmenu', (event) => event.preventDefault());
  }

  #watchWheel() {
    this.#canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey || event.metaKey) return;  // the browser's zoom
      // In a page of someone else's the wheel is that page's, until the person has clicked here.
      if (this.#host.embed && document.activeElement !== this.#agent) return;
      // One notch is 100 pixels or 3 lines; a page is taken for 10 lines.
      const notch = [100, 3, 0.3][event.deltaMode];
      const taken = this.#program._host_wheel(-event.deltaX / notch, -event.deltaY / notch, modifiers(event));
      if (taken) event.preventDefault();
    }, { passive: false });
  }

  #watchKeys() {
    const key = (event, down) => {
      if (event.isComposing || event.keyCode === 229) return;  // an input method is using it
      this.#host.send(`${event.code}\n${event.key}`);
      if (this.#program._host_key(down, modifiers(event))) event.preventDefault();
    };
    this.#agent.addEventListener('keydown', (event) => key(event, true));
    this.#agent.addEventListener('keyup', (event) => key(event, false));
  }

  /** Text comes as what the field then holds: dead keys, input methods and phone keyboards all end there. */
  #watchText() {
    const agent = this.#agent;
    const deliver = () => {
      const text = agent.value;
      agent.value = '';
      if (!text) return;
      this.#host.send(text);
      this.#program._host_text();
    };
    agent.addEventListener('input', (event) => {
      if (!event.isComposing) deliver();
    });
    // While text is being composed the field itself shows it, at the caret; the program gets it when it is final.
    agent.addEventListener('compositionstart', () => agent.classList.add('composing'));
    agent.addEventListener('compositionend', () => {
      agent.classList.remove('composing');
      deliver();
    });
  }

  #watchFocus() {
    const focus = (focused) => {
      this.#canvas.classList.toggle('focused', focused);
      this.#program._host_focus(focused);
    };
    this.#agent.addEventListener('focus', () => focus(true));
    this.#agent.addEventListener('blur', () => focus(false));
    // A page of one's own may be typed into at once; one inside another must not take the focus from it.
    const alone = window.top === window && document.activeElement === document.body;
    if (alone) this.#agent.focus({ preventScroll: true });
  }

  /** Moves the text field to the caret, where input methods open their windows. */
  placeTextAgent(x, y, lineHeight, wantsText) {
    const clamp = (value, limit) => `${Math.max(0, Math.min(value, limit))}px`;
    const { style } = this.#agent;
    style.left = clamp(x, this.#canvas.clientWidth - 1);
    style.top = clamp(y, this.#canvas.clientHeight - lineHeight);
    style.height = `${lineHeight}px`;
    this.#agent.inputMode = wantsText ? 'text' : 'none';  // no phone keyboard without something to type into
  }
}
