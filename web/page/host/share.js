// Exports the model: a link, code for another page, or a page in one file.
import { edition } from 'built:edition';

import { message, MessageError, messageOf } from '../../languages/messages.js';
/** Kinds of export, as Share in src/platform/platform.h. */
const acts = ['copyLink', 'copyElementCode', 'copyFrameCode', 'saveOfflineCopy'];

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => String(text).replace(/[&<>"]/g, (character) => entities[character]);

/** Writes the HTML of an element; attributes that are undefined are left out. */
function code(tag, attributes, text = '') {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${tag}${given.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>${escaped(text)}</${tag}>`;
}

/** Writes a script tag and an element, for a page that may load scripts from the site. */
function elementCode(state, site) {
  const set = state.set && Object.entries(state.set).map(([name, value]) => `${name}=${value}`).join('; ');
  const { preset, build, name, input, convention, mode, device } = state;
  const causal = state.causal && '';
  const text = state.text === undefined ? '' : `\n${state.text.trimEnd()}\n`;
  const script = code('script', { type: 'module', src: new URL('paramscope.js', site).href });
  return `${script}\n${code('param-scope', { preset, build, name, set, input, convention, mode, causal, device }, text)}\n`;
}

/** Writes an iframe, for any page. */
function frameCode(url, name) {
  const title = `${name} in Paramscope`;
  const attributes = { src: url, title, width: '100%', height: '520', loading: 'lazy', allow: 'clipboard-write', style: 'border: 0' };
  return `${code('iframe', attributes)}\n`;
}

/** Returns a file name for a model's name. */
function fileName(name) {
  const plain = name.normalize('NFC').replace(/[^\p{L}\p{N}.+-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '').slice(0, 80);
  return `${plain || 'model'}.html`;
}

export class Share {
  #host;

  constructor(host) {
    this.#host = host;
  }

  /** Performs an export; explains a failure. */
  async act(kind) {
    try {
      await this[acts[kind]]();
    } catch (error) {
      this.#host.explain(messageOf(error));
    }
  }

  get #address() {
    return this.#host.address;
  }

  copyLink() {
    return this.#host.clipboard.copyLater(this.#address.link.then((hash) => this.#address.url(hash)));
  }

  copyElementCode() {
    this.#requireSite();
    return this.#host.clipboard.copyLater(this.#address.wholeState().then((state) => elementCode(state, new URL('./', location.href))));
  }

  copyFrameCode() {
    this.#requireSite();
    const url = this.#address.link.then((hash) => this.#address.url(hash, './embed.html'));
    return this.#host.clipboard.copyLater(url.then((address) => frameCode(address, this.#host.modelName)));
  }

  async saveOfflineCopy() {
    const { offlineCopy } = await import('../../offline/copy.js');
    const copy = await offlineCopy(await this.#address.wholeState());
    this.#host.files.saveBlob(fileName(this.#host.modelName), copy);
  }

  #requireSite() {
    if (edition !== 'site') throw new MessageError(message('page.not_on_the_web'));
  }
}
