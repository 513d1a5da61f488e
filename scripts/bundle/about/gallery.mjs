// The gallery of shipped models: a picture, the parameters and their formula, and a link to the page with that model.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { library } from './engine.mjs';
import { short, whole } from './figures.mjs';
import { escape } from './html.mjs';
import { say } from './words.mjs';

/** The two maps of a model: for a card in a wide window and for one in a narrow window, each with words that are read there. */
const maps = [{ suffix: '', width: 740 }, { suffix: '-narrow', width: 360 }];

/** Writes a map and returns its { file, width, height }. */
function writeMap(folder, model, name, { suffix, width }) {
  const file = `${name}${suffix}.svg`;
  const svg = model.format('map', { width });
  writeFileSync(join(folder, file), svg);
  return { file, width, height: Math.round(Number(/ height="([\d.]+)"/.exec(svg)[1])) };
}

/** What the gallery shows of each published model: { name, title, parameters, formula, flops, input, pictures }. Writes the pictures. */
export async function models(site) {
  const { parse, presets } = await library(site);
  const folder = join(site, 'about/maps');
  mkdirSync(folder, { recursive: true });
  const shown = [];
  for (const { name, title, group, text } of await presets()) {
    if (group !== 'models') continue;
    const model = await parse(text);
    const { totals, inputs } = model.report();
    const pictures = maps.map((map) => writeMap(folder, model, name, map));
    shown.push({ name, title, parameters: totals.parameters, formula: model.explain('', { notation: 'unicode' }).total.formula, flops: totals.flops, input: `(${inputs[0].join(',\u00a0')})`, pictures });
    model.delete();
  }
  return shown;
}

/** The cards of the gallery in a language; `titleOf` translates a title. */
export function gallery(shown, words, titleOf) {
  return shown.map(({ name, title, parameters, formula, flops, input, pictures: [wide, narrow] }) => {
    const called = escape(titleOf(title));
    const sized = ({ width, height }) => `width="${width}" height="${height}"`;
    return `<li class="card">
      <h3><a href="../#${name}">${called}</a></h3>
      <p class="count"><strong>${whole(parameters)}</strong> ${words.parametersUnit}</p>
      <p class="formula">${escape(formula)}</p>
      <p class="quiet">${say(words.perPass, `${short(flops)}FLOPs`, input)}</p>
      <picture>
        <source media="(max-width: 40rem)" srcset="maps/${narrow.file}" ${sized(narrow)}>
        <img src="maps/${wide.file}" ${sized(wide)} loading="lazy" alt="${escape(say(words.map, titleOf(title)))}">
      </picture>
    </li>`;
  }).join('\n');
}
