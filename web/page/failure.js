// Shows why the program cannot run, what to do next, and the model's text.
// Works without the rest of the page. Loads Chinese if possible and falls back to English; the sentences for a page opened
// from disk are included, since such a page cannot load anything.
import { load } from 'built:chinese';
import fromDisk from 'built:chinese-from-disk';

import { preferredLanguage } from '../languages/preferred.js';
import { Memory } from './host/memory.js';
import { withText } from './long_text.js';

/** Templates in the language of the page, by id; none for English. */
let patterns = {};

/** Loads the translations of this file; await it before the first failure is shown. */
export async function speakOfFailures() {
  document.documentElement.lang = preferredLanguage(new Memory(true).get('language'));
  if (document.documentElement.lang === 'en') return;
  patterns = { ...await load().then((catalogue) => catalogue.patterns, () => undefined), ...fromDisk };
}

/** The kinds of failure: what happened, and what to do next. */
const failures = {
  'no-webassembly': {
    what: 'This browser does not run WebAssembly, or its settings forbid it here.',
    next: 'Allow it for this page, or open the page in a current version of Firefox, Chrome, Edge or Safari.',
  },
  'no-webgl': {
    what: 'This browser cannot draw with WebGL 2, or its graphics acceleration is turned off.',
    next: 'Turn on hardware acceleration in the browser’s settings and restart it, or use another browser.',
  },
  'features-missing': {
    what: 'This browser lacks something that the page needs.',
    next: 'Open the page in a current version of Firefox, Chrome, Edge or Safari.',
  },
  'from-disk': {
    what: 'The page was opened from disk, where browsers do not load the program’s other files.',
    next: 'Open paramscope.html in the same folder instead: it contains everything. Or serve the folder, for example with “npx serve”.',
  },
  'script-missing': {
    what: 'A part of the page did not load.',
    next: 'Check the connection and reload the page. If it persists, a file is missing from the site, or the server forbids other sites to load it.',
  },
  'program-missing': {
    what: 'The program, a WebAssembly file, could not be loaded.',
    next: 'Check the connection and reload the page. If it persists, the file is missing from the site.',
  },
  'program-corrupt': {
    what: 'The program was loaded, but is damaged or not the file it should be.',
    next: 'Reload the page without the browser’s cache (Ctrl+Shift+R). If it persists, the files of the site were not copied completely.',
  },
  'program-forbidden': {
    what: 'The site’s Content-Security-Policy forbids WebAssembly.',
    next: 'The owner of the site can allow it: the policy’s script-src needs “wasm-unsafe-eval”.',
  },
  'no-memory': {
    what: 'There is not enough memory for the program in this browser.',
    next: 'Close other tabs and reload the page.',
  },
  'stopped': {
    title: 'Paramscope has stopped',
    what: 'The program ran out of memory, or has a defect, and cannot continue.',
    next: 'Reload the page; if the model itself is too large for the browser, start without it.',
  },
  'graphics-lost': {
    title: 'The picture is gone',
    what: 'The browser withdrew the graphics card from this page and has not restored it.',
    next: 'Wait a moment: the picture returns when the browser restores it. Otherwise reload the page; nothing is lost.',
  },
};

/** Returns the kind of failure for an error thrown while the program was loaded. */
export function failureOf(error) {
  const words = String(error?.message ?? error);
  if (/content.security.policy|unsafe-eval|blocked by csp/i.test(words)) return 'program-forbidden';
  if (error instanceof RangeError || /out of memory|memory allocation/i.test(words)) return 'no-memory';
  if (typeof WebAssembly === 'object') {
    if (error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError) return 'program-corrupt';
  }
  return /dynamically imported module|importing a module|module script|module specifier/i.test(words) ? 'script-missing' : 'program-missing';
}

/** Failures that leave the engine usable: a table shows its counts. */
const engineRuns = new Set(['no-webgl', 'script-missing', 'program-missing', 'program-corrupt', 'graphics-lost']);

/** Adds the model as a table to the panel; does nothing if the table does not load. */
async function addFallbackTable(panel, state) {
  try {
    const { showTable } = await import('./fallback_table.js');
    showTable(panel, await withText(state));
  } catch (error) {
    console.info(error);
  }
}

function element(tag, text, properties = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  return Object.assign(made, properties);
}

/** Returns words of this file in the language of the page. */
const words = (id, english) => patterns[`failure.${id}`] ?? english;

/** Makes the buttons below the sentences. */
function actions() {
  const row = element('p', '', { className: 'actions' });
  const reload = element('button', words('reload', 'Reload'), { type: 'button' });
  reload.addEventListener('click', () => location.reload());
  row.append(reload);
  if (location.hash) {
    const without = element('button', words('start_without', 'Start without this model'), { type: 'button' });
    without.addEventListener('click', () => {
      history.replaceState(null, '', location.pathname + location.search);
      location.reload();
    });
    row.append(' ', without);
  }
  return row;
}

function modelText(state) {
  const box = document.createElement('details');
  const text = element('textarea', '', { readOnly: true, rows: 12 });
  withText(state).then((whole) => { text.textContent = whole.text; });
  const title = words('model_text', 'The model’s text');
  text.setAttribute('aria-label', title);
  box.append(element('summary', title), text);
  return box;
}

/**
 * Shows a failure in place of the interface; returns a function that removes it. `state` is the model to show, if known;
 * `patterns` are templates by id in the language of the page, if that is not English.
 * @param {keyof failures} name
 * @param {{ error?: unknown, state?: import('../share/state.js').State, patterns?: Record<string, string> }} [about]
 */
export function showFailure(name, { error, state, patterns: present } = {}) {
  patterns = { ...patterns, ...present };
  const id = name.replaceAll('-', '_');
  const { title, what, next } = failures[name];
  const heading = title ? words(`${id}.title`, title) : words('cannot_start', 'Paramscope cannot start');
  const place = document.getElementById('paramscope');
  const panel = element('section', '', { className: 'panel' });
  const sentences = document.createElement('div');
  sentences.setAttribute('role', 'alert');
  sentences.append(element('h1', heading), element('p', words(`${id}.what`, what)), element('p', words(`${id}.next`, next)));
  if (error) {
    const detail = words('browser_error', 'Error of the browser: {words}').replace('{words}', () => error.message ?? error);
    sentences.append(element('p', detail, { className: 'detail' }));
  }
  panel.append(sentences, actions());
  if (state?.text) panel.append(modelText(state));
  if (engineRuns.has(name)) addFallbackTable(panel, state);
  place.querySelector('.panel')?.remove();
  place.classList.add('failed');
  place.append(panel);
  const { dataset } = document.documentElement;
  const before = dataset.paramscope;
  dataset.paramscope = 'failed';
  return () => {
    panel.remove();
    place.classList.remove('failed');
    if (before) dataset.paramscope = before;
    else delete dataset.paramscope;
  };
}
