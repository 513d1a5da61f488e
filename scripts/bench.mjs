// `npm run bench [-- --only NAME,NAME] [--runs N] [--write] [--json FILE] [--peers FOLDER,FOLDER]`: measures Paramscope beside other programs and prints one
// table as Markdown; progress goes to standard error. Options: scripts/bench/options.mjs. Rows: scripts/bench/rows/.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { caption, machine } from './bench/caption.mjs';
import { parseOptions, usage } from './bench/options.mjs';
import { isInReadme, withTable } from './bench/readme.mjs';
import { allRows } from './bench/rows/rows.mjs';
import { table } from './bench/table.mjs';
import { setup } from './setup.mjs';
import { build, main, note, root, say, sendProgressTo } from './steps.mjs';

/** Measures the chosen rows; files that they need are in a folder that is removed afterwards. */
async function measure({ rows, runs, dist, peers }) {
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-bench-'));
  const put = (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const release = (name) => [join(resolve(root, dist), name)].find(existsSync);
  try {
    const measured = [];
    for (const name of rows) {
      const progress = (text) => note(`${name}: ${text}`);
      measured.push(...await allRows[name]({ runs, put, release, peers, progress }));
    }
    return measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Puts a table into a document. */
function replaceTable(name, text) {
  const path = join(root, name);
  writeFileSync(path, withTable(readFileSync(path, 'utf8'), text));
}

/** The figures as an object for the site: what was measured, when and where. */
function figures(rows, runs) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { format: 'paramscope-bench', version: 1, paramscope: version, date: new Date().toISOString().slice(0, 10), ...machine(), runs, rows };
}

await main(async () => {
  const names = Object.keys(allRows);
  const options = parseOptions(process.argv.slice(2), names);
  if (options.help) return console.log(usage(names));

  sendProgressTo(process.stderr);
  await setup('benchmarks');
  await build('benchmarks', 'paramscope', 'paramscope_bench', 'paramscope_process_cost');
  say('Measuring');
  const rows = await measure(options);
  const text = `${caption(options.runs)}\n\n${table(rows)}`;
  console.log(text);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures(rows, options.runs), null, 1)}\n`);
  if (options.write) {
    replaceTable('docs/benchmark.md', text);
    replaceTable('README.md', table(rows.filter(isInReadme)));
  }
});
