import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { installCopy } from '../../../test/support/installed-copy.ts';
import { launchFile } from '../../../test/support/launched-file.ts';
import { withFolder } from '../../home.ts';
import { startServer } from '../../server-process.ts';
import type { Fault } from '../fault.ts';
import { readStanding } from '../renewal.ts';
import { withScene } from '../scene.ts';
import { underLoad } from '../under-load.ts';

/** A server that starts although it must not is ended after this time. */
const MOST_MS = 180_000;
/** Files that are also overwritten alone, after all files together. */
const ALONE = ['toll-stations.json', 'road-network/links.ndjson'];

/** Bytes of the bundled data are overwritten, and the server is started again with this data. */
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

/** @throws Error if the server does not refuse to start, or does not say why. */
async function startInVain({ main }: CopiedProject, home: string, file: string): Promise<void> {
  const settings = { VEIPRIS_HOME: home, PORT: '0', LOG_LEVEL: 'warn' };
  const { code, err } = await launchFile([main], settings, { cwd: home, timeout: MOST_MS }).done;
  const isOneLine = /^veipris: [^\n]+\n$/.test(err) && err.includes(file);
  if (code !== 1 || !isOneLine) throw new Error(`${file}: exit code ${code}, ${err.slice(0, 300)}`);
}

/** A copy of the program whose `data/` may be broken. */
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
      await cp(DATA_DIR, data, { recursive: true });
    };
    const main = await installCopy(project);
    await mend();
    return work({ data, main, launch: (settings) => startServer(settings, main), mend });
  });
