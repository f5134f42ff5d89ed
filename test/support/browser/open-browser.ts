import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  // Containers run as root, without a display or a graphics card.
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Emulated graphics draw only the map. Painting the pages without them is a fifth less work.
  '--disable-gpu',
  // On a busy machine the graphics are slow, but still work.
  '--disable-gpu-watchdog',
  '--disable-dev-shm-usage',
  // Requests that Chromium would send by itself.
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // All other requests of a page fail, so that the tests see them.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** @throws Error where there is no browser. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Expected a Chromium in PATH.');
  // There is no limit here: Vitest ends a wait that is too long.
  return chromium.launch({ executablePath, args: ARGS, timeout: 0 });
}
