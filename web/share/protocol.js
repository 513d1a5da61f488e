// Reads and makes the messages between an embed and the surrounding page (docs/embedding.md):
//   {paramscope: {version: 1, type: 'ping' | 'pong' | 'set' | 'report' | 'resize' | 'error', id?, ...}}
// Messages of other formats are ignored; the content of ours is validated.
import { LinkError, readChanges } from './state.js';

export const protocolVersion = 1;

/** The range of heights that an embed may request, in CSS pixels. */
const tallest = 20_000;

/**
 * @typedef {object} Message
 * @property {string} type
 * @property {string | number} [id]       of a request, repeated in its answer
 * @property {import('./state.js').State} [changes]  of `set`
 * @property {string} [problem]           of an invalid `set` and of `error`: one sentence
 * @property {object} [report]            of an embed's `report`, as docs/report.md has it; absent in a request for one
 * @property {string} [name]              of `report`: the model's title
 * @property {number} [height]            of `resize`
 */

/** Reads the content of each message type beside its id; undefined if it is invalid. */
const readers = {
  ping: () => ({}),
  pong: () => ({}),
  set: readSet,
  report: ({ report, name, input, stale, error }) => {
    if (report === undefined) return {};
    return isRecord(report) ? { report, name, input, stale, error } : undefined;
  },
  resize: ({ height }) => {
    if (typeof height !== 'number' || !(height >= 0)) return undefined;
    return { height: Math.min(height, tallest) };
  },
  error: ({ message }) => typeof message === 'string' ? { problem: message } : undefined,
};

function readSet(body) {
  try {
    return { changes: readChanges(body) };
  } catch (error) {
    if (error instanceof LinkError) return { problem: error.message };
    throw error;
  }
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the data of a `message` event. Returns undefined for messages of other protocols or versions.
 * @param {unknown} data
 * @returns {Message | undefined}
 */
export function parseMessage(data) {
  const body = isRecord(data) ? data.paramscope : undefined;
  if (!isRecord(body) || body.version !== protocolVersion) return undefined;
  if (typeof body.type !== 'string' || !Object.hasOwn(readers, body.type)) return undefined;
  const hasId = typeof body.id === 'string' || typeof body.id === 'number';
  if (body.id !== undefined && !hasId) return undefined;
  const content = readers[body.type](body);
  return content && { type: body.type, ...(hasId ? { id: body.id } : {}), ...content };
}

/** Makes a message to post: `makeMessage('pong', {}, id)`. */
export function makeMessage(type, content = {}, id = undefined) {
  return { paramscope: { version: protocolVersion, type, ...(id === undefined ? {} : { id }), ...content } };
}
