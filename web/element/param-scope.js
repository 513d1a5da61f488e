// Defines <param-scope>, which shows a model in any page. Its attributes and text are observed for changes.
import { site } from 'built:edition';

import { ParamscopeError } from '../api/errors.js';
import { messageOf, plainMessage } from '../languages/messages.js';
import { Counting } from './counting.js';
import { Diagram } from './diagram.js';
import { h, setText } from './dom.js';
import { codeFor, languageFor } from './language.js';
import { Picture } from './picture.js';
import { sentence } from './sentences.js';
import { parseSet, writeSet } from './settings.js';
import { parts, shownParts } from './shown.js';
import { SourceLink } from './source_link.js';
import { wearStyles } from './styles.js';
import { View } from './view.js';

export { configure } from '../api/places.js';

/** Attributes that are also properties; `lang` is a property of every element. */
const attributes = ['preset', 'build', 'set', 'input', 'convention', 'mode', 'recipe', 'device', 'view', 'show', 'depth', 'theme', 'name'];

/** Pictures, by the views that show them; the others have the strip. */
const pictures = ['diagram', 'roofline', 'timeline'];

/** A table with no more modules, and no more hyper-parameters, is shown at once. */
const shortTable = 5;

/** On a server there are no elements: a page's code can be imported there, and makes its elements in the browser. */
const Base = globalThis.HTMLElement ?? class {};

export class ParamScope extends Base {
  /** The address of embed.html, for view="app"; null if no site is known. */
  static appUrl = site ? new URL('embed.html', site).href : null;

  static observedAttributes = [...attributes, 'causal', 'lang', 'network'];

  #counting = new Counting();
  #loaded;
  #report = null;
  #view = null;
  #viewKey;
  #isDue = false;
  #isRunning = false;
  #isOpened = false;  // by the reader: the table, where the page leaves the view open
  #focusOpener = false;
  #watcher = new MutationObserver(() => this.#refresh());
  #notice = h('p', { className: 'notice', part: 'notice', role: 'status', hidden: true });
  #source = h('div', { className: 'source', part: 'source' }, h('slot'));
  #frame = h('div', { className: 'frame', part: 'frame', role: 'group' }, this.#notice, this.#source);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.append(this.#frame);
    this.#wearStyles();
  }

  /** A document without a window, such as a template's, shows nothing: its elements get styles when they leave it. */
  #wearStyles() {
    if (this.ownerDocument.defaultView) wearStyles(this.shadowRoot, this.ownerDocument);
  }

  /** The browser takes the styles from an element that moves into another document. */
  adoptedCallback() {
    this.#wearStyles();
  }

  /** The last report, as Model.report() gives it; null before the first. */
  get report() {
    return this.#report;
  }

  /** True: a token attends to itself and those before it. */
  get causal() {
    return this.hasAttribute('causal');
  }

  set causal(value) {
    this.toggleAttribute('causal', Boolean(value));
  }

  /** With view="app": whether a reader may fetch models by name or address. */
  get network() {
    return this.hasAttribute('network');
  }

  set network(isAllowed) {
    this.toggleAttribute('network', Boolean(isAllowed));
  }

  /** Writes the last report in one of the library's formats: 'markdown', 'csv', 'latex', … in the element's language, unless options name one. */
  format(name = 'text', options = {}) {
    if (this.#loaded === undefined || !this.#report) {
      throw ParamscopeError.from('argument', 'library.nothing_counted');
    }
    return this.#counting.format(name, { lang: codeFor(languageOf(this)), ...options });
  }

  connectedCallback() {
    for (const name of [...attributes, 'causal', 'network']) this.#takeProperty(name);
    this.#watcher.observe(this, { childList: true, characterData: true, subtree: true });
    this.#watcher.observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#refresh();
  }

  disconnectedCallback() {
    // An element that was only moved is connected again by then.
    queueMicrotask(() => {
      if (!this.isConnected) this.#release();
    });
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    // A new attribute overrides the reader's earlier changes.
    if (name === 'set') this.#counting.changes.set = {};
    if (name === 'input') this.#counting.changes.input = null;
    this.#refresh();
  }

  /** Applies a property that was set before the element was defined and hides the class's accessor. */
  #takeProperty(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  #release() {
    this.#watcher.disconnect();
    this.#forget();
    this.#replaceView(null);
  }

  /** Frees the engine's memory. */
  #forget() {
    this.#counting.delete();
    this.#loaded = undefined;
    this.#report = null;
  }

  // ---- from attributes to the view

  /** Counts once for all changes of one task. */
  #refresh() {
    if (this.#isDue || !this.isConnected) return;
    this.#isDue = true;
    queueMicrotask(() => this.#run());
  }

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#isDue && this.isConnected) {
      this.#isDue = false;
      try {
        await this.#update();
      } catch (error) {
        this.#fail(error, await languageFor(languageOf(this)));
      }
    }
    this.#isRunning = false;
    if (!this.isConnected) this.#release();
  }

  async #update() {
    const lang = languageOf(this);
    const language = await languageFor(lang);
    const source = this.#sourceText();
    // The parser has not reached the end tag: the observer reports what it adds.
    if (source === undefined) return;
    const wantsApp = this.view === 'app';
    if (wantsApp && ParamScope.appUrl) {
      await this.#showApp(source);
      return;
    }
    const key = JSON.stringify(source);
    if (this.#loaded !== key) {
      await this.#counting.load(source);
      this.#loaded = key;
    }
    if (!this.isConnected) return;
    const report = await this.#counting.report(this.#given());
    const view = this.#shownView(report);
    const { shown, unknown } = shownParts(this.show, view);
    const picture = shown.includes('picture') ? pictureOf(view) : '';
    await this.#counting.prepare(picture);
    if (!this.isConnected) return;
    this.#showView(report, language, { shown, picture, key: [key, lang, picture, ...shown].join(' ') });
    const remark = unknown.length > 0 ? language.words.noPart(unknown.join(', '), parts.join(', ')) : '';
    this.#say(wantsApp ? language.words.noApp : remark);
    this.#tell(report, { ...source, name: this.#counting.name });
  }

  /** The view that is shown: without the attribute, that of a long model is compact until the reader asks for the table. */
  #shownView(report) {
    if (this.view) return this.view;
    return this.#isOpened || !this.#canBeCompact(report) ? 'table' : 'compact';
  }

  /** True if the page leaves open what is shown, and the table would be long. */
  #canBeCompact({ nodes, definitions }) {
    return !this.view && !this.show && !this.hasAttribute('depth') && (nodes.length > shortTable || definitions.length > shortTable);
  }

  /** The button that opens and closes the table, where the element can be compact; null elsewhere. */
  #opener(report, { words }) {
    if (!this.#canBeCompact(report)) return null;
    const toggle = () => {
      this.#isOpened = !this.#isOpened;
      this.#focusOpener = true;
      this.#refresh();
    };
    return h('button', { type: 'button', className: 'opener', 'aria-expanded': String(this.#isOpened), onclick: toggle },
      this.#isOpened ? words.showLess : words.showModules);
  }

  #tell(report, { text, preset, build, name }) {
    this.#report = report;
    this.#emit('report', { report, text, preset, build, name }, true);
  }

  /** Returns the source, {preset, name} or {text, build, name}; undefined while the page is still loading. */
  #sourceText() {
    const name = this.name;
    if (this.hasAttribute('preset')) return { preset: this.preset, name };
    const text = (this.querySelector('script[type="text/plain"]') ?? this).textContent;
    if (text.trim() === '' && document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', () => this.#refresh(), { once: true });
      return undefined;
    }
    return { text, build: this.build, name };
  }

  #given() {
    return {
      set: parseSet(this.set),
      input: this.input,
      convention: this.convention || 'flops',
      mode: this.mode || 'forward',
      causal: this.causal,
    };
  }

  #title(report, language) {
    return language.title(this.#counting.name) || report.nodes[0]?.type || language.words.unnamed;
  }

  #showView(report, language, { shown, picture, key }) {
    if (!(this.#view instanceof View) || this.#viewKey !== key) {
      const name = this.#title(report, language);
      this.#replaceView(new View(name, shown, {
        explain: (path, of) => this.#counting.explain(path, of),
        picture: () => this.#makePicture(picture, language),
        source: () => new SourceLink(ParamScope.appUrl, () => this.#state(), language.words.openSource),
        onset: (variable, value) => this.#change(() => this.#setVariable(variable, value)),
        oninput: (shape) => this.#change(() => { this.#counting.changes.input = shape; }),
        onrelease: () => this.#refresh(),
        onreset: () => this.#change(() => { this.#counting.changes = { set: {}, input: null }; }),
      }, language, { opener: this.#opener(report, language), isAsked: this.show !== '' }));
      this.#viewKey = key;
      this.#frame.ariaLabel = name;
    }
    const depth = /^\d+$/.test(this.getAttribute('depth') ?? '') ? Number(this.getAttribute('depth')) : undefined;
    const { usual, changes } = this.#counting;
    this.#view.show(report, { usual, changes, depth, ...this.#counting.describeInput(report) });
  }

  #makePicture(format, language) {
    const draw = (options) => this.#counting.format(format, { ...this.#pictureOptions(format, language), ...options });
    return format === 'diagram' ? new Diagram(draw, language) : new Picture(draw, language.words[format]);
  }

  /** What pictures depend on besides the count. A time line of a training step without a recipe is that of Adam. */
  #pictureOptions(format, { code }) {
    const { recipe, device, mode } = this;
    if (format !== 'timeline') return { device, lang: code };
    return { memory: recipe ? { recipe } : mode === 'training' ? { train: 'adam' } : true, device, lang: code };
  }

  /** The state of the full interface that shows the same, as links hold it. */
  #state(source = this.#sourceText()) {
    const { mode, causal, convention, ...given } = this.#given();
    const { set, input } = this.#counting.changes;
    const changed = { ...given, set: { ...given.set, ...set }, input: input ?? given.input };
    const entries = Object.entries({ ...source, ...changed, device: this.device, convention: convention === 'flops' ? '' : convention, mode: mode === 'forward' ? '' : mode, causal: causal ? '1' : '' });
    return Object.fromEntries(entries.filter(([, value]) => value !== '' && Object.keys(value).length > 0));
  }

  async #showApp(source) {
    // The embed that may fetch models by name has a policy, and a page, of its own.
    const address = this.network ? ParamScope.appUrl.replace(/embed\.html(?=$|[?#])/, 'embed-network.html') : ParamScope.appUrl;
    if (this.#viewKey !== address) {
      const { AppFrame } = await import('./app_frame.js');
      this.#forget();
      this.#replaceView(new AppFrame(address, languageOf(this), (message) => this.#hear(message)));
      this.#viewKey = address;
    }
    this.#view.show({ ...this.#state(source), view: 'app' });
    this.#say('');
  }

  /** A message of the full interface: its report has no rows below the root. */
  #hear({ report, name, problem }) {
    if (report) this.#tell(report, { ...this.#sourceText(), name });
    if (problem) this.#emit('error', { error: new ParamscopeError('model', plainMessage(problem)) }, false);
  }

  #replaceView(view) {
    this.#view?.remove();
    this.#view = view;
    this.#viewKey = undefined;
    this.#source.hidden = view !== null;
    if (view) this.#frame.append(view.element);
    if (this.#focusOpener) view?.element.querySelector('.opener')?.focus();
    this.#focusOpener = false;
  }

  #change(make) {
    make();
    this.#refresh();
  }

  #setVariable(name, value) {
    const { [name]: before, ...others } = this.#counting.changes.set;
    this.#counting.changes.set = value === null ? others : { ...others, [name]: value };
  }

  /** Shows an error: at its control, or above the figures, which stay. */
  #fail(error, language) {
    // A script that failed to load.
    if (!(error instanceof ParamscopeError)) error = new ParamscopeError('load', messageOf(error), { cause: error });
    const isOfControls = this.#view instanceof View && Object.hasOwn(this.#counting.changes.set, error.subject ?? '');
    if (isOfControls && this.#view.blame(error.subject, language.render(messageOf(error)))) this.#say('');
    else this.#say([sentence(error, this.preset, language), this.#report && language.words.stale].filter(Boolean).join(' '));
    this.#emit('error', { error }, false);
  }

  #say(text) {
    setText(this.#notice, text);
    this.#notice.hidden = text === '';
  }

  #emit(type, detail, bubbles) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles, composed: bubbles }));
  }
}

for (const name of attributes) {
  Object.defineProperty(ParamScope.prototype, name, {
    get() {
      return this.getAttribute(name) ?? '';
    },
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, name === 'set' && typeof value === 'object' ? writeSet(value) : value);
    },
    enumerable: true,
    configurable: true,
  });
}

/** The picture of a view, as a format. */
const pictureOf = (view) => (pictures.includes(view) ? view : 'strip');

/** Returns the `lang` of the element or its nearest ancestor, across shadow roots. */
function languageOf(element) {
  for (let at = element; at; at = at.getRootNode().host) {
    const found = at.closest('[lang]');
    if (found) return found.lang;
  }
  return 'en';
}

// A second copy of the script finds the name defined and does nothing.
if (globalThis.customElements && !customElements.get('param-scope')) customElements.define('param-scope', ParamScope);
