// A page without a browser, which answers what the program asks (web/imports.js) as little as it can.
import { packed } from '../../web/shipped.js';
import { firstModel, shippedTexts } from './built.mjs';

/** Something that answers each question with nothing: a WebGL context, a part of the host that only shows. */
function silent(answers = {}) {
  return new Proxy(answers, { get: (target, name) => target[name] ?? (name === name.toString().toUpperCase() ? 0 : () => 0) });
}

/** A WebGL context that draws nothing. */
export const graphics = () => silent({
  createShader: () => ({}), createProgram: () => ({}), createBuffer: () => ({}), createTexture: () => ({}), createVertexArray: () => ({}),
  getUniformLocation: () => ({}), getShaderParameter: () => true, getProgramParameter: () => true, getParameter: () => 16384,
  getActiveUniform: () => ({ name: 'uniform', size: 1, type: 0 }), getExtension: () => null, getSupportedExtensions: () => [], getContextAttributes: () => ({}),
});

/** A glyph as web/page/host/glyphs.js draws it: a box. */
function glyph(em, character, withPixels) {
  const advance = character.codePointAt(0) > 0x2e80 ? em : em / 2;
  if (character.trim() === '') return { advance, left: 0, top: 0, width: 0, height: 0, coloured: false, pixels: null };
  const [width, height] = [Math.ceil(advance), Math.ceil(em)];
  return { advance, left: 0, top: -height, width, height, coloured: false, pixels: withPixels ? new Uint8Array(width * height * 4).fill(255) : null };
}

const english = { pattern: () => '', title: (words) => words };

/** What the program asks of the page (web/imports.js), for one visitor. */
export class VisitedHost {
  constructor(visitor, chinese) {
    const { width, height, ratio, language = 'en' } = visitor;
    const translator = language === 'en' ? english : chinese;
    this.visitor = visitor;
    this.language = language;
    this.frames = { request() {}, painted() {} };
    this.size = { fit: () => [width * ratio, height * ratio, ratio] };
    this.memory = { get: (name) => visitor[name] ?? null, set() {} };
    this.counting = { isPossible: true, phase: 0 };
    this.glyphs = { addFace() {}, capHeight: (face, em) => em * 0.7, draw: (face, em, character, withPixels) => glyph(em, character, withPixels) };
    this.translation = (key, isTitle) => (isTitle ? translator.title(key) : translator.pattern(key) ?? '');
    this.opening = { readSource: () => { this.isAskedToRead = true; } };
    if (visitor.isEmbedded) this.embed = silent();
    for (const part of ['mirror', 'input', 'caret', 'clipboard', 'adjusting', 'files', 'address', 'share', 'printing']) this[part] = silent();
  }

  preferences() {
    return this.visitor.preferences;
  }

  sitePage() {
    return '';
  }

  send(text) {
    this.program.send(new TextEncoder().encode(text));
  }

  /** Gives the program all texts, or before it has details the first model alone (web/page/program.js). */
  start(program) {
    this.program = program;
    const numbers = ['parameters', 'flops'].map((name) => ({ group: 'numbers', name, text: '1,234,567' }));
    this.send(packed(this.awaitsDetails ? [firstModel(), ...numbers] : shippedTexts()));
    program._host_take_texts();
    this.send(this.language);
    program._host_language();
    if (this.visitor.link) this.follow(this.visitor.link);
  }

  /** Gives the program one field of a state or of a reading. */
  sendField(name, value) {
    this.send(name + value);
    this.program._host_arriving_field(name.length);
  }

  /** Gives the program the state of a link, as web/page/host/address.js does. */
  follow(state) {
    for (const [name, value] of Object.entries(state)) this.sendField(name, value);
    this.program._host_state_arrived();
  }

  linkChanged() {}
  publishReport() {}
  explainText() {}
  offerCodeOf() {}
  modelOpened() {}
}
