/** Every file of data/, damaged in every way, is refused by what reads it before it can be used. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFiles } from '../../src/facts/check-files.ts';
import { loadAccountLimits } from '../../src/facts/load-account-limits.ts';
import { loadCalendar } from '../../src/facts/load-calendar.ts';
import { loadFacts } from '../../src/facts/load-facts.ts';
import { loadFerries } from '../../src/facts/load-ferries.ts';
import { loadPlaces } from '../../src/facts/load-places.ts';
import { loadPlans } from '../../src/facts/load-plans.ts';
import { loadTolls } from '../../src/facts/load-tolls.ts';
import { loadVehicleRules } from '../../src/facts/load-vehicle-rules.ts';
import { openDemoRegister } from '../../src/facts/open-demo-register.ts';
import { loadNorway, loadRenewalLimits } from '../../src/facts/renew/load-limits.ts';
import { loadNetworkInputs } from '../../src/network/network-inputs.ts';
import { loadOwnInputs } from '../../src/network/osm/own-inputs.ts';
import { leanData } from '../support/lean-data.ts';
import { DATA } from '../support/network-home.ts';

const FILES = readdirSync(DATA, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'README.md')
  .map((entry) => join(entry.parentPath, entry.name).slice(DATA.length + 1))
  .sort();

/** What reads a file at the start of a server, of a renewal, or of the building of a network. */
const READERS: readonly (readonly [file: RegExp, read: (data: string) => unknown])[] = [
  [/^(?:curated|map)\//, checkFiles],
  [/^toll-/, loadTolls],
  [/^ferry-/, loadFerries],
  [/^speed-cameras/, loadFacts],
  [/^vehicle-types/, loadVehicleRules],
  [/^holidays/, loadCalendar],
  [/^plans/, loadPlans],
  [/^account-limits/, loadAccountLimits],
  [/^places/, loadPlaces],
  [/^demo-vehicles/, openDemoRegister],
  [/^norway/, loadNorway],
  [/^renewal/, loadRenewalLimits],
  [/^road-network\/(?:osm|engine)/, loadOwnInputs],
  [/^road-network\/links/, async (data) => (await loadNetworkInputs(data)).readLinks()],
  [/^road-network\//, loadNetworkInputs],
];

const INSANE = 'with a number that cannot be';

const DAMAGES: readonly (readonly [what: string, damage: (text: string) => string])[] = [
  ['cut', (text) => text.slice(0, text.length / 2)],
  ['not JSON', () => 'facts\n'],
  ['empty', () => ''],
  ['of a wrong type', () => '[1, 2, 3]\n'],
  ['without its content', () => '{"meta": {}}\n'],
  [INSANE, withInsaneNumber],
];

/** The first number of the first record, made absurd; the same where there is none. */
function withInsaneNumber(text: string): string {
  const start = text.search(/"(?!meta)\w+"\s*:\s*\[|^\{"id"/);
  const [head, body] = [text.slice(0, start), text.slice(start)];
  return start < 0
    ? text
    : head + body.replace(/(?<=":\s*|[[,]\s*\[)-?\d+(?:\.\d+)?(?=[,\]}\s])/, '-9e15');
}

async function problemOf(read: () => unknown): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test('there are files, and each is read by something that checks it', () => {
  expect(FILES.length).toBeGreaterThan(30);
  expect(FILES.filter((file) => !READERS.some(([name]) => name.test(file)))).toEqual([]);
});

test.each(FILES)('%s is refused in one line that names it, however it is damaged', async (file) => {
  const [, read] = READERS.find(([name]) => name.test(file)) ?? [];
  const { data, put } = await leanData();
  const text = readFileSync(join(DATA, file), 'utf8');
  await put(file, text);
  expect(await problemOf(() => read?.(data)), 'undamaged').toBeUndefined();
  for (const [what, damage] of DAMAGES) {
    const damaged = damage(text);
    // Decisions that are words; and the engine itself judges its settings.
    if (damaged === text || (what === INSANE && file === 'road-network/engine.json')) continue;
    await put(file, damaged);
    const problem = await problemOf(() => read?.(data));
    expect(problem, what).toMatch(/^[^\n]+$/);
    expect(problem, what).toContain(basename(file));
  }
});
