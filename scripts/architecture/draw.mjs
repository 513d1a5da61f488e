// Draws docs/architecture.svg: the folders of src/ as boxes, an arrow to each folder that one includes.
//   node scripts/architecture/draw.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { dependencies, rooms } from './includes.mjs';

const box = { width: 190, height: 76, gapX: 40, gapY: 44 };
const margin = 24;

/** Folders that `from` includes although a folder between them includes them too: such arrows are redundant. */
function indirect(graph, from) {
  const reached = new Set();
  const visit = (folder) => graph[folder].forEach((next) => {
    if (!reached.has(next)) {
      reached.add(next);
      visit(next);
    }
  });
  graph[from].forEach(visit);
  return reached;
}

/** Removes arrows that follow from others. */
export function reduced(graph) {
  return Object.fromEntries(Object.keys(graph).map((folder) => {
    const implied = indirect(graph, folder);
    return [folder, graph[folder].filter((other) => !implied.has(other))];
  }));
}

/** Returns the length of the longest include path below a folder; 0 for a folder that includes nothing. */
export function levels(graph) {
  const known = {};
  const level = (folder) => known[folder] ??= Math.max(-1, ...graph[folder].map(level)) + 1;
  Object.keys(graph).forEach(level);
  return known;
}

/** The column of each folder: the page on the left, the engine, then folders that read files and write results. */
const columns = [
  ['headless', 'app', 'platform'],
  ['formats', 'adjust', 'count', 'layers', 'model', 'algebra', 'base'],
  ['cli', 'hub', 'presets'],
  ['bindings', 'open'],
  ['transfer', 'shipped'],
];

/** Returns { folder: { x, y } }, each folder above those it includes. */
function place(graph) {
  const levelOf = levels(graph);
  const top = Math.max(...Object.values(levelOf));
  return Object.fromEntries(Object.keys(graph).map((folder) => {
    const column = columns.findIndex((names) => names.includes(folder));
    if (column < 0) throw new Error(`${folder} has no column in ${import.meta.url}`);
    return [folder, { x: margin + column * (box.width + box.gapX), y: margin + (top - levelOf[folder]) * (box.height + box.gapY) }];
  }));
}

/** Breaks words into lines of at most `longest` characters. */
function lines(words, longest) {
  return words.reduce((all, word) => {
    const last = all.at(-1);
    if (last !== undefined && `${last} · ${word}`.length <= longest) return [...all.slice(0, -1), `${last} · ${word}`];
    return [...all, word];
  }, []);
}

function drawBox(folder, { x, y }) {
  const inside = lines(rooms(folder), 30).slice(0, 3);
  const middle = x + box.width / 2;
  return [
    `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/>`,
    `<text class="name" x="${middle}" y="${y + (inside.length > 0 ? 22 : 44)}">${folder}/</text>`,
    ...inside.map((line, i) => `<text x="${middle}" y="${y + 40 + 14 * i}">${line}</text>`),
  ].join('\n');
}

function drawArrow(from, to) {
  const [x1, y1, x2, y2] = [from.x + box.width / 2, from.y + box.height, to.x + box.width / 2, to.y - 3];
  const bend = (y2 - y1) / 2;
  return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" marker-end="url(#tip)"/>`;
}

/** Draws the picture as SVG. */
export function draw() {
  const graph = dependencies();
  const shown = reduced(graph);
  const places = place(graph);
  const width = margin + Math.max(...Object.values(places).map(({ x }) => x)) + box.width;
  const height = margin + Math.max(...Object.values(places).map(({ y }) => y)) + box.height;
  const arrows = Object.entries(shown).flatMap(([folder, others]) => others.map((other) => drawArrow(places[folder], places[other])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The folders of src/: an arrow leads to a folder that one includes">
<style>
text { font: 11px system-ui, sans-serif; text-anchor: middle; fill: #57606a }
.name { font-size: 15px; font-weight: 600; fill: #1f2328 }
rect { fill: #f6f8fa; stroke: #8c959f }
path { fill: none; stroke: #57606a }
marker path { fill: #57606a; stroke: none }
@media (prefers-color-scheme: dark) {
text { fill: #9198a1 } .name { fill: #f0f6fc } rect { fill: #151b23; stroke: #656c76 } path { stroke: #9198a1 } marker path { fill: #9198a1 }
}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${arrows.join('\n')}
${Object.keys(graph).map((folder) => drawBox(folder, places[folder])).join('\n')}
</svg>
`;
}

/** The path of the picture. */
export const picture = fileURLToPath(new URL('../../docs/architecture.svg', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(picture, draw());
