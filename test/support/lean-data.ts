import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { memoizeKeys } from '../../src/base/memoize.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { writeManifest } from '../../tools/compile-data/check-data.ts';
import { tempHome } from './temp-home.ts';

/** A folder like `data/` for one test. */
export interface LeanData {
  readonly data: string;
  /** Replaces a file with a text; absent: removes the file. */
  put(file: string, text?: string): Promise<void>;
  /** Changes the content of a JSON file. */
  change<T>(file: string, change: (content: T) => unknown): Promise<void>;
}

/**
 * A copy of the files of `data/`. The layers of the map, which are large, have only their first feature. The manifest
 * describes the copy.
 */
export async function leanData(): Promise<LeanData> {
  const data = tempHome();
  for (const file of await listFiles()) {
    await mkdir(dirname(join(data, file)), { recursive: true });
    if (file.startsWith('map/')) await writeFile(join(data, file), await firstFeature(file));
    else await symlink(join(DATA_DIR, file), join(data, file));
  }
  writeManifest(data);
  const put = async (file: string, text?: string) => {
    await rm(join(data, file), { force: true });
    if (text !== undefined) await writeFile(join(data, file), text);
  };
  return {
    data,
    put,
    async change<T>(file: string, change: (content: T) => unknown) {
      const content: T = JSON.parse(await readFile(join(data, file), 'utf8'));
      await put(file, JSON.stringify(change(content)));
    },
  };
}

async function listFiles(): Promise<string[]> {
  const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map(({ parentPath, name }) => join(parentPath, name).slice(DATA_DIR.length + 1));
}

/** A layer with its first feature alone. Layers are large, so each is read once. */
const firstFeature = memoizeKeys(async (file: string): Promise<string> => {
  const { type, features } = JSON.parse(await readFile(join(DATA_DIR, file), 'utf8'));
  return JSON.stringify({ type, features: features.slice(0, 1) });
});
