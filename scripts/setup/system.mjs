// Installs packages of the system: with apt-get as root, otherwise by a line for the person to paste.
import { existsSync, readFileSync } from 'node:fs';

import { ask, has, run, say, StepError } from '../steps.mjs';
import { packages, packagesFor } from './packages.mjs';

/** What decides how packages are installed: { apt, dnf, brew, ubuntu, root }, each true or false. */
export function thisSystem() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return {
    apt: has('apt-get'),
    dnf: has('dnf'),
    brew: has('brew'),
    ubuntu: /^ID=ubuntu$/m.test(release),
    root: process.getuid?.() === 0,
  };
}

/** The line that installs packages (by Debian's names) on a system; undefined where we do not know how. */
export function installLine(names, { apt, dnf, brew, ubuntu, root }) {
  const sudo = root ? '' : 'sudo ';
  const namesIn = (manager) => names.map((name) => packages[name][manager]).filter(Boolean).join(' ');
  if (apt) {
    const snaps = ubuntu ? namesIn('snap') : '';
    const debs = names.filter((name) => !ubuntu || !packages[name].snap).join(' ');
    return [
      debs && `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${debs}`,
      snaps && `${sudo}snap install ${snaps}`,
    ].filter(Boolean).join(' && ');
  }
  if (dnf) return `${sudo}dnf install ${namesIn('dnf')}`;
  if (brew) return `brew install ${namesIn('brew')}`;
  return undefined;
}

/** True when a sign of the package is there, wherever it came from, or Debian's package itself. */
function isInstalled(name) {
  return packages[name].signs.filter(Boolean).some(has) || ask('dpkg-query', '-W', '-f=${Status}', name).endsWith(' installed');
}

const findMissing = (purposes) => packagesFor(purposes).filter((name) => !isInstalled(name));

const list = (names) => names.map((name) => `  ${name.padEnd(18)} ${packages[name].why}`).join('\n');

/** Installs with a fresh index: an old one installs old programs, or names files that the mirror no longer has. */
async function aptInstall(names) {
  await run('apt-get', 'update');
  await run('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--no-install-recommends', ...names);
}

/** Installs the packages that purposes need and this system lacks. Throws a StepError when some are left to the person. */
export async function installPackages(purposes) {
  const system = thisSystem();
  const missing = findMissing(purposes);
  const debs = missing.filter((name) => !system.ubuntu || !packages[name].snap);
  if (system.apt && system.root && debs.length > 0) {
    say(`Installing:\n${list(debs)}`);
    await aptInstall(debs);
  }

  const left = findMissing(purposes);
  if (left.length === 0) return;
  const line = installLine(left, system);
  const how = line ? `Install them with:\n\n  ${line}\n` : "These are Debian's names of the packages.";
  if (left.every((name) => packages[name].optional)) {
    console.log(`Missing; tests that want them are skipped:\n${list(left)}\n${how}`);
  } else {
    throw new StepError(`Missing:\n${list(left)}\n\n${how}`);
  }
}
