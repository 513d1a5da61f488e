// Starts the program in the page, or says in plain words why it cannot.

const frame = document.getElementById('paramscope');

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
  frame.replaceChildren(panel);
  document.documentElement.dataset.paramscope = 'failed';
}

function hasWebGl2() {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

async function start() {
  if (typeof WebAssembly !== 'object') {
    return explain('This browser does not run WebAssembly, or its settings forbid it here.',
      'Allow it for this page, or open the page in a current version of Firefox, Chrome, Edge or Safari.');
  }
  if (!hasWebGl2()) {
    return explain('This browser cannot draw with WebGL 2, or its graphics acceleration is turned off.',
      'Turn on hardware acceleration in the browser’s settings and restart it, or use another browser.');
  }
  if (typeof createParamscope !== 'function') {
    return explain('A part of the page, paramscope-app.js, did not load.',
      'Check the connection and reload the page. If it persists, the site is missing that file.');
  }
  try {
    window.paramscope = await createParamscope({
      canvas: document.getElementById('canvas'),
      textAgent: document.getElementById('text-agent'),
    });
  } catch (error) {
    console.error(error);
    const served = location.protocol !== 'file:';
    explain(`The program could not be loaded: ${error.message ?? error}`,
      served ? 'Check the connection and reload the page.'
        : 'Browsers do not load programs beside a page opened from disk. Serve the folder, for example with “npx serve”.');
  }
}

start();
