import { findBrowser } from './find-browser.ts';

/** Runs before all tests: says what is not tested on a machine without a browser. */
export function setup(): void {
  if (findBrowser() !== undefined) return;
  process.stderr.write(
    'SKIPPED: test/browser, the portal in a real browser: no Chromium in PATH (on Debian: apt-get install chromium-headless-shell).\n',
  );
}
