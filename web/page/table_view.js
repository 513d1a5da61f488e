// The model as a table alone, where a link says `view: table`: light, and without the drawn interface.
import { message } from '../languages/messages.js';
import { wishedLanguage } from '../languages/wish.js';
import { encodeLink } from '../share/link.js';
import { Memory } from './host/memory.js';
import { render, speak } from './language.js';
import { showTable } from './stand_in.js';

/** Shows a state's table, and the way to the interface. Whoever changes the address gets what it says then. */
export async function showTableView(state) {
  await speak(wishedLanguage(new Memory(true).get('language'))).catch(console.info);
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
