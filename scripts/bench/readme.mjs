// Puts tables into documents: all rows into docs/benchmark.md, two into README.md.

export const begin = '<!-- This table is written by: npm run bench -- --write -->';
export const end = '<!-- The end of that table. -->';

/** The rows that README.md shows; the other document has all. */
export const isInReadme = ({ what }) => /^(ResNet-50 as PyTorch prints it|LLaMA-2 7B: count again)/.test(what);

/** Replaces what stands between the two comments. Throws an Error if they are not there. */
export function withTable(readme, text) {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`no lines "${begin}" and "${end}"`);
  return `${readme.slice(0, from + begin.length)}\n${text.trim()}\n${readme.slice(to)}`;
}
