// English words of the element; `{0}`, `{1}` are placeholders. Chinese is in web/languages/zh/element.txt.
export const english = {
  parameters: 'Parameters',
  parametersUnit: 'parameters',
  trainable: 'Trainable',
  frozen: 'Frozen',
  buffers: 'Buffers',
  macs: 'MACs',
  flops: 'FLOPs',
  activations: 'Activations in bytes: all outputs',
  size: 'Size',
  input: 'Input',
  inputShape: 'Input shape',
  assumed: 'assumed',
  atLeast: 'at least',
  roughly: 'about',
  asPrinted: 'as printed',
  whyAsPrinted: 'Everything that print() shows is counted. A custom class may hold more tensors: print() does not show them.',
  unknown: 'unknown',
  hyperParameters: 'Hyper-parameters',
  more: '{0} more',
  reset: 'Reset',
  modules: 'Modules of {0}',
  module: 'Module',
  output: 'Output',
  share: 'Share',
  each: 'in each of {0}; the share is of all {0}',
  showModules: 'Modules and values',
  showLess: 'Show less',
  tiedTo: 'tied to {0}',
  moreRows: 'Show {0} more of {1}',
  moreTerms: '{0} more terms',
  offBy: 'off by {0}',
  isUnknown: 'Unknown from the text; the totals above are lower bounds.',
  isZero: 'Nothing to count, by definition of its type.',
  unnamed: 'Model',
  strip: 'Parameters, FLOPs and activations of each layer, in order of execution',
  roofline: 'The least time of each layer on this device, below what its memory and its processor allow',
  diagram: 'Boxes and arrows: what flows where',
  timeline: 'The memory of a pass over its moments, its parts above each other, and its peak',
  openSource: 'Open in Paramscope',
  noPart: 'show has no part {0}; its parts are {1}.',
  stale: 'The figures belong to the last valid values.',
  notLoaded: 'The table cannot be shown here, because the engine could not be loaded. This is the model’s text.',
  noWebAssembly: 'The table cannot be shown here, because this browser or page does not run WebAssembly. This is the model’s text.',
  crashed: 'The engine failed on this model: it is too large, or the engine has a defect.',
  noPreset: 'There is no shipped model named “{0}”.',
  atPlace: 'Line {0}, column {1}: {2}',
  about: '{0}: {1}',
  noApp: 'The full interface needs the hosted page, whose address is unknown here. The table is shown instead.',
};

/** Returns the catalogue id of a word: `inputShape` is element.input_shape. */
export const idOf = (name) => `element.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

/** Returns the words with the templates of `pattern(id)`; templates with placeholders become functions of their values. */
export function wordsIn(pattern = () => undefined) {
  return Object.fromEntries(Object.entries(english).map(([name, words]) => {
    const template = pattern(idOf(name)) ?? words;
    return [name, /\{0\}/.test(template) ? (...values) => template.replace(/\{(\d)\}/g, (_, place) => values[place]) : template];
  }));
}
