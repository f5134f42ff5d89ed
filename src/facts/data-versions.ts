/**
 * Versions of the renewed data in `<home>/data`. Each version is a folder that is either complete or does not exist.
 * The file `current` names the version in force.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { replaceDurably, syncFolder, writeDurably } from '../files/write-durably.ts';
import { hashOf } from './schema/read-bundled.ts';

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const VERSION = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{8}$/;

const LEFT_BEHIND = /^(?:current|\d{4}-\d{2}-\d{2}-[0-9a-f]{8})\..*\.part$/;

const ManifestFile = Type.Object({
  /** The day that the data stands for. */
  day: Day,
  /** Unix milliseconds. */
  madeAtMs: Type.Number(),
  /** Hash of the decisions and rules that the rows were compiled with. */
  decisions: Type.String(),
  /** SHA-256 of every file. */
  files: Type.Record(Type.String(), Type.String()),
});

/** The manifest of a version. */
type Manifest = Type.Static<typeof ManifestFile>;

/** A version whose files all exist and are unchanged. */
export interface SoundVersion extends Manifest {
  readonly version: string;
  readonly folder: string;
}

/** The manifest of a version that is being made: `files` has the text of each file. */
export type DraftVersion = Readonly<Manifest>;

/** The number of versions that are kept. */
const KEPT = 5;

/** @param home the folder that the server writes to. */
export function openDataVersions(home: string) {
  const root = join(home, 'data');
  const currentPath = join(root, 'current');
  /** @throws Error with one sentence when a file is missing or has changed. */
  const check = (version: string): Promise<SoundVersion> =>
    checkVersion(join(root, version), version);
  /** All versions that may be sound, the newest first. */
  const list = async (): Promise<readonly string[]> => {
    const manifests = await Promise.all(
      (await namesIn(root))
        .filter((name) => VERSION.test(name))
        .map(async (version) => ({
          version,
          madeAtMs: (await readManifest(join(root, version)).catch(() => undefined))?.madeAtMs ?? 0,
        })),
    );
    return manifests.sort((a, b) => b.madeAtMs - a.madeAtMs).map(({ version }) => version);
  };
  /**
   * The name of the version in force by the file `current`; `undefined`: there is no such file.
   *
   * @throws Error when the file can not be read.
   */
  const readCurrent = () => readIfThere(currentPath);
  return {
    readCurrent,
    list,
    check,
    /**
     * Makes a version, completely or not at all. A sound version with the same name stays.
     *
     * @param tryOut gets the folder before it is moved to its place. If it throws, the version is not made.
     */
    async make(
      draft: DraftVersion,
      tryOut: (folder: string) => Promise<void>,
    ): Promise<SoundVersion> {
      const { day, decisions, files } = draft;
      const version = `${day}-${hashOf(JSON.stringify([decisions, files])).slice(0, 8)}`;
      const sound = await check(version).catch(() => undefined);
      if (sound?.decisions === decisions) return sound;
      await makeVersion(join(root, version), draft, tryOut);
      return check(version);
    },
    /** Puts a version in force. */
    switchTo: (version: string): Promise<void> => replaceDurably(currentPath, `${version}\n`),
    /** Removes all versions but the newest few, and the remains of killed processes. Call it under the lock. */
    async sweep(): Promise<void> {
      const current = await readCurrent();
      const kept = new Set([current, ...(await list()).slice(0, KEPT)]);
      for (const name of await namesIn(root))
        if (LEFT_BEHIND.test(name) || (VERSION.test(name) && !kept.has(name)))
          await rm(join(root, name), { recursive: true, force: true });
    },
  };
}

const namesIn = (folder: string) => readdir(folder).catch(() => [] as string[]);

/** Makes the folder under another name, and moves it to its place. */
async function makeVersion(
  folder: string,
  draft: DraftVersion,
  tryOut: (folder: string) => Promise<void>,
): Promise<void> {
  const part = `${folder}.${randomUUID()}.part`;
  await mkdir(part, { recursive: true });
  try {
    await writeVersion(part, draft);
    await tryOut(part);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
    await syncFolder(dirname(folder));
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function writeVersion(folder: string, { files, ...facts }: DraftVersion): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeDurably(join(folder, name), text);
  const hashes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, hashOf(text)]),
  );
  const manifest: Manifest = { ...facts, files: hashes };
  await writeDurably(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(folder);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

async function checkVersion(folder: string, version: string): Promise<SoundVersion> {
  if (!VERSION.test(version))
    throw new Error('The file that names the renewed data in force is damaged.');
  const manifest = await readManifest(folder).catch((cause: unknown) => {
    throw new Error(`The renewed data ${version} has no manifest that can be read.`, { cause });
  });
  for (const [name, hash] of Object.entries(manifest.files)) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text === undefined || hashOf(text) !== hash)
      throw new Error(`The renewed data ${version} is damaged: ${name} is not what was written.`);
  }
  return { ...manifest, version, folder };
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  return parseChecked(text, ManifestFile, 'manifest.json');
}

/** Is raised when the same rows and decisions compile to other data than before. */
const FORMAT = '1';

/**
 * A hash of all decisions and rules for the compilation of rows. When it changes, the rows must be compiled again.
 */
export async function hashDecisions(data: string): Promise<string> {
  const curated = (await readdir(join(data, 'curated'))).sort().map((file) => `curated/${file}`);
  const hash = createHash('sha256').update(FORMAT);
  for (const file of [...curated, ...DECIDED_BY])
    hash.update(await readFile(join(data, file))).update('\0');
  return hash.digest('hex').slice(0, 16);
}

const DECIDED_BY = [
  'toll-stations.json',
  'toll-projects.json',
  'road-closures.json',
  'ferry-connections.json',
  'road-network/links.ndjson',
  'road-network/placing.json',
];
