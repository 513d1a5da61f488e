// Says which steps cannot be run outside of GitHub, and why.

/** Actions of others, and what stands for them here. */
const others = {
  'actions/checkout': 'the copy of the repository stands for it',
  'actions/setup-node': 'the node of this machine stands for it',
  'mymindstorm/setup-emsdk': 'the Emscripten of this machine stands for it',
  'actions/upload-artifact': 'GitHub keeps artifacts',
  'actions/download-artifact': 'GitHub keeps artifacts',
  'actions/upload-pages-artifact': 'GitHub keeps artifacts',
  'actions/deploy-pages': 'GitHub publishes pages',
  'actions/attest-build-provenance': 'GitHub signs for its own runners only',
};

/** Why a step of another action is not run. */
export function usesHere({ uses }) {
  const name = uses.split('@')[0];
  return `${name}: ${others[name] ?? 'an action of others, which needs GitHub'}`;
}

/** What a script must not or cannot do here. */
const outside = [
  [/\bnpm publish\b/, 'it would publish'],
  [/\bgh release create\b/, 'it would make a release'],
  [/\bcd release\b.*sha256sum --check/, 'it checks files of another job, which GitHub keeps'],
  [/action\/main\.mjs/, 'it needs the event of a pull request; tests/action runs the script against doubles of git and of the API'],
];

/** The value of a condition that compares two words; undefined for others. */
function valueOf(condition) {
  const [, left, operator, right] = /^'([^']*)' (==|!=) '([^']*)'$/.exec(condition.trim()) ?? [];
  return operator === undefined ? undefined : (left === right) === (operator === '==');
}

/** Returns why a script is not run here; undefined if it can be. `has(program)` finds programs. */
export function reasonNotToRun({ run, condition, environment }, has) {
  if (condition !== undefined && valueOf(condition) !== true) return `its condition does not hold here: ${condition}`;
  const found = outside.find(([pattern]) => pattern.test(run));
  if (found) return found[1];
  if (/\$\{\{/.test(run)) return 'it has an expression of GitHub';
  if (/\bapt-get\b/.test(run) && (!has('apt-get') || process.getuid?.() !== 0)) return 'it needs root on Debian';
  return Object.values(environment).some((value) => value.includes('${{')) ? 'its environment has an expression of GitHub' : undefined;
}
