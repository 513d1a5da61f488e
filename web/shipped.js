// Shipped texts on their way to a program.

/** Texts as src/shipped/fetched_texts.h takes them: group, name and text of each, a zero between. */
export const packed = (texts) => texts.flatMap(({ group, name, text }) => [group, name, text]).join('\0');
