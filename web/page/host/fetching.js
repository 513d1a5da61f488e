// Opens models by name or address (web/hub): asks first, shows how far it is, and opens what came. Loaded with the first offer.
import chinese from 'built:chinese-hub';
import { defaultEndpoint, hostOf, readAddress, titleOf } from '../../hub/address.js';
import { fetchModel } from '../../hub/fetch_model.js';
import { isFound } from '../../hub/fetch_parts.js';
import { knownConfig } from '../../hub/known_configs.js';
import { message } from '../../hub/messages.js';
import { summaryOf } from '../../hub/summary.js';
import { messageOf } from '../../languages/messages.js';
import { bytesHeld } from '../../open/sparse_file.js';
import { addPatterns } from '../language.js';
import { FetchBar, obstacle } from './fetch_bar.js';
import { LibraryReading } from './library_reading.js';

/** Texts are fetched whole up to this: a reader of a text needs all of it. */
const longestText = 4 << 20;

/** The files of a model to open: a text alone as a File, like one that was picked, others in pieces. */
async function filesOf(list) {
  const [{ name, file }] = list;
  const isText = list.length === 1 && file.usedEnd === undefined && file.size <= longestText && !file.held(0, Math.min(file.size, 1 << 12)).includes(0);
  return isText ? [new File([await file.read(0, file.size)], name)] : list.map((each) => each.file);
}

export class Fetching {
  #host;
  #bar;

  /** `bar` is the page's message bar. */
  constructor(host, bar) {
    this.#host = host;
    this.#bar = new FetchBar(host, bar);
    this.library = new LibraryReading(host, this.#bar);
  }

  /** Asks whether to open the model that `text` names. The question `takesFocus`, unless somebody types. */
  async offer(text, takesFocus) {
    addPatterns(chinese);
    this.#bar.stop();
    let address;
    try {
      address = readAddress(text);
    } catch (error) {
      this.#host.explain(messageOf(error));
      return;
    }
    const [host, title] = [hostOf(address), titleOf(address)];
    const known = knownConfig(address);
    const problem = obstacle();
    const actions = [];
    if (!problem) actions.push({ words: message('hub.open_from', { host }), run: () => this.#fetch(text, host, title) });
    if (known) actions.push({ words: message('hub.open_known'), run: () => this.#openKnown(known, title) });
    const isOfHub = address.kind === 'repository' && new URL(defaultEndpoint).host === host;
    this.#bar.show(problem ?? message(isOfHub ? 'hub.ask' : 'hub.ask_file', { title, host }), { role: problem ? 'alert' : 'status', actions, takesFocus, isQuestion: true });
  }

  async #openKnown(json, title) {
    await this.#host.opening.files([new File([json], 'config.json')], { title });
    this.#bar.show(message('hub.known', { title }));
  }

  #fetch(text, host, title) {
    return this.#bar.run({ host, title }, async (options) => this.#open(await fetchModel(text, options), options.signal));
  }

  /** Opens what is counted, with its parts, and says how config and weights agree. */
  async #open(fetched, signal) {
    const { title, config, code = [], weights, parts = [], withoutCode, withoutWeights, withoutBase } = fetched;
    const open = async (list, options) => this.#host.files.open(await filesOf(list), { title, transferred: () => bytesHeld(list), ...options });
    const used = config ? [config, ...code] : weights;
    if (used) await open(used);
    const { library } = used ? this.#host.opening.last : {};
    const sentences = [withoutCode, withoutBase].filter(Boolean);
    const actions = [];
    const missing = parts.filter((part) => !isFound(part)).map((part) => part.name);
    if (missing.length > 0) sentences.push(message('hub.parts_missing', { names: missing.join(', ') }));
    if (withoutWeights) sentences.push(message('hub.not_compared', { reason: withoutWeights }));
    const isUnread = config && weights && !this.#host.opening.last.isModel;
    if (isUnread) {
      await open(weights);
      sentences.push(message('hub.config_unread'));
    }
    const areBoth = config && weights && !isUnread;
    if (areBoth || parts.length > 0) {
      const { isSame, counted, text, ...remark } = await this.#choose({ ...fetched, config: isUnread ? undefined : config }, signal);
      if (signal.aborted) return;
      const all = [...used ?? [], ...parts.flatMap((part) => part.weights ?? [])];
      if (text) await this.#host.files.open([new File([text], 'model.txt')], { title, transferred: () => bytesHeld(all) });
      else if (areBoth && counted === 'weights') await open(weights);
      if (areBoth) sentences.push(message('hub.remark', { remark }));
      const compare = () => {
        this.#bar.dismiss();
        open(counted === 'weights' ? [config, ...code] : weights, { isOther: true, title: `${title}: ${counted === 'weights' ? config.name : 'weights'}` });
      };
      if (areBoth && !isSame) actions.push({ words: message('hub.show_differences'), run: compare });
    }
    if (signal.aborted) return;
    if (library) actions.push(this.library.action({ library, title, files: await filesOf([config]) }));
    this.#bar.show([summaryOf(fetched), ...sentences], { actions });
  }

  async #choose(fetched, signal) {
    const { chooseFetched } = await import('../../open/opening.js');
    return chooseFetched(fetched, this.#host.texts, signal);
  }
}
