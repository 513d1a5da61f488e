// Reads and writes the `set` attribute: hyper-parameters as "layers=24; d=4096". Values are expressions and may contain
// commas; only semicolons and line ends separate entries.
import { ParamscopeError } from '../api/errors.js';

/** Parses "layers=24; d=4096" into {layers: '24', d: '4096'}. Throws a ParamscopeError for an entry without a value. */
export function parseSet(text) {
  const entries = text.split(/[;\n]/).map((entry) => entry.trim()).filter(Boolean);
  return Object.fromEntries(entries.map((entry) => {
    const [, name, value] = /^([^=\s]+)\s*=\s*(.+)$/s.exec(entry) ?? [];
    if (name === undefined) {
      throw ParamscopeError.from('setting', 'library.not_an_assignment', { entry });
    }
    return [name, value];
  }));
}

/** Writes an object of names and values as the attribute's text, the inverse of parseSet(). */
export function writeSet(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`).join('; ');
}
