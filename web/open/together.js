// Groups files by name that belong to one checkpoint.

/** Splits `model-00002-of-00005.safetensors` into {before, number, rest}. */
function partName(name) {
  const found = /^(.*?)(\d+)-of-(\d+)(\D[^/]*)$/.exec(name);
  return found && { number: Number(found[2]), whole: `${found[1]} ${found[3]}${found[4]}` };
}

/**
 * Groups files chosen together: in each group the first file is to be opened, the others are its companions. The parts of
 * a checkpoint are one group, and so are an index and the files it lists.
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
