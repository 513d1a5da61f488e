// Starts the program in the page, or says in plain words why it cannot.
// A classic script on purpose: it also runs, and explains, where modules do not load (a page opened from disk).
import { edition } from 'built:edition';

import { registerServiceWorker } from '../pwa/register.js';

/** Replaces the program by a panel: what happened, and what to do next. */
function explain(what, next) {
  const panel = document.createElement('section');
  panel.className = 'panel';
  panel.setAttribute('role', 'alert');
  for (const [tag, text] of [['h1', 'Paramscope cannot start'], ['p', what], ['p', next]]) {
    const element = document.createElement(tag);
    element.textContent = text;
    panel.append(element);
  }
  document.getElementById('paramscope').replaceChildren(panel);
  document.documentElement.dataset.paramscope = 'failed';
}

/** What is known to be missing before trying: undefined, or the two sentences for explain(). */
function obstacle() {
  if (typeof WebAssembly !== 'object') {
    return ['This browser does not run WebAssembly, or its settings forbid it here.',
      'Allow it for this page, or open the page in a current version of Firefox, Chrome, Edge or Safari.'];
  }
  if (!document.createElement('canvas').getContext('webgl2')) {
    return ['This browser cannot draw with WebGL 2, or its graphics acceleration is turned off.',
      'Turn on hardware acceleration in the browser’s settings and restart it, or use another browser.'];
  }
  if (edition === 'site' && location.protocol === 'file:') {
    return ['The page was opened from disk, where browsers do not load the program that stands beside it.',
      'Serve its folder, for example with “npx serve”, and open the address that prints.'];
  }
  return undefined;
}

async function start() {
  const found = obstacle();
  if (found) return explain(...found);
  try {
    const { run } = await import('./program.js');
    window.paramscope = await run(document.getElementById('canvas'), document.getElementById('text-agent'));
  } catch (error) {
    console.error(error);
    explain(`The program could not be loaded: ${error.message ?? error}`,
      'Check the connection and reload the page. If it persists, a file is missing from the site.');
  }
}

start();
registerServiceWorker();
