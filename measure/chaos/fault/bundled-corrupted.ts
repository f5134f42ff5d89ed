import { cp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtProgram } from '../../../test/support/built-program.ts';
import { withFolder } from '../../home.ts';
import { startServer } from '../../server-process.ts';
import type { Fault } from '../fault.ts';
import { readStanding } from '../renewal.ts';
import { runProgram } from '../run-program.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** Those that are overwritten alone, after all were. */
const ALONE = ['toll-stations.json', 'road-network/links.ndjson'];

/** Bytes of the bundled data are overwritten; the server is started again upon it. */
export const bundledCorrupted: Fault = {
  name: `every file of the bundled data overwritten in a copy of the project, then ${ALONE.join(' and ')} alone; server killed 3 s later and started anew each time`,
  expected:
    'the running server goes on; each start ends with exit code 1 and one line that names the file; with the files back it starts',
  run: () =>
    withCopiedProject((project) =>
      withScene({ instances: 1, launch: project.launch }, (scene) =>
        underLoad(scene, {
          async hurt({ home, servers, addresses: [address = ''], start }) {
            const { dataVersion } = await readStanding(address);
            await overwrite(project, await listFiles(project));
            await sleep(3000);
            const after = await readStanding(address);
            if (after.dataVersion !== dataVersion) throw new Error('the data has changed');
            const code = await servers[0]?.end('SIGKILL');
            if (code !== null) throw new Error(`the running server ended with ${code}`);
            await startInVain(project, home, 'json');
            for (const file of ALONE) {
              await project.mend();
              await overwrite(project, [file]);
              await startInVain(project, home, file.replace(/^.*\//, ''));
            }
            await project.mend();
            await start(0);
          },
        }),
      ),
    ),
};

async function listFiles({ data }: CopiedProject): Promise<string[]> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(data.length + 1));
}

async function overwrite({ data }: CopiedProject, files: readonly string[]): Promise<void> {
  for (const file of files) await writeFile(join(data, file), '{"broken": ');
}

/** @throws Error where the server does more than refuse, or does not say why. */
async function startInVain({ main }: CopiedProject, home: string, file: string): Promise<void> {
  const settings = { VEIPRIS_HOME: home, PORT: '0', LOG_LEVEL: 'warn' };
  const { code, said } = await runProgram([main], settings);
  const isOneLine = /^veipris: [^\n]+\n$/.test(said) && said.includes(file);
  if (code !== 1 || !isOneLine)
    throw new Error(`${file}: exit code ${code}, ${said.slice(0, 300)}`);
}

const ROOT = join(import.meta.dirname, '../../..');

/** The program installed anew, whose `data/` may be broken. */
interface CopiedProject {
  readonly data: string;
  /** What `npm start` runs. */
  readonly main: string;
  readonly launch: typeof startServer;
  /** Brings the data back as it was. */
  mend(): Promise<void>;
}

/** Copies the program to a folder that is gone after the work. */
const withCopiedProject = <Result>(work: (project: CopiedProject) => Promise<Result>) =>
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
