// Measures the processor time of a process with all that it starts.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the system counts the time of control groups: by the type of the mount, what it is called in /proc/self/cgroup, and how a group's seconds are read. */
const hierarchies = [
  { mount: /^\S+ (\S+) cgroup \S*\bcpuacct\b/m, own: /^\d+:(?:\S+,)?cpuacct(?:,\S+)?:(.*)$/m, seconds: (group) => read(group, 'cpuacct.usage') / 1e9 },
  { mount: /^\S+ (\S+) cgroup2 /m, own: /^0::(.*)$/m, seconds: (group) => /^usage_usec (\d+)$/m.exec(read(group, 'cpu.stat'))[1] / 1e6 },
];

const read = (...path) => readFileSync(join(...path), 'utf8');

/** The value of a function, or undefined where it throws. */
function possibly(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Makes a group with a process in it, in a folder of a hierarchy; undefined where that is not allowed. */
function groupIn(folder, name, process, seconds) {
  const group = join(folder, name);
  const remove = () => possibly(() => rmdirSync(group));
  const isMade = possibly(() => {
    mkdirSync(group);
    writeFileSync(join(group, 'cgroup.procs'), String(process));
    return true;
  });
  if (isMade) return { seconds: () => seconds(group), remove };
  remove();
  return undefined;
}

/**
 * Makes a control group, which counts the time of a process, by its id, from now on and of all that it starts: { seconds(), remove() }.
 * Undefined where the system has none, or lets only others make them.
 */
export function controlGroup(name, process) {
  const [mounts, groups] = ['/proc/self/mounts', '/proc/self/cgroup'].map((path) => possibly(() => read(path)) ?? '');
  for (const { mount, own, seconds } of hierarchies) {
    const [, folder] = mount.exec(mounts) ?? [];
    const [, path] = own.exec(groups) ?? [];
    // In a container the present group may be the top of what is mounted, by another name.
    const made = folder && path && (groupIn(join(folder, path), name, process, seconds) ?? groupIn(folder, name, process, seconds));
    if (made) return made;
  }
  return undefined;
}

/** Clock ticks in a second, as /proc has them on every Linux. */
const ticks = 100;

/** Seconds of this process and of those it waited for, which are not all: a lower bound. Undefined where the system tells none. */
export function ownSeconds() {
  return possibly(() => {
    const fields = read('/proc/self/stat').replace(/^.*\) /s, '').split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticks;
  });
}
