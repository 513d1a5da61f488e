// `npm start [port]`: builds the page and serves it until interrupted.
import { join } from 'node:path';

import { serve } from './serve.mjs';
import { setup } from './setup.mjs';
import { build, main, root, say } from './steps.mjs';

await main(async () => {
  await setup('build');
  await build('web-release', 'paramscope_page', 'paramscope_static');
  const port = Number(process.argv[2] ?? process.env.PORT ?? 8000);
  const folder = join(root, 'build/web-release/dist');
  const server = await serve(folder, port).catch(() => serve(folder));
  say(`\nParamscope is at ${server.url} (Ctrl+C ends it)`);
});
