// Encodes a state as the fragment of an address, the part after `#`, and decodes it. Two forms:
//   #llama-2-7b   an unchanged shipped model (also #preset:llama-2-7b)
//   #v1:…         base64url, without padding, of the raw deflate of a state's JSON in UTF-8
import { message } from '../languages/messages.js';
import { isPresetName, LinkError, readState } from './state.js';

/** The longest link that is written or read, in characters. */
export const longestLink = 1 << 20;
/** The most bytes of a link's inflated content; inflating stops there. */
export const largestContent = 4 << 20;
/** The length in characters above which mail programs and chats may cut links. */
export const comfortableLink = 8 << 10;

const currentVersion = 'v1:';

/**
 * Encodes a state as a link, `#` included. Throws a LinkError for a state too long for a link: a long text may be a Blob.
 * @param {import('./state.js').State} state
 * @returns {Promise<string>}
 */
export async function encodeLink(state) {
  const entries = Object.entries(state).filter(([, value]) => value !== undefined);
  if (entries.length === 1 && state.preset !== undefined) return `#${state.preset}`;
  if (state.text?.length > largestContent || state.text?.size > largestContent) throw tooLong();  // before megabytes are copied
  const content = new TextEncoder().encode(JSON.stringify(state));
  if (content.length > largestContent) throw tooLong();
  const link = `#${currentVersion}${toBase64Url(await readAll(through(new CompressionStream('deflate-raw'), content)))}`;
  if (link.length > longestLink) throw tooLong();
  return link;
}

/**
 * Decodes a link; undefined for an empty one. Throws a LinkError with a message for people.
 * @param {string} hash  as location.hash gives it, with or without `#`
 * @returns {Promise<import('./state.js').State | undefined>}
 */
export async function decodeLink(hash) {
  if (hash.length > longestLink) {
    throw new LinkError('too-long', message('link.longer_than_read'));
  }
  const link = withoutEscapes(hash.replace(/^#/, ''));
  if (link === '') return undefined;
  if (link.startsWith(currentVersion)) return readState(parse(await inflate(fromBase64Url(link.slice(currentVersion.length)))));
  if (/^v\d+:/.test(link)) {
    throw new LinkError('unknown-version', message('link.newer_version'));
  }
  const preset = link.replace(/^preset:/, '');
  if (isPresetName(preset)) return { preset };
  throw new LinkError('unknown-form', message('link.unknown_form'));
}

function tooLong() {
  return new LinkError('too-long', message('link.model_too_long'));
}

/** Some programs escape the colon of a link. */
function withoutEscapes(link) {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

function toBase64Url(bytes) {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) {
    throw new LinkError('not-base64url', message('link.foreign_characters'));
  }
  if (text.length % 4 === 1) throw damaged();
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function damaged() {
  return new LinkError('damaged', message('link.damaged'));
}

function through(transform, bytes) {
  const writer = transform.writable.getWriter();
  const written = writer.write(bytes);
  const closed = writer.close();
  // Errors appear at the readable end.
  written.catch(() => {});
  closed.catch(() => {});
  return transform.readable;
}

/** Reads a stream of bytes to its end; undefined if it has more than `limit` bytes. */
async function readAll(stream, limit = Infinity) {
  const chunks = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(part.value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** The bytes inflated at once; they grow at most a thousandfold before the size is checked again. */
const sip = 1024;

/**
 * Inflates at most `largestContent` bytes.
 * @returns {Promise<Uint8Array>}
 */
async function inflate(bytes) {
  const transform = new DecompressionStream('deflate-raw');
  const writer = transform.writable.getWriter();
  const feed = async () => {
    for (let i = 0; i < bytes.length; i += sip) await writer.write(bytes.subarray(i, i + sip));
    await writer.close();
  };
  feed().catch(() => {});  // the readable end reports the error
  let content;
  try {
    content = await readAll(transform.readable, largestContent);
  } catch {
    throw damaged();
  }
  if (content === undefined) {
    throw new LinkError('too-large', message('link.content_too_large'));
  }
  return content;
}

function parse(content) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    throw new LinkError('not-json', message('link.not_json'));
  }
}
