// Shows the model as a table if the interface cannot be drawn.
import { ParamScope } from '../element/param-scope.js';
import { writeSet } from '../element/settings.js';
import { firstState } from './first_state.js';

/** Adds the table of a state to a panel. */
export function showTable(panel, state = firstState) {
  const table = new ParamScope();
  const set = state.set && writeSet(state.set);
  for (const [name, value] of Object.entries({ ...state, set })) {
    if (['preset', 'name', 'set', 'input', 'convention'].includes(name) && value !== undefined) table.setAttribute(name, value);
  }
  table.view = 'table';
  table.textContent = state.text ?? '';
  panel.append(table);
}
