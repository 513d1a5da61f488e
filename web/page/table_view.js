// Shows the model as a table only, for links with `view: table`: small, without the drawn interface.
import { message } from '../languages/messages.js';
import { preferredLanguage } from '../languages/preferred.js';
import { encodeLink } from '../share/link.js';
import { Memory } from './host/memory.js';
import { render, speak } from './language.js';
import { showTable } from './fallback_table.js';

/** Shows the table of a state and a link to the interface. A changed address reloads the page. */
export async function showTableView(state) {
  await speak(preferredLanguage(new Memory(true).get('language'))).catch(console.info);
  const panel = document.createElement('section');
  panel.className = 'panel table';
  showTable(panel, state);
  const link = document.createElement('a');
  link.href = await encodeLink({ ...state, view: 'app' });
  link.textContent = render(message('page.open_calculator'));
  const words = document.createElement('p');
  words.append(link);
  panel.append(words);
  document.getElementById('paramscope').append(panel);
  document.documentElement.dataset.paramscope = 'table';
  addEventListener('hashchange', () => location.reload());
}
