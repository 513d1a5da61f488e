// Fetches models for the command line, in a thread of its own: the program waits for each answer, as for a disk.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

import { messageOf } from '../languages/messages.js';
import { fetchModel } from '../hub/fetch_model.js';
import { progressLine, summaryOf } from '../hub/summary.js';

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

async function open(address, { env, width }) {
  try {
    const fetched = await fetchModel(address, {
      endpoint: env.HF_ENDPOINT || undefined, token: env.HF_TOKEN || undefined, isManual: true, ...width && { tell: teller(width) },
    });
    return {
      model: models.push(fetched) - 1,
      config: numbered(fetched.config && [fetched.config]),
      ownCode: numbered(fetched.code),
      weights: numbered(fetched.weights),
      modules: (fetched.modules ?? []).map(({ name, weights }) => ({ name, weights: numbered(weights) })),
      texts: { withoutCode: fetched.withoutCode?.message ?? '', withoutWeights: fetched.withoutWeights?.message ?? '' },
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
