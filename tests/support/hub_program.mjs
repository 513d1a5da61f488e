// The command line for node beside a double of the hub.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startHub } from './hub_double.mjs';
import { site } from './site.mjs';

const program = join(site, 'cli.mjs');

/** Collects what a stream brings; the function that it returns gives it as text. */
function collected(stream) {
  const parts = [];
  stream.on('data', (data) => parts.push(data));
  return () => Buffer.concat(parts).toString();
}

/**
 * Starts a hub of these repositories. Resolves to { hub, folder, run, close }: `folder` is the home of the program,
 * `run(args, env, cwd)` runs it and resolves to { status, output, errors }, `status` null after `patience` milliseconds.
 */
export async function startHubProgram(repositories, { patience } = {}) {
  if (!existsSync(program)) throw new Error(`${program} does not exist: build the site first`);
  const folder = mkdtempSync(join(tmpdir(), 'paramscope-hub-'));
  const hub = await startHub(repositories, { secure: true });
  writeFileSync(join(folder, 'ca.pem'), hub.certificate);
  const run = (args, env = {}, cwd = undefined) => {
    const surroundings = { PATH: process.env.PATH, HOME: folder, HF_ENDPOINT: hub.url, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'), ...env };
    return new Promise((done) => {
      const child = spawn(process.execPath, [program, ...args], { cwd, env: surroundings, stdio: ['ignore', 'pipe', 'pipe'], timeout: patience, killSignal: 'SIGKILL' });
      const [output, errors] = [child.stdout, child.stderr].map(collected);
      child.on('close', (status) => done({ status, output: output(), errors: errors() }));
    });
  };
  const close = async () => {
    await hub.close();
    rmSync(folder, { recursive: true });
  };
  return { hub, folder, run, close };
}
