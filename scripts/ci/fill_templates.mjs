// Writes the files of package managers (packaging/) into a folder with the files of a release, with their version and checksums.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: name } = process.env;
const sha256 = (file) => createHash('sha256').update(readFileSync(join(folder, file))).digest('hex');

for (const [template, file] of [['paramscope.rb', 'paramscope.rb'], ['meta.yaml', 'paramscope-conda.yaml']]) {
  const text = readFileSync(join('packaging', template), 'utf8').replaceAll('@version@', version).replaceAll('@repository@', `${server}/${name}`);
  writeFileSync(join(folder, file), text.replace(/@sha256 ([^@]+)@/g, (_, of) => sha256(of)));
}
