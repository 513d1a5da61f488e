// `npm start [port]`: builds the page and serves it until interrupted.
import { bundle } from './bundle.mjs';
import { setup } from './setup.mjs';
import { build, main, say } from './steps.mjs';

await main(async () => {
  await setup('page');
  await build('web-release');
  const folder = await bundle();
  const { serve } = await import('./serve.mjs');  // needs what setup() installs
  const port = Number(process.argv[2] ?? process.env.PORT ?? 8000);
  const server = await serve(folder, port).catch(() => serve(folder));
  say(`\nParamscope is at ${server.url} (Ctrl+C ends it)`);
});
