// The caret of the program's text fields: an element, which the browser lets blink without a frame of the program.
export class Caret {
  #element = document.createElement('div');

  constructor(stage) {
    this.#element.className = 'caret';
    this.#element.setAttribute('aria-hidden', 'true');
    this.#element.hidden = true;
    stage.append(this.#element);
  }

  /** Sets its colour, 0xBBGGRR. */
  set colour(colour) {
    this.#element.style.backgroundColor = `rgb(${colour & 255} ${colour >> 8 & 255} ${colour >> 16 & 255})`;
  }

  /** Moves it to a place in CSS pixels, where it starts to blink anew; a `height` of 0 hides it. */
  place(x, y, height) {
    const { style } = this.#element;
    this.#element.hidden = height <= 0;
    style.left = `${x}px`;
    style.top = `${y}px`;
    style.height = `${height}px`;
    for (const animation of this.#element.getAnimations()) animation.currentTime = 0;
  }
}
