// Installs system packages: with apt-get as root, otherwise prints a command for the person to run.
import { existsSync, readFileSync } from 'node:fs';

import { ask, has, note, run, say, StepError } from '../steps.mjs';
import { packages, packagesFor } from './packages.mjs';

/** The properties that decide how packages are installed: { apt, dnf, brew, ubuntu, root }, each true or false. */
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

/** Returns the command that installs packages (by Debian's names) on a system; undefined for unknown systems. */
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

/** Returns true if a sign of the package exists, from any source, or Debian's package is installed. */
function isInstalled(name) {
  return packages[name].signs.filter(Boolean).some(has) || ask('dpkg-query', '-W', '-f=${Status}', name).endsWith(' installed');
}

const findMissing = (purposes) => packagesFor(purposes).filter((name) => !isInstalled(name));

const list = (names) => names.map((name) => `  ${name.padEnd(18)} ${packages[name].why}`).join('\n');

/** Installs packages after updating the index: an old index names old versions, or files that the mirror has removed. */
async function aptInstall(names) {
  await run('apt-get', 'update');
  await run('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--no-install-recommends', ...names);
}

/** Installs the missing packages of purposes. Throws a StepError if the person has to install some. */
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
  const how = line ? `Install them with:\n\n  ${line}\n` : "These are Debian's names of the packages.\n";
  if (left.every((name) => packages[name].optional)) {
    note(`Missing; what wants them is skipped:\n${list(left)}\n${how}`);
  } else {
    throw new StepError(`Missing:\n${list(left)}\n\n${how}Without an administrator's rights: docs/machines.md`);
  }
}
