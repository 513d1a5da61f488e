// Counts what was pasted before the interface is there: by the part of the program that counts, which comes first, or where that cannot read it
// by the readers (scripts/bundle/parts.mjs).
import { startCounting } from '../count/start.js';
import { packed } from '../shipped.js';
import { looksOwn } from './readers.js';
import { blocks } from './shipped_blocks.js';

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

/** Resolves to the numbers of a text that the program reads by itself; undefined where no worker starts. */
async function countOwn(text, parts, language) {
  const [texts, program] = await Promise.all([blocks(), parts.bring('count')]);
  const worker = startCounting(program, packed(texts));
  if (!worker) return undefined;
  try {
    return await headlineOf(worker, text, language);
  } finally {
    worker.terminate();
  }
}

/** Resolves to the numbers of a text that the readers understand. */
async function countRead(text, language) {
  const [texts, { countText }] = await Promise.all([blocks(), import('../open/opening.js')]);
  const numbers = await countText(text, packed(texts));
  return language.startsWith('zh') ? numbers.zh : numbers.en;
}

/** Resolves to the numbers of a text; undefined where it is no model. `parts` are those of the page's program. */
export async function numbersOf(text, parts) {
  const { lang } = document.documentElement;
  const numbers = looksOwn(text) ? await countOwn(text, parts, lang) : await countRead(text, lang);
  return numbers?.parameters && numbers;
}
