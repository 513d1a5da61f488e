// A server that counts, bundled without a line of configuration and run in a folder where no package is: its wasm is in the bundle.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { runIn } from '../support/consumer.mjs';
import { missing, program, project, unchanged } from './installed.mjs';

/** Counts a text and, by the readers' wasm, a listing; answers and ends. */
const server = `import { createServer } from 'node:http';
import { parse } from 'paramscope';
const server = createServer(async (request, response) => {
  const model = await parse('d = 8\\nLinear(d, 4*d)');
  const listing = await parse('fc.weight torch.Size([2, 6])\\nfc.bias torch.Size([2])\\n');
  response.end([model, listing].map((each) => each.report().totals.parameters).join());
});
server.listen(0, '127.0.0.1', async () => {
  console.log(await (await fetch('http://127.0.0.1:' + server.address().port)).text());
  server.close();
});
`;
const rollupConfig = "import resolve from '@rollup/plugin-node-resolve';\nexport default { input: 'server.js', external: /^node:/, output: { dir: 'made' }, plugins: [resolve({ exportConditions: ['node'] })] };\n";

/** What makes the bundle in `made/`, and the file that runs it. */
const bundlers = {
  esbuild: { skip: unchanged, command: ['esbuild', 'server.js', '--bundle', '--platform=node', '--format=esm', '--outfile=made/server.js'] },
  'esbuild for CommonJS': { skip: unchanged, command: ['esbuild', 'server.js', '--bundle', '--platform=node', '--outfile=made/server.cjs'], main: 'server.cjs' },
  rollup: { skip: missing('rollup'), command: ['rollup', '--silent', '--config', 'rollup.config.js'], files: { 'rollup.config.js': rollupConfig } },
  webpack: { skip: missing('webpack'), command: ['webpack', '--mode', 'production', '--target', 'node', '--entry', './server.js', '--output-path', 'made'], main: 'main.js', type: 'commonjs' },
  'Vite for a server': { skip: unchanged, command: ['vite', 'build', '--logLevel', 'error', '--ssr', 'server.js', '--outDir', 'made'], files: { 'vite.config.js': 'export default { ssr: { noExternal: true } };\n' } },
};
for (const [name, { skip, command: [tool, ...args], files, main = 'server.js', type = 'module' }] of Object.entries(bundlers)) {
  test(`${name}: the bundle counts wherever it lies`, { skip }, (t) => {
    const folder = project(`server-${name.replaceAll(' ', '-')}`, { files: { 'server.js': server, ...files } });
    runIn(folder, program(tool), ...args);
    const alone = mkdtempSync(join(tmpdir(), 'paramscope-server-'));
    t.after(() => rmSync(alone, { recursive: true }));
    cpSync(join(folder, 'made'), alone, { recursive: true });
    writeFileSync(join(alone, 'package.json'), JSON.stringify({ type }));
    assert.equal(runIn(alone, process.execPath, main).trim(), '288,14');
  });
}

test('a script that cannot know its address is told of configure()', { skip: unchanged }, () => {
  const script = "import { parse } from 'paramscope';\nparse('Linear(2, 3)').catch(({ code, message }) => console.log(`${code}: ${message}`));\n";
  const folder = project('server-no-address', { files: { 'main.js': script } });
  runIn(folder, program('esbuild'), 'main.js', '--bundle', '--log-level=error', '--outfile=made.cjs');
  assert.match(runIn(folder, process.execPath, 'made.cjs'), /^load: the engine could not be loaded: .*configure\(\{ wasm, element, opener \}\)/);
});
