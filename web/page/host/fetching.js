// Opens models by name or address (web/hub): asks first, shows how far it is, and opens what came. Loaded with the first offer.
import chinese from 'built:chinese-hub';
import { edition } from 'built:edition';

import { defaultEndpoint, hostOf, readAddress, titleOf } from '../../hub/address.js';
import { fetchModel } from '../../hub/fetch_model.js';
import { knownConfig } from '../../hub/known_configs.js';
import { message } from '../../hub/messages.js';
import { bytesInWords, summaryOf } from '../../hub/summary.js';
import { messageOf } from '../../languages/messages.js';
import { bytesHeld } from '../../open/sparse_file.js';
import { addPatterns, render } from '../language.js';

/** The time between two changes of what is shown while it fetches, in milliseconds. */
const pace = 250;
/** Texts are fetched whole up to this: a reader of a text needs all of it. */
const longestText = 4 << 20;

/** True where the page's own policy lets it reach other hosts. */
function isAllowed() {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  return /connect-src [^;]*https:/.test(policy?.content ?? '');
}

/** Why nothing can be fetched here; undefined if it can. */
function obstacle() {
  if (edition === 'offline') return message('hub.offline_copy');
  if (!isAllowed()) return message('hub.embed_without_network');
  return navigator.onLine ? undefined : message('hub.offline');
}

/** The files of a model to open: a text alone as a File, like one that was picked, others in pieces. */
async function filesOf(list) {
  const [{ name, file }] = list;
  const isText = list.length === 1 && file.usedEnd === undefined && file.size <= longestText && !file.held(0, Math.min(file.size, 1 << 12)).includes(0);
  return isText ? [new File([await file.read(0, file.size)], name)] : list.map((each) => each.file);
}

export class Fetching {
  #host;
  #bar;
  #present;  // an AbortController

  /** `bar` is the page's message bar. */
  constructor(host, bar) {
    this.#host = host;
    this.#bar = bar;
  }

  /** Shows sentences, with the options of MessageBar.show(). */
  #show(sentences, options) {
    return this.#bar.show([sentences].flat().map(render).join(' '), { role: 'status', ...options });
  }

  /** Asks whether to open the model that `text` names. The question `takesFocus`, unless somebody types. */
  async offer(text, takesFocus) {
    addPatterns(chinese);
    this.#present?.abort();
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
    this.#show(problem ?? message(isOfHub ? 'hub.ask' : 'hub.ask_file', { title, host }), { role: problem ? 'alert' : 'status', actions, takesFocus });
  }

  async #openKnown(json, title) {
    await this.#host.opening.files([new File([json], 'config.json')], { title });
    this.#show(message('hub.known', { title }));
  }

  async #fetch(text, host, title) {
    const controller = this.#present = new AbortController();
    const { signal } = controller;
    const stop = () => {
      controller.abort();
      this.#bar.dismiss();
    };
    const change = this.#show(message('hub.connecting', { host }), { actions: [{ words: message('hub.stop'), run: stop }], onClose: stop });
    let shown = -Infinity;
    const tell = ({ file, bytes, requests }) => {
      if (signal.aborted || performance.now() < shown + pace) return;
      shown = performance.now();
      change(render(message('hub.progress', { host, file, bytes: bytesInWords(bytes), requests })));
    };
    try {
      await this.#open(await fetchModel(text, { signal, tell }), signal);
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      this.#host.explain(message('hub.not_fetched', { title, reason: messageOf(error) }));
    }
  }

  /** Opens what is counted, with further modules, and says how config and weights agree. */
  async #open(fetched, signal) {
    const { title, config, code = [], weights, modules = [], withoutWeights } = fetched;
    const open = async (list, options) => this.#host.files.open(await filesOf(list), { title, transferred: () => bytesHeld(list), ...options });
    const used = config ? [config, ...code] : weights;
    await open(used);
    const sentences = [];
    const actions = [];
    if (withoutWeights) sentences.push(message('hub.not_compared', { reason: withoutWeights }));
    const isUnread = config && weights && !this.#host.opening.last.isModel;
    if (isUnread) {
      await open(weights);
      sentences.push(message('hub.config_unread'));
    }
    const areBoth = config && weights && !isUnread;
    if (areBoth || modules.length > 0) {
      const { isSame, counted, text, ...remark } = await this.#choose({ ...fetched, config: isUnread ? undefined : config }, signal);
      if (signal.aborted) return;
      if (text) await this.#host.files.open([new File([text], 'model.txt')], { title, transferred: () => bytesHeld(used) });
      else if (areBoth && counted === 'weights') await open(weights);
      if (areBoth) sentences.push(message('hub.remark', { remark }));
      const compare = () => {
        this.#bar.dismiss();
        open(counted === 'weights' ? [config, ...code] : weights, { isOther: true, title: `${title}: ${counted === 'weights' ? config.name : 'weights'}` });
      };
      if (!isSame) actions.push({ words: message('hub.show_differences'), run: compare });
    }
    if (signal.aborted) return;
    this.#show([summaryOf(fetched), ...sentences], { actions });
  }

  async #choose(fetched, signal) {
    const { chooseFetched } = await import('../../open/opening.js');
    return chooseFetched(fetched, this.#host.texts, signal);
  }
}
