// Sentences that scripts of the page write, by id, as { code, arguments, message }: the form that reports have too. English is
// here, Chinese in zh/page.txt by the same ids.

/** `{name}` is a hole: an argument, a text or another message. */
export const english = {
  'page.language_missing': 'The words of this language could not be loaded: {reason}',
  'page.copy_by_hand': 'The browser does not let this page use the clipboard. Copy it by hand:',
  'page.file_not_opened': '{name} could not be opened: {reason}',
  'page.file_problem': '{name}: {problem}',
  'page.bytes_read': '{read} of {size} bytes were read',
  'page.remark': '{severity}: {remark}',
  'page.source': '{name}: {format}, {bytes}',
  'page.note': 'note',
  'page.warning': 'warning',
  'page.error': 'error',
  'page.takes_too_long': 'it takes too long',
  'page.file_changed': 'the file changed while it was read',
  'page.too_much_to_read': 'too much of the file would have to be read',
  'page.offline_file_missing': 'The site’s offline file could not be loaded ({status}).',
  'page.not_on_the_web': 'A page can embed only what is on the web: open this model on the hosted page first.',
  'page.close': 'Close',
  'page.text_to_copy': 'Text to copy',
  'page.open_calculator': 'Open the whole calculator',
  'page.open_in_paramscope': 'Open in Paramscope',

  'link.longer_than_read': 'The link is longer than Paramscope reads (1 MiB).',
  'link.newer_version': 'The link was made by a newer version of Paramscope than this one: reload the page, or ask for the model text.',
  'link.unknown_form': 'The part of the address after the # is not a Paramscope link.',
  'link.model_too_long': 'The model is too long for a link; save an offline copy instead.',
  'link.foreign_characters': 'The link holds characters that no Paramscope link has: copy it again, whole.',
  'link.damaged': 'The link is cut off or damaged: copy it again, whole.',
  'link.content_too_large': 'The link holds more than Paramscope takes from one (4 MiB).',
  'link.not_json': 'The link is damaged: its content is not JSON.',
  'link.wrong_type': 'The field “{field}” should be {expected}.',
  'link.field_too_long': 'The field “{field}” is too long.',
  'link.not_a_model': 'The link holds data, but not a model.',
  'link.names_no_model': 'The link holds data, but neither a model text nor the name of a shipped model.',
  'link.text': 'a text',
  'link.record': 'a list of names and values',
  'link.preset_name': 'the name of a shipped model',
  'link.view': '“app” or “table”',
  'link.flags': 'true or false for each module',
};

/** Puts arguments into a template's holes; `render` makes the text of an argument that is a message. */
export function fill(template, values, render) {
  return template.replace(/\{(\w+)\}/g, (hole, name) => {
    const value = values[name];
    if (value === undefined) return hole;
    return typeof value === 'object' ? render(value) : String(value);
  });
}

const inEnglish = ({ message: text }) => text;

/** The message of this table with that id. Arguments are texts, numbers or messages. */
export function message(code, values = {}) {
  return { code, arguments: values, message: fill(english[code], values, inEnglish) };
}

/** A text without an id as a message: words of the browser, a file or a person. */
export const plainMessage = (text) => ({ code: null, arguments: {}, message: String(text) });

/** An error with a message: its sentence can be shown in any language. */
export class MessageError extends Error {
  constructor(sentence) {
    super(sentence.message);
    this.name = 'MessageError';
    this.sentence = sentence;
  }
}

/** The message of any error: its own sentence, else the browser's words. */
export const messageOf = (error) => error.sentence ?? plainMessage(error.message ?? error);



