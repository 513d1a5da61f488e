// Makes the graphics context of the page's canvas: the only one, which the program then draws with.

/** The attributes that src/platform/web/screen.cpp asks for; ImGui smooths its own edges. */
const attributes = { alpha: false, depth: false, antialias: false };

/** Makes the context of a canvas; returns true if the browser draws with WebGL 2. */
export function makeGraphics(canvas) {
  return canvas.getContext('webgl2', attributes) !== null;
}
