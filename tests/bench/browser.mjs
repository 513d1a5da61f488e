// The browser of the benchmarks.
import { chromium } from 'playwright-core';

/** Starts Chromium, which draws in software so that machines without a graphics card measure the same; `flags` come beside the usual ones. */
export function launch(...flags) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-background-networking', '--disable-quic', ...flags],
  });
}
