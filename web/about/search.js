// The theme that was chosen in the calculator, the search field of the documents, and tables that scroll by keyboard.
import { Memory } from '../page/host/memory.js';
import { showTheme } from '../page/theme.js';
import { finder } from './find.js';

showTheme(new Memory(true).get('theme'));

const field = document.querySelector('.search input');
const list = document.querySelector('.search ol');
const status = document.querySelector('.search [role=status]');
const { site, index, chinese, none, some, failed, foreign } = document.querySelector('.search').dataset;
const language = document.documentElement.lang.slice(0, 2);

const finders = new Map();

/** The file of what is found: Chinese words are in the Chinese documents, whatever the language of the page. */
const fileFor = (typed) => (/\p{Script=Han}/u.test(typed) ? chinese : index);

/** Loads what the search finds, when somebody first asks. */
async function load(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(response.status);
  return finder(await response.json(), language);
}

function entryOf({ page, title, heading, language: other, excerpt }) {
  const link = document.createElement('a');
  link.href = site + page;
  const name = document.createElement('strong');
  name.textContent = [title, heading].filter(Boolean).join(' › ') + (other === language ? '' : foreign);
  const words = document.createElement('span');
  for (const { text, found } of excerpt) words.append(found ? Object.assign(document.createElement('mark'), { textContent: text }) : text);
  if (other !== language) link.hreflang = words.lang = other;
  link.append(name, words);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

async function show() {
  const typed = field.value.trim();
  if (!typed) {
    list.replaceChildren();
    status.textContent = '';
    return;
  }
  const file = fileFor(typed);
  try {
    if (!finders.has(file)) finders.set(file, load(file));
    const { count, best } = (await finders.get(file))(typed);
    if (typed !== field.value.trim()) return;
    list.replaceChildren(...best.map(entryOf));
    status.textContent = count > 0 ? some.replace('{0}', count) : none;
  } catch {
    finders.delete(file);
    status.textContent = failed;
  }
}

field.addEventListener('input', show);
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});

/** Arrows move between the field and what was found; Escape ends the search. */
document.querySelector('.search').addEventListener('keydown', (event) => {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (event.key === 'Escape') {
    field.value = '';
    show();
    field.focus();
  } else if (stops[to]) {
    stops[to].focus();
  } else {
    return;
  }
  event.preventDefault();
});

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement.matches('input, textarea')) return;
  event.preventDefault();
  field.focus();
});

/** What is wider than its place can be scrolled by keyboard: looked at when it is first laid out, and when its place or a font changes it. */
const reached = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const part of document.querySelectorAll('.scroll, pre')) reached.observe(part);
