// Counts what was pasted before the interface is there: the part of the program that counts comes first (scripts/bundle/parts.mjs).
import { startCounting } from '../count/start.js';
import { packed } from '../shipped.js';
import { looksOwn } from './readers.js';
import { blocks } from './shipped_blocks.js';
import { parts } from './wasm.js';

/** Resolves to the model text that the readers make of a text; undefined for none. */
async function modelOf(text) {
  if (looksOwn(text)) return text;
  const { openEarly } = await import('../open/opening.js');
  const { text: model = text } = await openEarly(text);
  return model || undefined;
}

/** Resolves to the numbers of a model text, { parameters, flops } as they are written, '' where none are known. */
function headlineOf(worker, model, language) {
  const bytes = new TextEncoder().encode(model);
  worker.postMessage({ text: bytes, at: 0, size: bytes.length });
  worker.postMessage({ headline: language });
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', reject);
    worker.addEventListener('message', ({ data: { headline, problem } }) => {
      if (headline) resolve(headline);
      if (problem) reject(new Error(problem.message));
    });
  });
}

/** Resolves to the numbers of a text; undefined where it is no model. */
export async function numbersOf(text) {
  const [model, texts, program] = await Promise.all([modelOf(text), blocks, parts.bring()]);
  const worker = model && startCounting(program, packed(texts));
  if (!worker) return undefined;
  try {
    const numbers = await headlineOf(worker, model, document.documentElement.lang);
    return numbers.parameters && numbers;
  } finally {
    worker.terminate();
  }
}
