import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Installs the program anew in a folder, without its `data/`.
 *
 * @returns the file that `npm start` runs.
 */
export async function installCopy(project: string): Promise<string> {
  await cp(join(builtProgram(), 'dist'), join(project, 'dist'), { recursive: true });
  // These are copied because the program finds its data by its own place. A link would lead to the data of the
  // checkout.
  for (const name of ['package.json', 'CHANGELOG.md'])
    await cp(join(ROOT, name), join(project, name));
  for (const name of ['node_modules', 'docs', 'portal'])
    await symlink(join(ROOT, name), join(project, name));
  return join(project, 'dist/main.js');
}
