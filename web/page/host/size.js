// Keeps the canvas's pixels equal to the screen's, through resizing, zoom and moves between screens.
export class Size {
  #canvas;
  #observed = { inlineSize: 0, blockSize: 0 };

  constructor(program, canvas) {
    this.#canvas = canvas;
    const observer = new ResizeObserver((entries) => {
      this.#observed = entries.at(-1).devicePixelContentBoxSize?.[0] ?? this.#observed;
      program._host_touch();
    });
    try {
      observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(canvas);  // browsers without device-pixel-content-box
    }
    this.#watchRatio(() => program._host_touch());
  }

  /** Watches the pixel ratio. A media query reports only that *this* ratio has ended: each change needs a new query. */
  #watchRatio(changed) {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => {
      this.#watchRatio(changed);
      changed();
    }, { once: true });
  }

  /** Sizes the canvas at the start of a frame; returns its width and height and the pixel ratio. */
  fit() {
    const canvas = this.#canvas;
    const width = devicePixels(canvas.clientWidth, this.#observed.inlineSize);
    const height = devicePixels(canvas.clientHeight, this.#observed.blockSize);
    // Setting a size clears the canvas, even to the same size.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return [width, height, devicePixelRatio];
  }
}

/**
 * Returns the size in device pixels. The observed size is rounded as the browser rounds, but it arrives after the layout
 * and ignores an emulated pixel ratio: it is used only if it agrees with the layout.
 */
function devicePixels(cssPixels, observed) {
  const computed = cssPixels * devicePixelRatio;
  return Math.abs(observed - computed) < 1 ? observed : Math.round(computed);
}
