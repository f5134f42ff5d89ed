import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  // Containers run as root, without a display or a graphics card.
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Only the map is drawn by emulated graphics: pages are painted without, with a fifth less work.
  '--disable-gpu',
  // On a machine that does much else the graphics are slow, and not dead.
  '--disable-gpu-watchdog',
  '--disable-dev-shm-usage',
  // What Chromium would ask the world for by itself.
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Whatever else a page asks for fails, and is seen.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** @throws Error where there is no browser. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('Expected a Chromium in PATH.');
  // Vitest ends a wait that is too long.
  return chromium.launch({ executablePath, args: ARGS, timeout: 0 });
}
