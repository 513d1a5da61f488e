// What fetching shows in the page's message bar: questions, how far it is, a way to stop it.
import chinese from 'built:chinese-hub';
import { edition } from 'built:edition';

import { message } from '../../hub/messages.js';
import { bytesInWords } from '../../hub/summary.js';
import { messageOf } from '../../languages/messages.js';
import { addPatterns, render } from '../language.js';

/** The time between two changes of what is shown while it fetches, in milliseconds. */
const pace = 250;

/** True where the page's own policy lets it reach other hosts. */
function isAllowed() {
  const policy = document.querySelector('meta[http-equiv="Content-Security-Policy"]');
  return /connect-src [^;]*https:/.test(policy?.content ?? '');
}

/** Why nothing can be fetched here; undefined if it can. */
export function obstacle() {
  if (edition === 'offline') return message('hub.offline_copy');
  if (!isAllowed()) return message('hub.embed_without_network');
  return navigator.onLine ? undefined : message('hub.offline');
}

export class FetchBar {
  #host;
  #bar;
  #present;  // an AbortController

  /** `bar` is the page's message bar. */
  constructor(host, bar) {
    this.#host = host;
    this.#bar = bar;
  }

  /** Shows sentences, with the options of MessageBar.show(). */
  show(sentences, options) {
    addPatterns(chinese);
    return this.#bar.show([sentences].flat().map(render).join(' '), { role: 'status', ...options });
  }

  dismiss() {
    this.#bar.dismiss();
  }

  /** Stops what is being fetched. */
  stop() {
    this.#present?.abort();
  }

  /** Runs `work({ signal, tell })`, which fetches `title` from `host`; shows how far it is, and explains why it failed. */
  async run({ host, title }, work) {
    this.stop();
    const controller = this.#present = new AbortController();
    const { signal } = controller;
    const stop = () => {
      controller.abort();
      this.dismiss();
    };
    const change = this.show(message('hub.connecting', { host }), { actions: [{ words: message('hub.stop'), run: stop }], onClose: stop });
    let shown = -Infinity;
    const tell = ({ file, bytes, requests }) => {
      if (signal.aborted || performance.now() < shown + pace) return;
      shown = performance.now();
      change(render(message('hub.progress', { host, file, bytes: bytesInWords(bytes), requests })));
    };
    try {
      await work({ signal, tell });
    } catch (error) {
      if (signal.aborted) return;
      console.warn(error);
      this.#host.explain(message('hub.not_fetched', { title, reason: messageOf(error) }));
    }
  }
}
