// Messages of the scripts by id, in the form { code, arguments, message } that reports have too. English is in this file,
// Chinese in zh/page.txt.

/** English templates. `{name}` is a placeholder for an argument, a text or another message. */
export const english = {
  'page.language_missing': 'This language could not be loaded: {reason}',
  'page.copy_by_hand': 'The browser does not let this page use the clipboard. Copy it by hand:',
  'page.image_copied': 'Image copied',
  'page.image_saved': 'The browser does not let this page copy images, so it is saved as a file.',
  'page.file_not_opened': '{name} could not be opened: {reason}',
  'page.not_adjusted': 'The sizes that belong together could not be looked for: {reason}',
  'page.stopped': 'it was stopped',
  'page.too_many_models': 'These are {count} models, but only two can be compared: drop one or two, or all parts of one checkpoint.',
  'page.parts_together': '{count} parts of one checkpoint are read as one model.',
  'page.file_problem': '{name}: {problem}',
  'page.bytes_read': '{read} of {size} bytes were read',
  'page.remark': '{severity}: {remark}',
  'page.source': '{format}: {bytes}',
  'page.note': 'note',
  'page.warning': 'warning',
  'page.error': 'error',
  'page.takes_too_long': 'it takes too long',
  'page.file_changed': 'the file changed while it was read',
  'page.too_much_to_read': 'too much of the file would have to be read',
  'page.offline_file_missing': 'The site’s offline file could not be loaded ({status}).',
  'page.not_on_the_web': 'Embedding needs the hosted page: open this model there first.',
  'page.older_version': 'This is an older version of the page: the new one did not load in full. Reload it later.',
  'page.not_fetching': 'Models cannot be fetched: {reason}',
  'page.close': 'Close',
  'page.text_to_copy': 'Text to copy',
  'page.paste_here': 'Paste your model here: its code, what print(model) shows, a config, a table of layers, or its name on Hugging Face (org/name)',
  'page.count_pasted': 'Count it',
  'page.open_calculator': 'Open the whole calculator',
  'page.open_in_paramscope': 'Open in Paramscope',

  'link.longer_than_read': 'The link is longer than the limit (1 MiB).',
  'link.newer_version': 'The link was made by a newer version of Paramscope: reload the page, or ask its sender for the model text.',
  'link.unknown_form': 'The part of the address after the # is not a Paramscope link.',
  'link.model_too_long': 'The model is too long for a link; save an offline copy instead.',
  'link.no_address': 'This page has no address of its own; save an offline copy instead.',
  'link.foreign_characters': 'The link has invalid characters: copy the whole link again.',
  'link.damaged': 'The link is cut off or damaged: copy the whole link again.',
  'link.content_too_large': 'The link holds more than the limit (4 MiB).',
  'link.not_json': 'The link is damaged: its content is not JSON.',
  'link.wrong_type': 'The field “{field}” should be {expected}.',
  'link.field_too_long': 'The field “{field}” is too long.',
  'link.not_a_model': 'The link has no model.',
  'link.names_no_model': 'The link has neither a model text nor the name of a shipped model.',
  'link.text': 'a text',
  'link.record': 'a list of names and values',
  'link.preset_name': 'the name of a shipped model',
  'link.view': '“app” or “table”',
  'link.flags': 'true or false for each module',

  'library.not_an_object': '{name} must be an object',
  'library.not_a_string': '{name} must be a string',
  'library.not_a_number': '{name} must be a number',
  'library.not_a_choice': '{name} must be one of {choices}, not "{value}"',
  'library.not_a_boolean': '{name} must be true or false',
  'library.not_a_list': '{name} must be an array',
  'library.not_whole': '{name} must be a whole number from {least} to {most}',
  'library.unknown_option': '{name} has no "{option}": it has {known}',
  'library.unknown_option_similar': '{name} has no "{option}"; did you mean {similar}?',
  'library.not_a_model': 'compare() takes a Model of parse() or preset()',
  'library.not_an_expression': '{name} must be a number, a BigInt or an expression as text',
  'library.not_a_shape': '{name} must be a text or an array of sizes',
  'library.not_a_source': 'parse() takes a text, a Uint8Array or a File',
  'library.not_a_report': 'format() takes a report of Model.report() or a comparison of Model.compare()',
  'library.not_an_assignment': '"{entry}" is not an assignment: write name=value, and semicolons between several',
  'library.no_preset': 'there is no preset named "{name}"',
  'library.no_preset_similar': 'there is no preset named "{name}"; did you mean {similar}?',
  'library.nothing_counted': 'nothing is counted yet: wait for a report event',
  'library.model_deleted': 'this model was deleted',
  'library.engine_restarted': 'the engine was restarted: parse the model again',
  'library.engine_not_loaded': 'the engine could not be loaded: {reason}',
  'library.wasm_not_loaded': 'the engine could not be loaded: {reason}. If its wasm files are not beside the script, name their places before the first use: configure({ wasm, element, opener })',
  'library.types_not_loaded': 'the rules of composite types could not be loaded: {reason}',
  'library.opener_not_loaded': 'the file opener could not be loaded: {reason}',
  'library.file_not_opened': 'the file could not be opened: {reason}',
  'library.out_of_stack': 'the engine ran out of stack: the model is nested too deeply',
  'library.out_of_memory': 'the engine ran out of memory: the model is too large',
  'library.engine_failed': 'the engine failed: {reason}',
};

/** Fills the placeholders of a template; `render` turns an argument that is a message into text. */
export function fill(template, values, render) {
  return template.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'object' ? render(value) : String(value);
  });
}

const inEnglish = ({ message: text }) => text;

/** Returns the function that makes messages of a table: the one with that id. Arguments are texts, numbers or messages. */
export const messageMaker = (table) => (code, values = {}) => ({ code, arguments: values, message: fill(table[code], values, inEnglish) });

/** Makes a message of this table. */
export const message = messageMaker(english);

/** Makes a message without an id, from words of the browser, a file or a person. */
export const plainMessage = (text) => ({ code: null, arguments: {}, message: String(text) });

/** An error with a translatable message, `sentence`. */
export class MessageError extends Error {
  constructor(sentence) {
    super(sentence.message);
    this.name = 'MessageError';
    this.sentence = sentence;
  }
}

/** Returns the message of any error: its `sentence`, otherwise the browser's words. */
export const messageOf = (error) => error.sentence ?? plainMessage(error.message ?? error);
