// The page around the program in tests without a browser: the page's own scripts where they need no document, and notes of what
// else the program asks of it.
import './loader.mjs';

const { Adjusting } = await import('../../../web/page/host/adjusting.js');
const { Counting } = await import('../../../web/page/host/counting.js');
const { Files } = await import('../../../web/page/host/files.js');
const { Opening } = await import('../../../web/page/host/opening.js');
const { render, speak } = await import('../../../web/page/language.js');
const { load } = await import('./chinese.mjs');
const { inBytes, inCharacters } = await import('./program.mjs');
const { readWith } = await import('./readers.mjs');
const { startWith, Workers } = await import('./workers.mjs');

const fileLimit = 96 << 20;  // as platform::kFileLimit

/** The functions that the page's scripts call in the program: `_host_NAME(…numbers)`. */
const callsOf = (program) => new Proxy(program, {
  get: (target, name) => (String(name).startsWith('_host_')
    ? (...numbers) => { target.call(name.slice('_host_'.length), ...numbers); }
    : (...args) => target[name](...args)),
});

export class Host {
  clipboard = { text: '', deliver: (text) => this.#deliver(text) };
  stage = new EventTarget();
  textAgent = { inputMode: 'none' };

  /** The message at the foot of the page: { role, text }; undefined for none. */
  message;
  /** What the program copied, saved, opened and shared, in order. */
  copied = [];
  saved = [];
  images = [];
  links = [];
  shared = [];
  pickers = [];
  announced = '';
  memory = new Map();
  /** The state that the program saved last, [name, value] pairs, and the kinds of change of all. */
  state = [];
  changes = [];

  #fields = [];
  #isBusy = 0;

  /** `workers` are the options of Workers; without any the program counts by itself, and no worker starts. */
  constructor(program, workers) {
    this.program = callsOf(program);
    this.plain = program;
    this.workers = new Workers(program, workers ?? { areThere: false });
    readWith(program);
    startWith(this.workers);
    this.adjusting = new Adjusting(this);
    this.counting = new Counting({ texts: this.texts, parts: { whole: undefined }, program: this.#programOfCounting() });
    this.files = new Files(this, fileLimit);
    this.opening = new Opening(this);
    if (workers) this.#tellCounting();
  }

  /** The block rules and models are inside the program. */
  texts = '';

  /** The program is there as a whole. */
  canOpen = Promise.resolve();
  parts = { giveWay() {} };

  /** True when nothing is being read, but for what a test holds. */
  get isIdle() {
    return this.workers.held.length > 0 || (this.#isBusy === 0 && this.opening.isIdle && this.files.isIdle);
  }

  /** Stops what would end after the program. */
  stop() {
    this.counting.stop();
    this.adjusting.stop();
  }

  /** Tells the program what it asks the page's Counting in each frame. */
  #tellCounting() {
    this.plain.call('counting', this.counting.isPossible, this.counting.phase);
  }

  /** The functions that the page's Counting calls in the program, which then asks it for what is new: here it is sent along. */
  #programOfCounting() {
    return {
      _host_touch: () => {
        this.#tellCounting();
        this.plain.call('touch');
      },
      _host_counted_block: () => this.#sendBlocks(),
    };
  }

  #sendBlocks() {
    for (let block = this.counting.takeBlock(); block; block = this.counting.takeBlock()) {
      this.send(inCharacters(block));
      this.plain.call('counted_block');
    }
  }

  send(text) {
    this.plain.send(text);
  }

  async reads(text) {
    this.send(text);
    return (await this.plain.call('reads')).result;
  }

  sendField(name, value) {
    this.plain.send(name + value);
    this.plain.call('arriving_field', Buffer.byteLength(name));
  }

  #deliver(text) {
    this.send(text);
    this.plain.call('paste');
  }

  explain(sentence) {
    this.message = { role: 'alert', text: render(sentence) };
  }

  notify(sentence) {
    this.message = { role: 'status', text: render(sentence) };
  }

  offer(address) {
    this.links.push(`offer:${address}`);
  }

  async speak(tag) {
    await speak(tag);
    const { patterns, titles } = tag === 'en' ? { patterns: {}, titles: {} } : await load();
    for (const [id, template] of Object.entries(patterns)) this.plain.ask({ do: 'set', name: `pattern:${id}`, text: template });
    for (const [english, title] of Object.entries(titles)) this.plain.ask({ do: 'set', name: `title:${english}`, text: title });
    if (tag === 'en') this.plain.ask({ do: 'forget_language' });
    this.send(tag);
    await this.plain.call('language');
  }

  /** Does something that takes a while: the page is not idle until then. */
  async #whileBusy(work) {
    this.#isBusy++;
    try {
      await work();
    } finally {
      this.#isBusy--;
    }
  }

  /** What the program called in the page, by name (src/headless/imports.cpp). */
  events = {
    add_counted_text: (part, at, size) => this.counting.addText(inBytes(part), Number(at), Number(size)),
    announce: (sentence) => { this.announced = sentence; },
    ask_language: (tag) => {
      this.memory.set('language', tag);
      return this.#whileBusy(() => this.speak(tag));
    },
    copy_image: (name) => this.images.push(name),
    count: (settings) => this.#whileBusy(() => this.counting.count(inBytes(settings))),
    copy: (text) => {
      this.copied.push(text);
      this.clipboard.text = text;
    },
    explain: (sentence) => { this.message = { role: 'alert', text: sentence }; },
    make_adjustable: (text, input) => this.#whileBusy(() => this.adjusting.start(text, input)),
    open_link: (url) => this.links.push(url),
    ask_known_names: () => this.#whileBusy(() => this.opening.sendKnownNames()),
    open_known: (text, asker) => this.#whileBusy(() => this.opening.known(text, Number(asker))),
    open_text: (text) => this.#whileBusy(() => this.opening.model(text)),
    open_sample: (name) => this.#whileBusy(() => this.opening.sample(name)),
    paste_model: () => this.#whileBusy(() => this.opening.model(this.clipboard.text)),
    pick_file: (accept) => this.pickers.push(accept),
    read_as: (format) => this.#whileBusy(() => this.opening.readAs(format)),
    read_source: (source, build, input) => this.#whileBusy(() => this.opening.readSource({ source, build, input })),
    remember: (name, value) => (value ? this.memory.set(name, value) : this.memory.delete(name)),
    save_file: (name, text, type) => this.saved.push({ name, text, type }),
    save_state: (kind, text) => {
      const isNamed = this.#fields.some(([name]) => name === 'preset' || name === 'text');
      this.state = isNamed ? this.#fields : [...this.#fields, ['text', text]];
      this.changes.push(['shown', 'adjusted', 'opened'][kind]);
      this.#fields = [];
      this.plain.call('link_length', JSON.stringify(this.state).length);
    },
    share: (what) => this.shared.push(['link', 'element', 'frame', 'offline'][what]),
    state_field: (name, value) => this.#fields.push([name, value]),
    stop_adjusting: () => this.adjusting.stop(),
    stop_counting: () => this.counting.stop(),
    text_agent: (mode) => { this.textAgent.inputMode = mode; },
    title: () => {},
  };
}
