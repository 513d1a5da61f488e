// Fetches models for the command line, in a thread of its own: the program waits for each answer, as for a disk.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

import { messageOf } from '../languages/messages.js';
import { fetchModel } from '../hub/fetch_model.js';
import { progressLine, summaryOf } from '../hub/summary.js';
import { tokenOf } from './token.js';

const { port, flag } = workerData;
const terminal = 2;
const clear = '\r\x1b[K';

const files = [];
const models = [];

/** Shows how far it is in one line of the terminal, which is `width` wide. */
const teller = (width) => ({ file, bytes }) => writeSync(terminal, clear + progressLine(bytes, file, width));

/** Numbers the files of a model; the program names them so. */
function numbered(list = []) {
  return list.map(({ name, file }) => ({ number: files.push(file) - 1, name, size: file.size }));
}

/** The files of a model, or of a part of one, and the messages about what is missing. */
function filesOf({ config, code, weights, withoutCode, withoutWeights }) {
  return {
    config: numbered(config && [config]), ownCode: numbered(code), weights: numbered(weights),
    texts: { withoutCode: withoutCode?.message ?? '', withoutWeights: withoutWeights?.message ?? '' },
  };
}

async function open(address, { width }) {
  try {
    const { HF_ENDPOINT: endpoint } = process.env;
    const fetched = await fetchModel(address, { endpoint: endpoint || undefined, token: tokenOf(process.env), isManual: true, ...width && { tell: teller(width) } });
    const { whole = '', parts = [], withoutBase } = fetched;
    return {
      model: models.push(fetched) - 1,
      ...filesOf(fetched),
      whole,
      withoutBase: withoutBase?.message ?? '',
      parts: parts.map((part) => ({ name: part.name, ...filesOf(part) })),
    };
  } finally {
    if (width) writeSync(terminal, clear);
  }
}

const answers = {
  open: ({ address, ...context }) => open(address, context),
  summary: ({ model }) => ({ text: summaryOf(models[model]).message }),
  read: async ({ file, offset, length }) => ({ bytes: await files[file].read(offset, length) }),
};

port.on('message', async (request) => {
  let answer;
  try {
    answer = await answers[request.kind](request);
  } catch (error) {
    const { code, message } = messageOf(error);
    answer = { problem: message, code: code ?? '' };
  }
  port.postMessage(answer);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});
