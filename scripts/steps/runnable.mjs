// Says which steps cannot be run outside of GitHub, and why.

/** Actions of others, and what stands for them here. */
const others = {
  'actions/checkout': 'the copy of the repository stands for it',
  'actions/setup-node': 'the node that is there stands for it',
  'mymindstorm/setup-emsdk': 'the Emscripten that is there, or that a later step installs, stands for it',
  'actions/upload-artifact': 'a folder of this run stands for it',
  'actions/download-artifact': 'a folder of this run stands for it',
  'actions/upload-pages-artifact': 'a folder of this run stands for it',
  'actions/deploy-pages': 'GitHub publishes pages',
  'actions/attest-build-provenance': 'GitHub signs for its own runners only',
};

/** The name of the action that a step uses, without its version; undefined for a step that runs a script. */
export const actionOf = ({ uses }) => uses?.split('@')[0];

/** Why a step of another action is not run. */
export function usesHere(step) {
  return `${actionOf(step)}: ${others[actionOf(step)] ?? 'an action of others, which needs GitHub'}`;
}

/** The value of a condition that compares two words; undefined for others. */
function valueOf(condition) {
  const [, left, operator, right] = /^'([^']*)' (==|!=) '([^']*)'$/.exec(condition.trim()) ?? [];
  return operator === undefined ? undefined : (left === right) === (operator === '==');
}

/** Returns why a script is not run here; undefined if it can be. `installs`: whether packages of Debian can be installed. */
export function reasonNotToRun({ run, condition, environment }, installs) {
  if (condition !== undefined && valueOf(condition) !== true) return `its condition does not hold here: ${condition}`;
  if (/action\/main\.mjs/.test(run)) return 'it needs a pull request; tests/action runs it with doubles of the pull request and of the API';
  if (/\$\{\{/.test(run)) return 'it has an expression of GitHub';
  if (/\bapt-get\b/.test(run) && !installs) return 'it needs root on Debian';
  return Object.values(environment).some((value) => value.includes('${{')) ? 'its environment has an expression of GitHub' : undefined;
}
