// What a page is asked to show.
import { embeddedState } from '../offline/embedded.js';
import { decodeLink } from '../share/link.js';
import { readState } from '../share/state.js';

/**
 * The state that the address or, where it is silent, the page itself holds; undefined for none. Rejects with a
 * LinkError when it cannot be read.
 * @returns {Promise<import('../share/state.js').State | undefined>}
 */
export async function requestedState() {
  const embedded = embeddedState();
  return await decodeLink(location.hash) ?? (embedded && readState(embedded));
}
