/** The phases of a count, as CountPhase in src/platform/platform.h. */
export const phases = { starting: 0, reading: 1, counting: 2, sending: 3 };
