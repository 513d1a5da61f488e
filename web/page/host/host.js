// The page's half of src/platform/web: what the program is told of, and what it asks for. `program` is the
// Emscripten module; its `_host_*` functions are in src/platform/web/*.cpp. Text goes to them through send().
import { message, messageOf, plainMessage } from '../../languages/messages.js';
import { wishedLanguage } from '../../languages/wish.js';
import { failurePatterns, pattern, render, speak, translatedTitle } from '../language.js';
import { Address } from './address.js';
import { Clipboard } from './clipboard.js';
import { Files } from './files.js';
import { Frames } from './frames.js';
import { Glyphs } from './glyphs.js';
import { Input } from './input.js';
import { Memory } from './memory.js';
import { Mirror } from './mirror.js';
import { Opening } from './opening.js';
import { Share } from './share.js';
import { Size } from './size.js';
import { Words } from './words.js';

/** What the system may prefer, in the order of Preferences in src/platform/platform.h. */
const wishes = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more), (forced-colors: active)',
  '(prefers-reduced-motion: reduce)',
].map((query) => matchMedia(query));

export class Host {
  glyphs = new Glyphs();
  share = new Share(this);

  /** What the program shows first; its own first model where nothing was asked for. */
  firstState;

  /** Block rules and models that ship beside the wasm (web/shipped.js). */
  texts;

  /** The title of the model that was counted last. */
  modelName = '';

  /**
   * `place` is the element the interface stands in; `embed` what speaks with the page around it, where there is one.
   * `showFailure` is that of failure.js.
   */
  constructor(place, showFailure, embed) {
    this.#words = new Words(place);
    this.#showFailure = showFailure;
    this.address = new Address(this, embed === undefined);
    this.embed = embed;
    this.memory = new Memory(embed === undefined);
  }

  #words;
  #showFailure;

  /** Called by the program once it can take events. */
  start(program, title, fileLimit) {
    this.program = program;
    this.canvas = program.canvas;
    this.stage = this.canvas.parentNode;
    // An unseen text field that holds the keyboard focus: it gives input methods, dead keys, phone keyboards and
    // clipboard events something to act on. The canvas itself never has the focus.
    this.textAgent = program.textAgent;
    document.title = title;

    let hideFailure;
    this.frames = new Frames(program, this.canvas,
      () => { hideFailure = this.#showFailure('graphics-lost', { state: this.address.state, patterns: failurePatterns() }); },
      () => hideFailure?.());
    this.size = new Size(program, this.canvas);
    this.opening = new Opening(this);
    this.files = new Files(this, fileLimit);
    this.clipboard = new Clipboard(this);
    this.mirror = new Mirror(this);
    this.input = new Input(this);

    program.send(new TextEncoder().encode(this.texts));
    program._host_take_texts();
    this.#tellLanguage();
    const touch = () => program._host_touch();
    for (const wish of wishes) wish.addEventListener('change', touch);
    if (this.firstState) this.address.send(this.firstState);
    this.embed?.start(this);
  }

  /** The program has ended: nothing calls it any more. */
  stop() {
    this.frames.stop();
    this.address.stop();
  }

  /** A bit for each of `wishes` that holds. */
  preferences() {
    return wishes.reduce((bits, wish, i) => bits | (wish.matches << i), 0);
  }

  /** Shows a message to the person; under it a text to copy by hand, where there is one. */
  explain(sentence, text) {
    this.#words.show(render(sentence), text);
    this.embed?.tellProblem(sentence.message);
  }

  /** The same for a sentence that the program has rendered. */
  explainText(sentence) {
    this.explain(plainMessage(sentence));
  }

  /** What was counted, for the title and for the page around an embed. */
  publishReport(report) {
    this.modelName = report.name;
    document.title = report.name ? `${translatedTitle(report.name)} – Paramscope` : 'Paramscope';
    this.embed?.tellReport(report);
  }

  /** The link to the present state is known: its length, 0 when it is too long for one. */
  linkChanged(length) {
    this.program._host_link_length(length);
    this.embed?.linkChanged();
  }

  /** Leaves text where the program's next function finds it. */
  send(text) {
    this.program.send(new TextEncoder().encode(text));
  }

  /** The tag of the language to begin with. */
  get language() {
    return wishedLanguage(this.memory.get('language'));
  }

  /** Speaks another language, now and in the next visit. */
  async askLanguage(tag) {
    try {
      await speak(tag);
      this.memory.set('language', tag);
      this.#tellLanguage();
    } catch (error) {
      this.explain(message('page.language_missing', { reason: messageOf(error) }));
    }
  }

  #tellLanguage() {
    this.send(document.documentElement.lang);
    this.program._host_language();
  }

  /** The template of an id, or a title, in the language of the page; '' where it stays English. */
  translation(key, isTitle) {
    return isTitle ? translatedTitle(key) : pattern(key);
  }

  openLink(url) {
    if (/^(https?:|mailto:)/i.test(url)) open(url, '_blank', 'noopener');
  }
}
