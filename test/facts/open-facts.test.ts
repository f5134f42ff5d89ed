import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openFacts } from '../../src/facts/open-facts.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { makeVersion } from '../support/data-versions.ts';
import { tempHome } from '../support/temp-home.ts';

let home = '';
beforeEach(() => {
  home = tempHome();
});

/** The day of the stations in force, the version, and what is wrong. */
async function inForce() {
  const { facts, version, problems } = await openFacts({ data: DATA_DIR, home });
  return { day: facts.tolls.day, version: version?.version, problems };
}

const BUNDLED = { day: '2026-09-10', version: undefined };

test('a new home has the bundled data', async () => {
  expect(await inForce()).toEqual({ ...BUNDLED, problems: [] });
});

test('the version that was switched to is in force', async () => {
  await makeVersion(home, '2026-11-21');
  const version = await makeVersion(home, '2026-11-20');
  expect(await inForce()).toEqual({ day: '2026-11-20', version, problems: [] });
});

test('a damaged version gives way to the one before it, and at last to the bundled data', async () => {
  const older = await makeVersion(home, '2026-11-19');
  const newer = await makeVersion(home, '2026-11-20');
  await writeFile(join(home, 'data', newer, 'toll-stations.json'), '{"meta":');
  const damage = (version: string) =>
    `The renewed data ${version} is damaged: toll-stations.json is not what was written.`;
  expect(await inForce()).toEqual({
    day: '2026-11-19',
    version: older,
    problems: [damage(newer)],
  });
  await writeFile(join(home, 'data', older, 'toll-stations.json'), '');
  expect(await inForce()).toEqual({ ...BUNDLED, problems: [damage(newer), damage(older)] });
});

test('whole files that do not fit this program are passed over as well', async () => {
  await makeVersion(home, '2026-11-20', undefined, (file, text) =>
    file === 'toll-stations.json' ? text.replaceAll('"smallNok"', '"smallKr"') : text,
  );
  const { day, problems } = await inForce();
  expect(day).toBe('2026-09-10');
  expect(problems).toEqual([expect.stringContaining('toll-stations.json')]);
});

test.each(['', 'nonsense', '../../etc'])(
  'a file that names "%s" as the version in force gives way to the newest sound one',
  async (text) => {
    const version = await makeVersion(home, '2026-11-20');
    await writeFile(join(home, 'data', 'current'), text);
    expect(await inForce()).toEqual({
      day: '2026-11-20',
      version,
      problems: ['The file that names the renewed data in force is damaged.'],
    });
  },
);

test('a release whose data is newer than what was renewed is in force, and nothing is wrong', async () => {
  await makeVersion(home, '2026-09-09');
  expect(await inForce()).toEqual({ ...BUNDLED, problems: [] });
});

test('a version that was compiled with other decisions says so', async () => {
  await makeVersion(home, '2026-11-20');
  expect((await openFacts({ data: DATA_DIR, home })).isOutdated).toBe(false);
  await makeVersion(home, '2026-11-21', 'of an earlier release');
  expect((await openFacts({ data: DATA_DIR, home })).isOutdated).toBe(true);
});
