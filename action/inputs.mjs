// Reads the action's inputs from the variables that action.yml sets.

const linesOf = (text = '') => text.split('\n').map((line) => line.trim()).filter(Boolean);

/** The limits, by their options of the command line. */
const limits = { PARAMSCOPE_MAX_PARAMS: '--max-params', PARAMSCOPE_MAX_FLOPS: '--max-flops', PARAMSCOPE_MAX_MEMORY: '--max-memory' };

const isLimit = (option) => /^--max-(params|flops|memory)\b/.test(option);

/** Options that would replace the comparison, or what is compared. */
const refused = /^--(format|compare|help|version|list-\w+|adjustable|color)(=|$)|^-h$|^--$|^[^-]/;

/** Returns { files, options, limits, comment, name, program, token }: options of the command line, and those of them that are limits. Throws an error that names a wrong input. */
export function readInputs(variables) {
  const files = linesOf(variables.PARAMSCOPE_FILES);
  if (files.length === 0) throw new Error('the input "files" names no model files');
  const given = linesOf(variables.PARAMSCOPE_OPTIONS);
  const wrong = given.find((option) => refused.test(option));
  if (wrong !== undefined) throw new Error(`the input "options" takes options such as --input=1,3,224,224, one a line, and not ${wrong}`);
  const held = Object.entries(limits).filter(([name]) => variables[name]).map(([name, option]) => `${option}=${variables[name]}`);
  const name = variables.PARAMSCOPE_NAME || 'default';
  if (!/^[\w .-]{1,50}$/.test(name)) throw new Error('the input "name" takes up to 50 letters, digits, blanks, dots and hyphens');
  return {
    files,
    options: given.filter((option) => !isLimit(option)),
    limits: [...given.filter(isLimit), ...held],
    comment: variables.PARAMSCOPE_COMMENT !== 'false',
    name,
    program: variables.PARAMSCOPE_PROGRAM || undefined,
    token: variables.PARAMSCOPE_TOKEN || undefined,
  };
}
