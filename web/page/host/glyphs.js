// Draws single glyphs with the browser's fonts for ImGui's atlas (src/platform/page/fonts.cpp).
// All lengths are device pixels; positions are relative to the pen on the baseline, y downwards.
export class Glyphs {
  #faces = [];
  #brush;

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    this.#brush = canvas.getContext('2d', { willReadFrequently: true });
  }

  addFace(style, families, equalDigits) {
    this.#faces.push({ style, families, equalDigits });
  }

  /** Selects a face for the brush: call it before each use, since resizing the canvas resets the font. */
  #take(face, em) {
    this.#brush.font = `${face.style} ${em}px ${face.families}`;
    this.#brush.fillStyle = '#fff';
    return this.#brush;
  }

  capHeight(index, em) {
    return this.#take(this.#faces[index], em).measureText('H').actualBoundingBoxAscent;
  }

  /** Returns the width of the widest digit, the advance of all digits, which aligns numbers in columns. */
  #digitWidth(brush, face, em) {
    if (face.digitEm !== em) {
      face.digitEm = em;
      face.digitWidth = Math.max(...Array.from('0123456789', (digit) => brush.measureText(digit).width));
    }
    return face.digitWidth;
  }

  #makeRoom(width, height) {
    const { canvas } = this.#brush;
    if (canvas.width < width) canvas.width = width;
    if (canvas.height < height) canvas.height = height;
  }

  /** Returns a character's advance and box and, on request, its pixels (RGBA, white unless the glyph has colours). */
  draw(index, em, character, withPixels) {
    const face = this.#faces[index];
    const brush = this.#take(face, em);
    const measured = brush.measureText(character);
    let advance = measured.width;
    let pen = 0;
    if (face.equalDigits && character >= '0' && character <= '9') {
      advance = this.#digitWidth(brush, face, em);
      pen = (advance - measured.width) / 2;
    }
    const glyph = { advance, left: 0, top: 0, width: 0, height: 0, coloured: false, pixels: null };
    const ink = {
      width: measured.actualBoundingBoxLeft + measured.actualBoundingBoxRight,
      height: measured.actualBoundingBoxAscent + measured.actualBoundingBoxDescent,
    };
    if (ink.width <= 0 || ink.height <= 0) return glyph;

    // Add a pixel on each side: antialiasing extends beyond the outline.
    glyph.left = Math.floor(pen - measured.actualBoundingBoxLeft) - 1;
    glyph.top = -Math.ceil(measured.actualBoundingBoxAscent) - 1;
    glyph.width = Math.ceil(pen + measured.actualBoundingBoxRight) + 1 - glyph.left;
    glyph.height = Math.ceil(measured.actualBoundingBoxDescent) + 1 - glyph.top;
    if (!withPixels) return glyph;

    this.#makeRoom(glyph.width, glyph.height);
    this.#take(face, em);
    brush.clearRect(0, 0, glyph.width, glyph.height);
    brush.fillText(character, pen - glyph.left, -glyph.top);
    glyph.pixels = brush.getImageData(0, 0, glyph.width, glyph.height).data;
    glyph.coloured = hasColours(glyph.pixels);
    return glyph;
  }
}

/** Returns true for a glyph with its own colours, which has other pixels than the white it is drawn in. */
function hasColours(pixels) {
  for (let i = 0; i < pixels.length; i += 4) {
    const visible = pixels[i + 3] > 64;  // fainter pixels are too imprecise
    if (visible && Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) < 240) return true;
  }
  return false;
}
