// Keeps the canvas's own pixels equal to the screen's, through resizing, zoom and moves between screens.
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
      observer.observe(canvas);  // browsers that cannot tell exact device pixels
    }
    this.#watchRatio(() => program._host_touch());
  }

  /** A media query only says that *this* ratio no longer holds: each change needs the next query. */
  #watchRatio(changed) {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', () => {
      this.#watchRatio(changed);
      changed();
    }, { once: true });
  }

  /** Sizes the canvas, at the start of a frame; returns its width and height and the pixel ratio. */
  fit() {
    const canvas = this.#canvas;
    const width = devicePixels(canvas.clientWidth, this.#observed.inlineSize);
    const height = devicePixels(canvas.clientHeight, this.#observed.blockSize);
    // Setting a size empties the canvas, even when it stays the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return [width, height, devicePixelRatio];
  }
}

/**
 * The observed size knows how the browser rounded to whole device pixels. But it comes after the layout, and an
 * emulated pixel ratio is not in it: it counts only where it agrees with what the layout says now.
 */
function devicePixels(cssPixels, observed) {
  const computed = cssPixels * devicePixelRatio;
  return Math.abs(observed - computed) < 1 ? observed : Math.round(computed);
}
