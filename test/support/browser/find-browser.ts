import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Names of Chromium in Debian, Alpine and Ubuntu, and of Google's own. The first draws the same pages without a window,
 * which is a third less work.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Path of the Chromium that the tests of the portal use; absent: there is none in `PATH`. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
