// The one limit of time: no test has a shorter one of its own.
import { readFileSync } from 'node:fs';

const presets = JSON.parse(readFileSync(new URL('../../CMakePresets.json', import.meta.url), 'utf8'));

/** The longest that one process of tests may take, in seconds: one that waits for ever ends there. CMakePresets.json says it, for ctest too. */
export const longestProcess = presets.testPresets.find(({ name }) => name === 'test-base').execution.timeout;
