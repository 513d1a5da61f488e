// Reads the state that a page was opened with.
import { embeddedState } from '../offline/embedded.js';
import { decodeLink } from '../share/link.js';
import { readState } from '../share/state.js';

/**
 * Resolves to the state of the address or, if that has none, of the page itself; undefined for none. Rejects with a
 * LinkError for an invalid state.
 * @returns {Promise<import('../share/state.js').State | undefined>}
 */
export async function requestedState() {
  const embedded = embeddedState();
  return await decodeLink(location.hash) ?? (embedded && readState(embedded));
}
