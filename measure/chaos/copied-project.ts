import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProgram } from '../../test/support/built-program.ts';
import { withFolder } from '../home.ts';
import { startServer } from '../server-process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The program installed anew, whose `data/` may be broken. */
export interface CopiedProject {
  readonly data: string;
  /** What `npm start` runs. */
  readonly main: string;
  readonly launch: typeof startServer;
  /** Brings the data back as it was. */
  mend(): Promise<void>;
}

/** Copies the program to a folder that is gone after the work. */
export const withCopiedProject = <Result>(work: (project: CopiedProject) => Promise<Result>) =>
  withFolder(async (project) => {
    const data = join(project, 'data');
    const mend = async () => {
      await rm(data, { recursive: true, force: true });
      await cp(join(ROOT, 'data'), data, { recursive: true });
    };
    await cp(join(builtProgram(), 'dist'), join(project, 'dist'), { recursive: true });
    // Not a link: the program finds its data beside the file that a link would lead to.
    await cp(join(ROOT, 'package.json'), join(project, 'package.json'));
    for (const name of ['node_modules', 'docs', 'portal', 'CHANGELOG.md'])
      await symlink(join(ROOT, name), join(project, name));
    await mend();
    const main = join(project, 'dist/main.js');
    return work({ data, main, launch: (settings) => startServer(settings, main), mend });
  });
