/** The program where npm was told to leave the engine for maps of one's own out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { putOwnMapInForce, readMapFile } from '../../src/network/osm/own-map.ts';
import { builtProgram } from '../support/built-program.ts';
import { formatOsmFile } from '../support/osm-file.ts';
import { smallMap } from '../support/small-map.ts';
import { tempHome } from '../support/temp-home.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOT_INSTALLED = /needs the optional package @valhallajs\/valhallajs, which is not installed/;

let project = '';
let home = '';
beforeAll(async () => {
  const ends: (() => unknown)[] = [];
  project = await tempHome((end) => ends.push(end));
  home = join(project, 'var');
  const packages = join(project, 'node_modules');
  for (const folder of [packages, join(home, 'network')]) await mkdir(folder, { recursive: true });
  await cp(join(builtProgram(), 'dist'), join(project, 'dist'), { recursive: true });
  for (const name of ['data', 'docs', 'portal', 'package.json'])
    await symlink(join(ROOT, name), join(project, name));
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@valhallajs')
      await symlink(join(ROOT, 'node_modules', name), join(packages, name));
  return async () => {
    for (const end of ends) await end();
  };
});

async function veipris(...args: string[]) {
  const env = { PATH: process.env.PATH, VEIPRIS_HOME: home };
  const child = spawn(process.execPath, [join(project, 'dist/cli.js'), ...args], { env });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const [code] = await once(child, 'close');
  return { code, ...said };
}

test('prices trips on the bundled network, and says of a map what it lacks', async () => {
  const trip = ['quote', '--from', '59.91,10.75', '--to', '59.74,10.2', '--json'];
  const { code, out, err } = await veipris(...trip);
  expect(code, err).toBe(0);
  expect(JSON.parse(out)._billing.source).toBe('veipris-n1000');

  const map = join(project, 'map.osm.pbf');
  await writeFile(map, formatOsmFile(smallMap()));
  const built = await veipris('network', 'build', '--osm', map);
  expect(built).toMatchObject({ code: 1, out: '', err: expect.stringMatching(NOT_INSTALLED) });

  await putOwnMapInForce(home, await readMapFile(map));
  const refused = await veipris(...trip);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(NOT_INSTALLED) });
});
