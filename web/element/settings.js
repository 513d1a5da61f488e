// The `set` attribute: hyper-parameters as "layers=24; d=4096". Values are expressions, so commas may occur in them
// and only semicolons and line ends separate.
import { ParamscopeError } from '../api/errors.js';

/** "layers=24; d=4096" -> {layers: '24', d: '4096'}. Throws a ParamscopeError for an entry that sets nothing. */
export function parseSet(text) {
  const entries = text.split(/[;\n]/).map((entry) => entry.trim()).filter(Boolean);
  return Object.fromEntries(entries.map((entry) => {
    const [, name, value] = /^([^=\s]+)\s*=\s*(.+)$/s.exec(entry) ?? [];
    if (name === undefined) {
      throw new ParamscopeError('setting',
        `"${entry}" sets nothing: write name=value, and semicolons between several`);
    }
    return [name, value];
  }));
}

/** The inverse: an object of names and values as the attribute's text. */
export function writeSet(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`).join('; ');
}
