// The page's half of src/platform/page: sends events to the program and serves its requests. `program` is the
// Emscripten module; its `_host_*` functions are in src/platform/page/*.cpp and get text through send().
import { edition, repository } from 'built:edition';

import { parseExact } from '../../api/json.js';
import { message, messageOf, plainMessage } from '../../languages/messages.js';
import { looksLikeAddress } from '../../hub/looks.js';
import { preferredLanguage } from '../../languages/preferred.js';
import { watchForOlderBuild } from '../../pwa/register.js';
import { fetchReaders } from '../readers.js';
import { showTheme, theme } from '../theme.js';
import { failurePatterns, pattern, render, speak, translatedTitle } from '../language.js';
import { Address } from './address.js';
import { Adjusting } from './adjusting.js';
import { Caret } from './caret.js';
import { Clipboard } from './clipboard.js';
import { Counting } from './counting.js';
import { Files } from './files.js';
import { Frames } from './frames.js';
import { Glyphs } from './glyphs.js';
import { Input } from './input.js';
import { Memory } from './memory.js';
import { MessageBar } from './message_bar.js';
import { Mirror } from './mirror.js';
import { Opening } from './opening.js';
import { Printing } from './printing.js';
import { Share } from './share.js';
import { Size } from './size.js';

/** Media queries for preferences of the system, in the order of Preferences in src/platform/platform.h. */
const preferenceQueries = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more), (forced-colors: active)',
  '(prefers-reduced-motion: reduce)',
].map((query) => matchMedia(query));

/** How long a name must stay as it is before it is offered, in milliseconds. */
const longestPause = 700;

export class Host {
  glyphs = new Glyphs();
  share = new Share(this);
  counting = new Counting(this);
  adjusting = new Adjusting(this);

  /** The state to show first; the program's own first model if none is requested. */
  firstState;

  /** The program's wasm, a Parts. */
  parts;

  /** A promise, which resolves when the part of the program is there that opens models. */
  canOpen;

  /** A promise, which resolves when all parts of the program are there. */
  isWhole;

  /** Block rules and models shipped beside the wasm (web/shipped.js); the first model alone, and its numbers, until showDetails(). */
  texts;

  /** True while the parts are on their way that count and draw details: frames do without. */
  awaitsDetails = false;

  /** The title of the last counted model. */
  modelName = '';

  /**
   * `place` is the element of the interface, `embed` the connection with the surrounding page, if there is one, and
   * `showFailure` the function of failure.js.
   */
  constructor(place, showFailure, embed) {
    this.#place = place;
    this.#messageBar = new MessageBar(place);
    this.#showFailure = showFailure;
    this.address = new Address(this, embed === undefined);
    this.embed = embed;
    this.memory = new Memory(embed === undefined);
  }

  #place;
  #messageBar;
  #fetching;
  #offered;  // the last name or address
  #offers = 0;  // on their way
  #typing;   // a timer
  #isStopped = false;
  #showFailure;

  /** Called by the program when it is ready for events. */
  start(program, title, fileLimit) {
    this.program = program;
    this.canvas = program.canvas;
    this.stage = this.canvas.parentNode;
    // An invisible text field holds the keyboard focus: input methods, dead keys, phone keyboards and clipboard
    // events need one. The canvas itself never has the focus.
    this.textAgent = program.textAgent;
    document.title = title;

    let hideFailure;
    this.frames = new Frames(program, this.canvas,
      () => { hideFailure = this.#showFailure('graphics-lost', { state: this.address.state, patterns: failurePatterns() }); },
      () => hideFailure?.());
    this.size = new Size(program, this.canvas);
    this.caret = new Caret(this.stage);
    this.opening = new Opening(this);
    this.files = new Files(this, fileLimit);
    this.clipboard = new Clipboard(this);
    this.mirror = new Mirror(this);
    this.input = new Input(this);
    this.printing = new Printing(program);
    // For tests.
    Object.defineProperty(program, 'isIdle', { get: () => this.#isIdle });
    Object.defineProperty(program, 'isAtRest', { get: () => this.#isIdle && this.frames.isAtRest && this.#typing === undefined });

    this.#sendTexts(this.texts);
    this.#tellLanguage();
    const touch = () => program._host_touch();
    for (const query of preferenceQueries) query.addEventListener('change', touch);
    if (this.firstState) this.address.send(this.firstState);
    if (!this.embed) watchForOlderBuild(() => this.explain(message('page.older_version')));
    this.embed?.start(this);
    const named = new URLSearchParams(location.search).get('hf');
    if (named) {
      this.memory.set('visited', '1');  // no sheet of a first visit before the question
      this.offer(looksLikeAddress(named) ? named : `hf:${named}`);
    }
  }

  #sendTexts(texts) {
    this.send(texts);
    this.program._host_take_texts();
  }

  /** The parts that count and draw details are there, and all `texts`, of which the program lacks some: the next frame leaves nothing out. */
  showDetails(texts, lacking) {
    if (this.#isStopped) return;
    this.#sendTexts(lacking);
    Object.assign(this, { texts, awaitsDetails: false });
    this.program._host_touch();
  }

  /** True when no file or text is being opened, no name offered, no address written and no frame due. */
  get #isIdle() {
    return !this.awaitsDetails && this.opening.isIdle && this.files.isIdle && this.address.isIdle && this.#offers === 0 && this.frames.isIdle;
  }

  /** Stops calling the program after its end. */
  stop() {
    this.#isStopped = true;
    this.frames.stop();
    this.counting.stop();
    this.adjusting.stop();
    this.address.stop();
  }

  /** Returns a bit for each of `preferenceQueries` that matches, and one more if the person chose the theme here. */
  preferences() {
    const bits = preferenceQueries.reduce((sum, query, i) => sum | (query.matches << i), 0);
    return theme() ? bits & ~1 | (theme() === 'dark') | 8 : bits;
  }

  /** Switches to 'dark' or 'light', for this visit and the next ones; '' follows the system. */
  askTheme(wanted) {
    this.memory.set('theme', wanted);
    showTheme(wanted);
    this.program._host_touch();
  }

  /** Another model is there: a question about an earlier one is answered. */
  modelOpened() {
    this.#messageBar.endQuestion();
  }

  /** Opens the text on the clipboard as a model. */
  pasteModel() {
    this.clipboard.pasteModel(this.#place);
  }

  /** Saves or copies a part of the canvas as PNG. Call it right after drawing: the canvas keeps its pixels only until it is shown. */
  takePixels(canvas, { left, top, width, height }, name, isCopied) {
    const part = document.createElement('canvas');
    part.width = width;
    part.height = height;
    part.getContext('2d').drawImage(canvas, -left, -top);
    const image = new Promise((done) => { part.toBlob(done); });
    if (isCopied) this.clipboard.copyImage(image, name);
    else image.then((blob) => this.files.saveBlob(name, blob));
  }

  /** Shows a problem to the person, optionally with a text to copy by hand, and tells the page around an embed. */
  explain(sentence, text) {
    this.#messageBar.show(render(sentence), { role: 'alert', text });
    this.embed?.tellProblem(sentence.message);
  }

  /** Shows a sentence about what was done: it is no problem. */
  notify(sentence) {
    this.#messageBar.show(render(sentence), { role: 'status' });
  }

  /**
   * Offers to open a model by its name or address: nothing is fetched before the person agrees. The scripts that fetch load with the first
   * offer. The question `takesFocus`, unless somebody types.
   */
  offer(address, takesFocus = true) {
    this.#offered = address;
    return this.#offerBy((fetching) => fetching.offer(address, takesFocus));
  }

  /** Offers to read the code of a library, as LibraryReading.offer(). */
  offerCode(unread, problem) {
    return this.#offerBy((fetching) => fetching.library.offer(unread, problem));
  }

  /** Offers to read the code of a class of transformers, which the model in the editor is a print of. */
  offerCodeOf(type) {
    const { address } = this;
    return this.offerCode({
      library: { name: 'transformers', version: '', subject: type, types: [] },
      title: '',
      get files() { return [new File([address.state.text], '')]; },
    });
  }

  async #offerBy(offer) {
    this.#offers += 1;
    try {
      const { Fetching } = await import('./fetching.js');
      this.#fetching ??= new Fetching(this, this.#messageBar);
      await offer(this.#fetching);
    } catch (error) {
      this.explain(message('page.not_fetching', { reason: messageOf(error) }));
    } finally {
      this.#offers -= 1;
    }
  }

  /** Offers the model whose name or address is all that the editor holds, once, when it has been there for a moment. */
  #offerTyped() {
    clearTimeout(this.#typing);
    this.#typing = undefined;
    const { text } = this.address.state ?? {};
    const isNamed = typeof text === 'string' && looksLikeAddress(text);
    const offer = () => {
      this.#typing = undefined;
      this.offer(text, false);
    };
    if (isNamed && text !== this.#offered) this.#typing = setTimeout(offer, longestPause);
    if (!isNamed) this.#offered = undefined;
  }

  /** Shows a sentence that the program has rendered. */
  explainText(sentence) {
    this.explain(plainMessage(sentence));
  }

  /** The present report, as JSON: for the title and for the page around an embed. */
  publishReport(json) {
    const published = parseExact(json);
    this.modelName = published.name;
    document.title = published.name ? `${translatedTitle(published.name)} – Paramscope` : 'Paramscope';
    this.embed?.tellReport(published);
  }

  /** Sends the program the length of the link to the present state, 0 if it is too long. */
  linkChanged(length) {
    this.program._host_link_length(length);
    this.embed?.linkChanged();
    this.#offerTyped();
  }

  /** Copies text to where the next call of the program reads it. */
  send(text) {
    this.program.send(new TextEncoder().encode(text));
  }

  /** Somebody is about to bring a text: fetches the readers, behind the program itself. */
  async expectText() {
    await this.isWhole;
    if (!fetchReaders()) return;
    const { prepare } = await import('../../open/opening.js');
    prepare();
  }

  /** True for a text that the program takes for a model without doubt: the readers of files would give it back as it is. */
  reads(text) {
    this.send(text.replaceAll('\r\n', '\n'));
    return this.program._host_reads() !== 0;
  }

  /** Sends the program one field of a state or of a reading. */
  sendField(name, value) {
    const encoder = new TextEncoder();
    const key = encoder.encode(name);
    const text = encoder.encode(value);
    const message = new Uint8Array(key.length + text.length);
    message.set(key);
    message.set(text, key.length);
    this.program.send(message);
    this.program._host_arriving_field(key.length);
  }

  /** Returns the tag of the first language. */
  get language() {
    return preferredLanguage(this.memory.get('language'));
  }

  /** Switches the language, for this visit and the next ones. */
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

  /** Returns the template of an id, or a title, in the language of the page; '' for English. */
  translation(key, isTitle) {
    return isTitle ? translatedTitle(key) : pattern(key);
  }

  /** Returns the address of a page, by SitePage in src/platform/platform.h; '' for one that this edition does not have. */
  sitePage(page) {
    if (page >= 2) return repository && repository + ['', '/issues'][page - 2];
    if (edition !== 'site') return '';
    const isChinese = document.documentElement.lang.startsWith('zh');
    const paths = isChinese ? ['about/zh.html', 'docs/zh/index.html'] : ['about/index.html', 'docs/index.html'];
    return new URL(paths[page], document.baseURI).href;
  }

  openLink(url) {
    if (/^(https?:|mailto:)/i.test(url)) open(url, '_blank', 'noopener');
  }
}
