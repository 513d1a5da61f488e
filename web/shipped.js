// Packs shipped texts for a program.

/** Packs texts for src/shipped/fetched_texts.h: group, name and text of each, separated by zeros. */
export const packed = (texts) => texts.flatMap(({ group, name, text }) => [group, name, text]).join('\0');
