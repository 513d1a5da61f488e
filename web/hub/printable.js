// Texts of servers on a terminal: control characters would control it, others hide or turn what is around them.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** `text` with `?` for each character that is not to be printed. */
export const printable = (text) => text.replace(unprintable, '?');

/** True where all of `text` may be printed. */
export const isPrintable = (text) => printable(text) === text;
