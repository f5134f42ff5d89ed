import { findBrowser } from './find-browser.ts';

/** Runs before all tests. Tells which tests a machine without a browser skips. */
export function setup(): void {
  if (findBrowser() !== undefined) return;
  process.stderr.write(
    'SKIPPED: test/browser, the portal in a real browser: no Chromium in PATH (on Debian: apt-get install chromium-headless-shell).\n',
  );
}
