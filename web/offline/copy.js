// Saves an offline copy: the whole calculator as one HTML file that contains a state.
import { edition, site } from 'built:edition';

import { message, MessageError } from '../languages/messages.js';

const stateBlock = /(<script type="application\/json" id="paramscope-state">)[^<]*(?=<\/script>)/;

/** Returns the text of an offline file: this page, if it is one, otherwise the site's offline file. */
async function offlineFile() {
  if (edition === 'offline') {
    const { pristine } = await import('./pristine.js');
    return `<!doctype html>\n${pristine.outerHTML}\n`;
  }
  const response = await fetch(new URL('paramscope.html', site));
  if (!response.ok) throw new MessageError(message('page.offline_file_missing', { status: response.status }));
  return response.text();
}

/** Resolves to the calculator as one HTML file that opens with `state`, a State of web/share/state.js. */
export async function offlineCopy(state) {
  // Without '<', neither '</script>' nor '<!--' can end the block.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  const html = (await offlineFile()).replace(stateBlock, (_, start) => start + json);
  return new Blob([html], { type: 'text/html' });
}
