import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProgram } from './built-program.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Installs the program anew in a folder, without its `data/`. @returns what `npm start` runs. */
export async function installCopy(project: string): Promise<string> {
  await cp(join(builtProgram(), 'dist'), join(project, 'dist'), { recursive: true });
  // By its place the program finds its data; a link would lead to that of the checkout.
  for (const name of ['package.json', 'CHANGELOG.md'])
    await cp(join(ROOT, name), join(project, name));
  for (const name of ['node_modules', 'docs', 'portal'])
    await symlink(join(ROOT, name), join(project, name));
  return join(project, 'dist/main.js');
}
