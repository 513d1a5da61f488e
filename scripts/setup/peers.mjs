// Installs packages that only `npm run bench` uses, to compare with: into a folder of their own, and only if they can be had.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { note, root } from '../steps.mjs';
import { npm } from './node_modules.mjs';

const folder = join(root, 'build/peers');

const packages = { 'onnx-proto': '8.0.1' };

/** The version of a package that is installed to compare with; undefined for none. */
export function peerVersion(name) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

export async function installPeers() {
  const missing = Object.entries(packages).filter(([name, version]) => peerVersion(name) !== version).map((pair) => pair.join('@'));
  if (missing.length === 0) return;
  if (!await npm('install', '--prefix', folder, ...missing)) note(`Missing; what wants them is skipped: ${missing.join(', ')}`);
}
