// A mouse as the page reports it (web/page/host/input.js).
const kinds = { move: 0, down: 1, up: 2, leave: 3 };
const buttons = { left: 0, middle: 1, right: 2 };

/** Seconds after which a click is no part of a double click. */
const pause = 0.35;

export class Mouse {
  #page;
  /** True while a button is held: frames are always due. */
  isDown = false;

  #x = 0;
  #y = 0;

  constructor(page) {
    this.#page = page;
  }

  #send(kind, button = 0) {
    return this.#page.program.call('pointer', kind, this.#x, this.#y, button, this.#page.keyboard.modifiers);
  }

  async move(x, y, { steps = 1 } = {}) {
    const [fromX, fromY] = [this.#x, this.#y];
    for (let i = 1; i <= steps; ++i) {
      [this.#x, this.#y] = [fromX + (x - fromX) * i / steps, fromY + (y - fromY) * i / steps];
      this.#send(kinds.move);
      await this.#page.settle();
    }
  }

  async down({ button = 'left' } = {}) {
    this.#page.blur();
    this.isDown = true;
    this.#send(kinds.down, buttons[button]);
    await this.#page.settle();
  }

  async up({ button = 'left' } = {}) {
    this.isDown = false;
    this.#send(kinds.up, buttons[button]);
    await this.#page.settle();
  }

  async click(x, y, { button = 'left', clickCount = 1 } = {}) {
    await this.move(x, y);
    for (let i = 0; i < clickCount; ++i) {
      await this.down({ button });
      await this.up({ button });
    }
    await this.#page.pass(pause);
  }

  /** Turns the wheel by pixels; resolves to false when nothing scrolls or zooms. */
  async wheel(x, y) {
    const notch = 100;
    const { result } = await this.#page.program.call('wheel', -x / notch, -y / notch, this.#page.keyboard.modifiers);
    await this.#page.settle();
    return result;
  }
}
