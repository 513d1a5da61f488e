// Sends pointer, wheel, keyboard and text events of the DOM to the program.
import { Mirror } from './mirror.js';

/** Kinds of pointer event, as PointerEvent in src/platform/page/input.cpp. */
const pointerEvents = { move: 0, down: 1, up: 2, leave: 3 };

/** Returns the modifier bits of src/platform/page/input.cpp. */
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
  #stage;
  #agent;

  constructor(host) {
    this.#host = host;
    this.#program = host.program;
    this.#canvas = host.canvas;
    this.#stage = host.stage;
    this.#agent = host.textAgent;
    this.#watchPointer();
    this.#watchWheel();
    this.#watchKeys();
    this.#watchText();
    this.#watchFocus();
  }

  #pointer(kind, event) {
    const box = this.#canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (event.pointerType === 'touch') {
      this.#program._host_finger(pointerEvents[kind], event.pointerId, x, y);
      // With slow frames, a flick must not end before the content under the finger was painted.
      if (kind === 'down') this.#host.frames.paintIfDue();
      // A phone opens its keyboard only in the handler of the touch event: handle a tap at once.
      if (kind === 'up') for (let frames = 0; frames < 4; ++frames) this.#host.frames.paintIfDue();
    } else {
      this.#program._host_pointer(pointerEvents[kind], x, y, event.button, modifiers(event));
    }
  }

  /** Listens on the stage, which contains the canvas and its mirror and receives the events of both. */
  #watchPointer() {
    const stage = this.#stage;
    const on = (type, handle) => stage.addEventListener(type, handle);
    on('pointermove', (event) => this.#pointer('move', event));
    on('pointerdown', (event) => {
      stage.setPointerCapture(event.pointerId);  // a drag continues outside the stage
      this.#agent.focus({ preventScroll: true });
      this.#pointer('down', event);
    });
    on('mousedown', (event) => event.preventDefault());  // keeps the focus
    on('pointerup', (event) => this.#pointer('up', event));
    on('pointercancel', (event) => this.#pointer('leave', event));
    on('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && !stage.hasPointerCapture(event.pointerId)) this.#pointer('leave', event);
    });
    on('contextmenu', (event) => event.preventDefault());
  }

  #watchWheel() {
    this.#stage.addEventListener('wheel', (event) => {
      // In an embed the wheel scrolls the surrounding page until the person has clicked here.
      if (this.#host.embed && !this.#stage.contains(document.activeElement)) return;
      // One notch is 100 pixels or 3 lines; a page counts as 10 lines.
      const notch = [100, 3, 0.3][event.deltaMode];
      const taken = this.#program._host_wheel(-event.deltaX / notch, -event.deltaY / notch, modifiers(event));
      if (taken) event.preventDefault();
    }, { passive: false });
  }

  #watchKeys() {
    const send = (event, down) => {
      this.#host.send(`${event.code}\n${event.key}`);
      return this.#program._host_key(down, modifiers(event));
    };
    this.#stage.addEventListener('keydown', (event) => {
      if (event.isComposing || event.keyCode === 229) return;  // an input method is using it
      if (Mirror.edits(event.target)) return this.#keyInMirror(event);
      const elsewhere = event.target !== this.#agent;
      if (elsewhere && event.key === 'Tab') return;  // moves the focus as in any page
      if (send(event, true)) return event.preventDefault();
      const typed = elsewhere && [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
      if (typed) this.#type(event.key);
    });
    // Every release is sent, wherever the focus has moved since the key was pressed: the program would hold it for ever.
    this.#stage.addEventListener('keyup', (event) => send(event, false));
  }

  /** Leaves text edited in the mirror to the browser; Escape returns to the canvas. */
  #keyInMirror(event) {
    if (event.key === 'Escape') this.#agent.focus({ preventScroll: true });
  }

  #type(text) {
    this.#host.send(text);
    this.#program._host_text();
  }

  /** Sends the content of the text field: dead keys, input methods and phone keyboards all write there. */
  #watchText() {
    const agent = this.#agent;
    const deliver = () => {
      const text = agent.value;
      agent.value = '';
      if (text) this.#type(text);
    };
    agent.addEventListener('input', (event) => {
      if (!event.isComposing) deliver();
    });
    // During composition the field itself shows the text at the caret; the program gets the final text.
    agent.addEventListener('compositionstart', () => agent.classList.add('composing'));
    agent.addEventListener('compositionend', () => {
      agent.classList.remove('composing');
      deliver();
    });
  }

  #watchFocus() {
    const focus = (focused) => {
      this.#stage.classList.toggle('focused', focused);
      this.#program._host_focus(focused);
    };
    this.#stage.addEventListener('focusin', () => focus(true));
    this.#stage.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.#stage.contains(relatedTarget)) focus(false);
    });
    // A top-level page takes the focus at once; an embed must not take it from the surrounding page.
    const alone = window.top === window && document.activeElement === document.body;
    if (alone) this.#agent.focus({ preventScroll: true });
  }

  /** Moves the text field to the caret, where input methods open their windows. */
  placeTextAgent(x, y, lineHeight, wantsText) {
    const agent = this.#agent;
    const clamp = (value, limit) => `${Math.max(0, Math.min(value, limit))}px`;
    agent.style.left = clamp(x, this.#canvas.clientWidth - 1);
    agent.style.top = clamp(y, this.#canvas.clientHeight - lineHeight);
    agent.style.height = `${lineHeight}px`;
    const mode = wantsText ? 'text' : 'none';  // a phone keyboard opens only for text
    if (agent.inputMode === mode) return;
    agent.inputMode = mode;
    if (wantsText) this.#host.expectText().catch(console.warn);
    const { activeElement } = document;
    if (!this.#stage.contains(activeElement) || Mirror.edits(activeElement)) return;
    // Phones read the mode when a field gets the focus.
    if (activeElement === agent && matchMedia('(pointer: coarse)').matches) agent.blur();
    if (wantsText) agent.focus({ preventScroll: true });
  }
}
