// Converts files and pasted texts of other formats to model text (web/open) before the program gets them.
import { looksLikeAddress } from '../../hub/looks.js';
import { message, messageOf } from '../../languages/messages.js';
import { textFormats } from '../../open/text_formats.js';
import { pathOf } from '../../open/together.js';
import { render } from '../language.js';
import { fetchReaders, looksOwn } from '../readers.js';

/** Matches JSON, which is never model text: it is opened even where a text field would take it. */
const looksLikeJson = (text) => beginsJson(text) && /\}\s*$/.test(text);

/** Matches JSON, whole or not: the program has its text read as it has source code read (src/transfer/counter.cpp). */
const beginsJson = (text) => /^\s*\{\s*"/.test(text);

/** The length above which a text is not tried as a configuration. */
const longestText = 1 << 24;

const grouped = (number) => number.toLocaleString('en');

/** Lines of comment: how much of the file was read, unless all of it, and the diagnostics of the opening. */
function remarks({ source, diagnostics, bytesRead, size }) {
  const lines = diagnostics.map((diagnostic) => message('page.remark', { severity: message(`page.${diagnostic.severity}`), remark: diagnostic }));
  if (bytesRead < size) {
    const bytes = message('page.bytes_read', { read: grouped(bytesRead), size: grouped(size) });
    lines.unshift(message('page.source', { format: source, bytes }));
  }
  return lines.map(render).map(comment).join('');
}

const comment = (line) => `# ${line.replaceAll(/[\r\n]+/g, ' ')}\n`;

/**
 * The parts of an opening's model text, with remarks. Its first comment is the title of exports: the file's name, or for a
 * pasted text what its reader calls the model.
 */
function partsWithRemarks(name, opened) {
  if (name) return [comment(name), remarks(opened), opened.text];
  const [title] = /^(# .*\n)?/.exec(opened.text);
  return [title, remarks(opened), opened.text.slice(title.length)];
}

/** What is said about a problem with a file; a pasted text has no name. */
const problemOf = (name, problem) => (name ? message('page.file_problem', { name, problem }) : problem);

/** The format of source code, which stays in the editor as it is. */
const sourceCode = 'python';

/** Opens source code, or JSON, as what `build` names, with the shapes `input` and the files beside it; a failure becomes a diagnostic. */
async function openSource({ source, build, input }, { name, others }) {
  try {
    const { openFiles } = await import('../../open/opening.js');
    const format = beginsJson(source) ? undefined : sourceCode;
    return await openFiles([{ name, file: new File([source], '') }, ...others], { format, build, input, isMain: true });
  } catch (error) {
    console.warn(error);
    return { text: '', built: '', classes: [], numbers: [], lines: [], diagnostics: [{ severity: 'error', ...messageOf(error) }] };
  }
}

/** Sentences about the input that is assumed, which the page shows beside its field. */
const assumptions = new Set(['python.forward_assumed', 'python.forward_assumed_first', 'python.forward_numbers', 'python.mask_is_none']);

/** True for a text that the editor shows as it is, with what its reader says: source code, and pasted JSON with an error. */
async function isRead(file, { formats, text }) {
  return formats[0] === sourceCode || (text === '' && file.name === '' && beginsJson(await file.text()));
}

/** The fields of a reading (platform::take_source_reading()) about a diagnostic. */
function problemFields(diagnostic) {
  const { code, severity, line, column, fix } = diagnostic;
  const words = render(diagnostic);
  if (assumptions.has(code)) return [['assumption', words]];
  return [[severity, `${line ?? 0} ${column ?? 0} ${words}`], ...(fix ? [['fix', fix]] : [])];
}

export class Opening {
  #host;

  /** The result of the last opening and its cost: { name, isModel, source, bytesRead, size, memory, library }. */
  last;

  #files = [];  // of the last opening

  /** The path of the source code in the editor, and the files that it may import: { name, others: [{ name, file }] }. */
  #beside = { name: '', others: [] };

  #reading;     // the source code last read and its answer: { source, build, input, opened }
  #wanted;      // the source code to read next: { source, build, input }
  #isReading = false;
  #hasRead = false;
  #opensUnderWay = 0;

  constructor(host) {
    this.#host = host;
  }

  /** True when no file or text is being read. */
  get isIdle() {
    return this.#opensUnderWay === 0 && !this.#isReading;
  }

  /** Resolves to what `opens` does; the page is not idle until then. */
  #whileBusy(opens) {
    this.#opensUnderWay++;
    return opens.finally(() => { this.#opensUnderWay--; });
  }

  /**
   * Opens the first of `files`, with the others as companions, and sends the program the model text. Explains errors.
   * Resolves to false for a file to be sent unchanged. `format` is the name of the format to read it as, by default the one
   * it fits best; with `isOther` the model is compared with the present one. Of fetched files `title` is what they are called and
   * `transferred` how many bytes came.
   */
  files(files, options = {}) {
    return this.#whileBusy(this.#openFiles(files, options));
  }

  async #openFiles(files, { format, isOther = false, title, transferred }) {
    const name = title ?? files[0].name;
    try {
      const opened = await this.#read(files, format);
      if (!isOther) this.#files = files;
      opened.bytesRead = transferred?.() ?? opened.bytesRead;
      const isShown = await this.#show(name, files, opened, isOther);
      if (opened.library && !isOther && !transferred) await this.#offerCode(name, files, opened);
      return isShown;
    } catch (error) {
      console.warn(error);
      this.#host.explain(message('page.file_not_opened', { name, reason: messageOf(error) }));
      return false;
    }
  }

  /** Opens files as the parts of one model, if they are that; resolves to false if they are not, with nothing shown. */
  partsOfOne(files) {
    return this.#whileBusy(this.#openParts(files));
  }

  async #openParts(files) {
    try {
      const opened = await this.#read(files);
      const isOne = opened.diagnostics.some(({ code }) => code === 'parts.together') || opened.source === 'safetensors-index';
      if (isOne) this.#files = files;
      return isOne && await this.#show(files[0].name, files, opened, false);
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  #read(files, format, packages, signal) {
    const named = files.map((file) => ({ name: pathOf(file), file }));
    return this.#first(import('../../open/opening.js').then(({ openFiles }) => openFiles(named, { format, packages }, signal)));
  }

  /** Returns `reading`, a promise. The first one fetches the readers: what still comes of the page's own program waits until then. */
  #first(reading) {
    const { canOpen, parts } = this.#host;
    if (!this.#hasRead) canOpen.then(() => parts.giveWay(reading), () => {});
    this.#hasRead = true;
    return reading;
  }

  /** Opens files with those of packages that they may import, as openFiles() of web/open/opening.js; shows nothing. */
  readWith(files, packages, signal) {
    return this.#whileBusy(this.#read(files, undefined, packages, signal));
  }

  /** Shows what files were opened as. */
  show(name, files, opened) {
    this.#files = files;
    return this.#whileBusy(this.#show(name, files, opened, false));
  }

  /** Offers the code of the library that knows more of a model. */
  #offerCode(title, files, { library, diagnostics }) {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    return this.#host.offerCode({ library, title, files }, error && problemOf(title, error));
  }

  async #show(name, files, opened, isOther) {
    const { source, bytesRead, size, memory, library } = opened;
    this.last = { name, isModel: opened.text !== '', source, bytesRead, size, memory, library };
    if (opened.text !== '' && !isOther) this.#sendReadings(opened.formats);
    const named = files.map((file) => ({ name: pathOf(file), file }));
    if (!isOther && await isRead(named[0].file, opened)) await this.#takeSource(named, opened);
    else await this.#take(name, opened, isOther);
    return opened.text !== undefined;
  }

  /** Handles pasted or dropped text: inserts it at the cursor, unless it can only be a model. */
  async text(text) {
    if (!looksOwn(text) && !looksLikeAddress(text)) fetchReaders(text);
    if (this.#host.awaitsDetails) await this.#host.canOpen;  // the program would stop the page until it can take the text
    const isWritten = this.#host.textAgent.inputMode === 'text' && !looksLikeJson(text);
    if (isWritten) this.#host.clipboard.deliver(text);
    else await this.model(text);
  }

  /** Opens a text as a model; offers to fetch one that it names. */
  async model(text) {
    if (looksLikeAddress(text)) return this.#host.offer(text);
    await this.#host.canOpen;
    if (await this.#host.reads(text)) return this.#takeOwn(text);
    const isOpened = text.length <= longestText && await this.files([new File([text], '')]);
    return isOpened || this.#host.files.deliver('', new Blob([text]));
  }

  /** Sends the program a text that it reads by itself, with the other ways to read it: no reader has to be fetched for it. */
  #takeOwn(text) {
    const file = new File([text], '');
    this.#files = [file];
    this.last = { name: '', isModel: true, source: textFormats[0], bytesRead: file.size, size: file.size };
    this.#sendReadings(textFormats);
    return this.#host.files.deliver('', file);
  }

  /** Sends the program the formats that the next text can be read as. */
  #sendReadings(formats) {
    this.#host.send(formats.join('\n'));
    this.#host.program._host_readings();
  }

  /** Sends the program the names of the well-known models. */
  sendKnownNames() {
    return this.#whileBusy(this.#sendKnownNames());
  }

  async #sendKnownNames() {
    const { knownNames } = await import('../../hub/known_configs.js');
    this.#host.send(knownNames().join('\n'));
    this.#host.program._host_known_names();
  }

  /** Opens the well-known model that a text names; `asker` is a KnownAsker of src/platform/platform.h. */
  known(text, asker) {
    return this.#whileBusy(this.#openKnown(text, asker));
  }

  async #openKnown(text, asker) {
    const isOther = asker === 1;
    const known = await import('../../hub/known_configs.js').then(({ knownCalled }) => knownCalled(text), () => undefined);
    if (known) await this.files([new File([known.json], 'config.json')], { title: known.name, isOther });
    else if (asker !== 2) await this.#host.files.deliver('', new Blob([text]), isOther);
  }

  /** Opens one of the files to try the page with. */
  async sample(name) {
    const { samples } = await import('../../open/samples.js');
    await this.files([new File([samples[name]], name)]);
  }

  /** Reads the files of the last opening as another format. */
  async readAs(format) {
    const [file] = this.#files;
    if (await this.files(this.#files, { format })) return;
    this.#host.files.deliver(file.name, file);
  }

  /** Reads source code, { source, build, input }, and sends the program its model text. A newer request replaces one that waits. */
  async readSource(request) {
    this.#wanted = request;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#wanted !== undefined) {
      const next = this.#wanted;
      this.#wanted = undefined;
      const isRead = Object.keys(next).every((key) => this.#reading?.[key] === next[key]);
      if (!isRead) this.#reading = { ...next, opened: await this.#first(openSource(next, this.#beside)) };
      if (this.#wanted === undefined) this.#answer(this.#reading);
    }
    this.#isReading = false;
  }

  /** Sends what was read; of a notebook that was pasted, the code of its cells instead, of which the program asks again. */
  #answer(reading) {
    const { code } = reading.opened;
    if (!code) return this.#sendReading(reading);
    this.#reading = { ...reading, source: code, opened: { ...reading.opened, code: '' } };
    return this.#host.files.deliver('', new Blob([code]));
  }

  #sendReading({ source, build, input, opened: { text, built, classes, numbers, lines, diagnostics } }) {
    const problems = diagnostics.flatMap(problemFields);
    const fields = [['source', source], ['build', build], ['input', input], ['text', text ?? ''], ['built', built], ...problems];
    fields.push(...classes.map((call) => ['class', call]), ...numbers.map((number) => ['number', number]));
    fields.push(...lines.map((line) => ['line', line]));
    for (const [name, value] of fields) this.#host.sendField(name, value);
    this.#host.program._host_source_reading();
  }

  /**
   * Sends the program source code itself: the editor shows it, and asks for the reading that is here already. Of several
   * files it is the main one; the others stay here for its imports. Of a notebook it is the code of its cells.
   */
  async #takeSource(named, opened) {
    const main = named.find(({ name }) => name === opened.main) ?? named[0];
    const { file } = main;
    this.#beside = { name: main.name, others: named.filter((each) => each !== main) };
    const source = opened.code || await file.text();
    this.#reading = { source, build: '', input: '', opened: { ...opened, code: '' } };
    this.#host.files.deliver(file.name, new Blob([source]));
  }

  #take(name, opened, isOther) {
    const error = opened.diagnostics.find(({ severity }) => severity === 'error');
    if (error) this.#host.explain(problemOf(name, error));
    if (opened.text) return this.#host.files.deliver(name, new Blob(partsWithRemarks(name, opened)), isOther);
    return undefined;
  }
}
