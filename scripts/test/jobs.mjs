// Makes the jobs of a test run: the builds that its suites need, and the parts of the suites.
import { titledParts } from './suites.mjs';

const nativeBuild = 'native build';
const siteBuild = (preset) => `site build (${preset})`;

/** Builds leave the processor to the suites beside them; the site's, for which the longest suite waits, comes before the native one. */
const priorities = { site: 5, native: 10 };

/** The builds that parts need: one of the site for each preset, and one of the native targets. */
function buildsFor(parts) {
  const presets = [...new Set(parts.flatMap(({ preset }) => preset ?? []))];
  const targets = [...new Set(parts.flatMap((part) => part.targets))];
  const native = { name: nativeBuild, kind: 'build', argument: { preset: 'native', targets }, priority: priorities.native };
  const sites = presets.map((preset) => ({ name: siteBuild(preset), kind: 'site', argument: { preset }, priority: priorities.site }));
  return [...sites, ...(targets.length > 0 ? [native] : [])].map((build) => ({ ...build, needs: [], isBuild: true }));
}

/** The names of the builds that a part needs. */
const needsOf = ({ preset, targets }) => [...(preset ? [siteBuild(preset)] : []), ...(targets.length > 0 ? [nativeBuild] : [])];

/** The jobs of `chosen` suites, a Map of their names to what is chosen of each, {} for all. */
export function jobsFor(suites, chosen) {
  const parts = [...chosen].flatMap(([name, choice]) => titledParts(name, suites[name], choice));
  return [...buildsFor(parts), ...parts.map((part) => ({ ...part, needs: needsOf(part) }))];
}
