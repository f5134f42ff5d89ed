import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashDecisions, openDataVersions } from '../../src/facts/data-versions.ts';
import { DATA_DIR } from '../../src/service/machine.ts';

/**
 * Puts a version in force that has the bundled records under another day.
 *
 * @returns the name of the version.
 */
export async function makeVersion(
  home: string,
  day: string,
  decisions?: string,
  change: (file: string, text: string) => string = (_file, text) => text,
): Promise<string> {
  const versions = openDataVersions(home);
  const names = ['toll-stations.json', 'ferry-quays.json', 'speed-cameras.json'];
  const files = Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(DATA_DIR, name), 'utf8');
      return [name, change(name, text.replace(/"date":"[\d-]+"/, `"date":"${day}"`))];
    }),
  );
  const { version } = await versions.make(
    {
      day,
      madeAtMs: Date.parse(`${day}T04:00:00Z`),
      decisions: decisions ?? (await hashDecisions(DATA_DIR)),
      files,
    },
    async () => {},
  );
  await versions.switchTo(version);
  return version;
}
