// Files that are opened together: the parts of one checkpoint, told by their names.

/** `model-00002-of-00005.safetensors` as {before, number, rest}. */
function partName(name) {
  const found = /^(.*?)(\d+)-of-(\d+)(\D[^/]*)$/.exec(name);
  return found && { number: Number(found[2]), whole: `${found[1]} ${found[3]}${found[4]}` };
}

/**
 * Groups files of one choice: each group is a list whose first file is to be opened, with all others beside it. Parts of
 * a checkpoint are one group, and so is an index with what it tells of.
 */
export function together(files) {
  const all = [...files];
  const beside = (file) => [file, ...all.filter((other) => other !== file)];
  const indices = all.filter(({ name }) => name.endsWith('.index.json'));
  const seen = new Set();
  const first = all.filter((file) => {
    const part = partName(file.name);
    if (!part) return true;
    const isKnown = indices.length > 0 || seen.has(part.whole);
    seen.add(part.whole);
    return !isKnown;
  });
  return first.map(beside);
}
