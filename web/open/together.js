// Groups files that belong together: the parts of one checkpoint, the files of source code.

const paths = new WeakMap();

/** Remembers the path of a file in a folder that was dropped: "models/layers.py". */
export function setPath(file, path) {
  paths.set(file, path);
}

/** Returns a file's path in the folder that was dropped or picked, else its name. */
export function pathOf(file) {
  return paths.get(file) || file.webkitRelativePath || file.name || '';
}

const isCode = ({ name }) => /\.py$/i.test(name);

/** Splits `model-00002-of-00005.safetensors` into {before, number, rest}. */
function partName(name) {
  const found = /^(.*?)(\d+)-of-(\d+)(\D[^/]*)$/.exec(name);
  return found && { number: Number(found[2]), whole: `${found[1]} ${found[3]}${found[4]}` };
}

/** True for a numbered part of a checkpoint. */
export const isPart = ({ name }) => Boolean(partName(name));

/**
 * Groups files chosen together: in each group the first file is to be opened, the others are its companions. The parts of
 * a checkpoint are one group, and so are an index and the files it lists, and files of source code.
 */
export function together(files) {
  const code = [...files].filter(isCode);
  const groups = checkpoints([...files].filter((file) => !isCode(file)));
  return code.length > 0 ? [...groups, code] : groups;
}

const isIndex = ({ name }) => name.endsWith('.index.json');

/** True for groups that may be parts of one checkpoint all the same, without numbers: files of tensors, one for each group, or their index. */
export const mayBeParts = (groups) => groups.length > 1
  && groups.every(([first]) => isIndex(first) || /\.(safetensors|bin|pt|pth|ckpt|npz|npy|h5|gguf)$/i.test(first.name));

function checkpoints(all) {
  const beside = (file) => [file, ...all.filter((other) => other !== file)];
  const indices = all.filter(isIndex);
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
