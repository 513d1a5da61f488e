// The gallery of shipped models: a picture, the parameters and their formula, and a link to the page with that model.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { library } from './engine.mjs';
import { short, whole } from './figures.mjs';
import { escape } from './html.mjs';
import { say } from './words.mjs';

/** What the gallery shows of each published model: { name, title, parameters, formula, flops, input }. Writes its picture. */
export async function models(site) {
  const { parse, presets } = await library(site);
  const pictures = join(site, 'about/strips');
  mkdirSync(pictures, { recursive: true });
  const shown = [];
  for (const { name, title, group, text } of await presets()) {
    if (group !== 'models') continue;
    const model = await parse(text);
    const { totals, inputs } = model.report();
    writeFileSync(join(pictures, `${name}.svg`), model.format('strip'));
    shown.push({ name, title, parameters: totals.parameters, formula: model.formula('', 'unicode'), flops: totals.flops, input: `(${inputs[0].join(',\u00a0')})` });
    model.delete();
  }
  return shown;
}

/** The cards of the gallery in a language; `titleOf` translates a title. */
export function gallery(shown, words, titleOf) {
  return shown.map(({ name, title, parameters, formula, flops, input }) => {
    const called = escape(titleOf(title));
    return `<li class="card">
      <h3><a href="../#${name}">${called}</a></h3>
      <p class="count"><strong>${whole(parameters)}</strong> ${words.parametersUnit}</p>
      <p class="formula">${escape(formula)}</p>
      <p class="quiet">${say(words.perPass, `${short(flops)}FLOPs`, input)}</p>
      <img src="strips/${name}.svg" width="960" height="320" loading="lazy" alt="${escape(say(words.strip, titleOf(title)))}">
    </li>`;
  }).join('\n');
}
