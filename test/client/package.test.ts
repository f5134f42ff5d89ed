import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGazetteer } from '../../src/places/gazetteer.ts';
import { KEY } from '../support/accounts.ts';
import { appOf } from '../support/app.ts';
import { journeyAnswer } from '../support/journey-answer.ts';
import { tempHome } from '../support/temp-home.ts';

/** The stops of the README. */
const TOWNS = ['Oslo', 'Bergen', 'Gardermoen', 'Trondheim', 'Drammen'].map((name, at) => ({
  name,
  kind: 'town',
  rank: 1,
  lat: 60 + at / 10,
  lon: 10,
}));

const ROOT = join(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

/** The packages that have the client, where their manifests are and where they have it. */
const PACKAGES: readonly (readonly [name: string, folder: string, dist: string])[] = [
  ['veipris', '.', 'packages/client/dist'],
  ['@veipris/client', 'packages/client', 'dist'],
];

/** The examples of the README as one program, which fails for an answer that is none or lacks what is read of it. */
function readReadme(): string {
  const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
  const program = blocks
    .join('\n')
    .replace("'https://veipris.example.no'", 'String(process.env.VEIPRIS_URL)');
  const read = [...program.matchAll(/^const \[?(\w+)/gm)].map(([, name]) => name);
  return `import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
const apiKey = String(process.env.VEIPRIS_KEY);
${program}
for (const [name, value] of Object.entries({ ${read.join(', ')} }))
  if (value == null) throw new Error(\`\${name} is missing.\`);
`;
}

const GPX = `<gpx version="1.1" creator="test"><trk><trkseg>
<trkpt lat="59.9139" lon="10.7522"><time>2026-11-20T07:00:00Z</time></trkpt>
<trkpt lat="59.9239" lon="10.7522"><time>2026-11-20T07:02:00Z</time></trkpt>
</trkseg></trk></gpx>`;

/** What somebody has who installed the package: its files, and what the client is made with. */
async function openConsumer([name, folder, dist]: (typeof PACKAGES)[number]): Promise<string> {
  const consumer = tempHome();
  const installed = join(consumer, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, folder, 'package.json'), join(installed, 'package.json'));
  const config = ['-p', 'tsconfig.client.json'];
  expect(await run('tsc', [...config, '--outDir', join(installed, dist)])).toEqual('');
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types', 'undici-types'])
    symlinkSync(join(MODULES, name), join(consumer, 'node_modules', name));
  const example = readFileSync(join(ROOT, 'examples/trip-cost.ts'), 'utf8');
  const imported = name === 'veipris' ? 'veipris/client' : name;
  writeFileSync(join(consumer, 'trip-cost.ts'), example.replace('veipris/client', imported));
  writeFileSync(join(consumer, 'readme.ts'), readReadme().replace('@veipris/client', imported));
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(consumer, 'drive.gpx'), GPX);
  writeFileSync(join(consumer, 'trips.csv'), 'from,to\nOslo,Bergen\n');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    types: ['node'],
  };
  writeFileSync(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['trip-cost.ts', 'readme.ts'] }),
  );
  return consumer;
}

test.each(PACKAGES)('who installs %s compiles and runs the example', async (...installed) => {
  const app = appOf({
    gazetteer: openGazetteer(() => ({ places: TOWNS, quays: [] })),
    async answerJourney(...asked) {
      const answer = await journeyAnswer(...asked);
      const vehicle = { tollNok: 30, ferryNok: 0, totalNok: 30, estimated: false };
      return { ...answer, total: { ...answer.total, vehicle } };
    },
  });
  onTestFinished(() => app.close());
  const VEIPRIS_URL = await app.listen({ port: 0, host: '127.0.0.1' });
  const consumer = await openConsumer(installed);
  expect(await run('tsc', ['-p', consumer])).toBe('');
  const options = { cwd: consumer, env: { VEIPRIS_URL, VEIPRIS_KEY: KEY } };
  const told = await run('node', ['trip-cost.js'], options);
  expect(told).toContain('1235 km\n33.6 NOK toll with a tag, at 1 stations\n125 NOK ferry\n');
  expect(told).toMatch(/\n99999 calls left today\n$/);
  expect(await run('node', ['readme.js'], options)).toBe('');
});

test('the package holds what its exports and its program need', () => {
  const { files, exports }: { files: string[]; exports: Record<string, unknown> } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  expect(exports['./client']).toEqual({
    types: './packages/client/dist/client.d.ts',
    default: './packages/client/dist/client.js',
  });
  // The server reads these at run time.
  for (const path of [
    'bin',
    'dist',
    'data',
    'docs/*.md',
    'docs/*/*.svg',
    'docs/*/*.webp',
    'docs/openapi.json',
  ])
    expect(files).toContain(path);
});

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a program prints; a failing one throws that. */
async function run(program: 'tsc' | 'node', args: readonly string[], options?: RunOptions) {
  const command = program === 'node' ? process.execPath : join(MODULES, '.bin', program);
  const child = spawn(command, args, {
    cwd: options?.cwd ?? ROOT,
    env: { PATH: process.env.PATH, ...options?.env },
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      told += part;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${told}`);
  return told;
}

test('the package of the client is small, and has what it is made with at our version', () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(ROOT, 'packages/client/package.json'), 'utf8'),
  );
  const ours = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies;
  expect(dependencies).toEqual({ 'openapi-fetch': ours['openapi-fetch'] });
});
