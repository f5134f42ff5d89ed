/** Slips that a toll clerk may make in the real files, and the sentence that refuses each. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkDataFile } from '../../tools/compile-data/check-data.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

const NAMES = { stations: 'toll-stations.json', projects: 'toll-projects.json' } as const;
type File = keyof typeof NAMES;

const TEXTS = {
  stations: readFileSync(join(DATA_DIR, NAMES.stations), 'utf8'),
  projects: readFileSync(join(DATA_DIR, NAMES.projects), 'utf8'),
};

/** The sentence that refuses the data with one file so; `none` when it passes. */
async function refusalOf(file: File, content: unknown): Promise<string> {
  const data = join(tempHome(), 'data');
  mkdirSync(data);
  for (const name of readdirSync(DATA_DIR))
    if (name !== NAMES[file]) symlinkSync(join(DATA_DIR, name), join(data, name));
  writeFileSync(join(data, NAMES[file]), JSON.stringify(content));
  try {
    checkDataFile(data, NAMES[file]);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Json = Record<string, unknown>;

/** What a path such as `projects oslo tariffs 2024-01-01` leads to: by name, number, id or first day. */
function follow(root: Json, path: readonly string[]): Json {
  return path.reduce<Json>((value, step) => {
    const found = Array.isArray(value)
      ? (value.find(({ id, from }: Json) => id === step || from === step) ?? value[Number(step)])
      : value[step];
    if (typeof found !== 'object' || found === null)
      throw new Error(`Nothing at ${path.join(' ')}`);
    return found as Json;
  }, root);
}

/** @param value JSON; `gone` deletes the member. */
function damaged(file: File, at: string, value: string): Json {
  const content = JSON.parse(TEXTS[file]) as Json;
  const path = at.split(' ');
  const member = path.pop() ?? '';
  const record = follow(content, path);
  if (value === 'gone') delete record[member];
  else record[member] = JSON.parse(value);
  return content;
}

test("today's files pass", async () => {
  expect(await refusalOf('stations', JSON.parse(TEXTS.stations))).toBe('none');
  expect(await refusalOf('projects', JSON.parse(TEXTS.projects))).toBe('none');
});

test.each(
  table<'station' | 'value' | 'rule'>(`
    station                       | value                      | rule
    82443541 smallNok             | 1000000000                 | stations 0 (82443541) smallNok: must be <= 100000
    82443541 smallNok             | 99999                      | 82443541 (Sandviken): small is 99999 kr, and no toll of small vehicles is above 1000 kr
    82443541 largeNok             | 3001                       | 82443541 (Sandviken): large is 3001 kr, and no toll of large vehicles is above 3000 kr
    82443541 largeNok             | 8.8                        | 82443541 (Sandviken): small is 38 kr, which is above 8.8 kr of large
    82443541 largeNok             | 38                         | none
    82443541 smallRushNok         | 37                         | 82443541 (Sandviken): small is 37 kr in rush, which is below 38 kr outside it
    82443541 smallRushNok         | 38                         | none
    82443541 smallNok             | null                       | 82443541 (Sandviken): small has a price in rush and none outside it
    82443541 largeRushNok         | 69                         | 82443541 (Sandviken): large is 69 kr in rush, which is below 88 kr outside it
    82443541 lat                  | 5.31                       | stations 0 (82443541) lat: must be >= 57
    82443541 lon                  | 1.5                        | stations 0 (82443541) lon: must be >= 4
    82443541 lon                  | 18.06                      | 82443541 (Sandviken): it stands 299 km outside Norway
    82443541 rush                 | ["09:00-06:30"]            | 82443541 (Sandviken): the window 09:00-06:30 ends before it begins, or the next day
    82443541 rush                 | ["23:00-24:30"]            | 82443541 (Sandviken): the window 23:00-24:30 ends before it begins, or the next day
    82443541 rush                 | ["06:30-09:00","08:00-10:00"] | 82443541 (Sandviken): the window 08:00-10:00 begins before the last one ends
    82443541 observedFrom         | "2026-09-10"               | none
    82443541 observedFrom         | "2026-09-11"               | 82443541 (Sandviken): its tariff was seen on 2026-09-11, after the day of the file, 2026-09-10
    82443541 observedFrom         | "2025-02-30"               | stations 0 (82443541) observedFrom: must be a day of the calendar such as 2026-02-28, not 2025-02-30
    82443541 observedUntil        | "2026-09-10"               | none
    82443541 observedUntil        | "2026-09-11"               | 82443541 (Sandviken): its tariff was seen on 2026-09-11, after the day of the file, 2026-09-10
    82443541 observedUntil        | "2026-09-09"               | 82443541 (Sandviken): its tariff was last seen on 2026-09-09, before it was first seen
    209148815 staleTwinOf         | "1"                        | 209148815 (E 18 hovedløp): it repeats 1, which is no other station of the file
    209148815 staleTwinOf         | "209148815"                | 209148815 (E 18 hovedløp): it repeats 209148815, which is no other station of the file
  `),
)('a station with $station = $value: $rule', async ({ station, value, rule }) => {
  const refusal = await refusalOf('stations', damaged('stations', `stations ${station}`, value));
  expect(refusal).toBe(rule === 'none' ? 'none' : `toll-stations.json, ${rule}.`);
});

const EARLIER = {
  from: '2026-01-01',
  until: '2026-09-01',
  smallNok: 30,
  largeNok: 80,
  smallRushNok: null,
  rush: null,
};

test.each(
  table<'change' | 'rule'>(`
    change                                         | rule
    {}                                             | none
    {"until": "2026-09-10"}                        | none
    {"until": "2026-09-11"}                        | : its tariff from 2026-01-01 ends on 2026-09-11, not in between the others
    {"until": "2026-01-01"}                        | : its tariff from 2026-01-01 ends on 2026-01-01, not in between the others
    {"smallNok": 90}                               | from 2026-01-01: small is 90 kr, which is above 80 kr of large
    {"largeNok": 9000}                             | from 2026-01-01: large is 9000 kr, and no toll of large vehicles is above 3000 kr
  `),
)('a tariff of before with $change: $rule', async ({ change, rule }) => {
  const earlier = JSON.stringify([{ ...EARLIER, ...JSON.parse(change) }]);
  const refusal = await refusalOf('stations', damaged('stations', 'stations 0 earlier', earlier));
  const station = 'toll-stations.json, 82443541 (Sandviken)';
  expect(refusal).toBe(
    rule === 'none' ? 'none' : `${station}${rule.startsWith(':') ? '' : ' '}${rule}.`,
  );
});

test.each(
  table<'file' | 'member' | 'value' | 'rule'>(`
    file     | member               | value        | rule
    stations | meta date            | "2099-01-01" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 2099-01-01
    stations | meta date            | "2026-99-99" | meta date: must be a day of the calendar such as 2026-02-28, not 2026-99-99
    stations | meta date            | "1926-09-10" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 1926-09-10
    stations | meta date            | "2006-09-10" | meta date: must be a day from 2016-01-01 on, not 2006-09-10
    stations | meta counts stations | 462          | stations: there are 463 records, but meta counts 462
    stations | meta counts autopass | 439          | autopass: there are 438 records, but meta counts 439
    stations | meta counts one-way  | gone         | one-way: there are 169 records, but meta counts none
    stations | meta counts          | gone         | meta: counts is missing
    stations | gone                 | [{"id": "1", "name": "Old", "project": "oslo", "passageKey": "oslo/old", "until": "2026-09-11"}] | 1 (Old): it is gone on 2026-09-11, after the day of the file, 2026-09-10
    projects | meta date            | "2099-01-01" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 2099-01-01
    projects | meta date            | "2026-09-10" | oslo: the cap Bygrensen is known on 2026-11-20, after 2026-09-10 of the file
    projects | meta counts projects | 79           | projects: there are 80 records, but meta counts 79
    projects | meta counts tariffs  | 165          | tariffs: there are 166 records, but meta counts 165
  `),
)('$file with $member = $value: $rule', async ({ file, member, value, rule }) => {
  const name = file as File;
  expect(await refusalOf(name, damaged(name, member, value))).toBe(`${NAMES[name]}, ${rule}.`);
});

/** Of Oslo, where small vehicles pay by fuel and large ones by Euro class. */
test.each(
  table<'tariff' | 'value' | 'rule'>(`
    tariff                                | value        | rule
    2025-01-01 small                      | 99999        | oslo, tariff of 2025-01-01: small is 99999 kr, and no toll of small vehicles is above 1000 kr
    2025-01-01 small                      | 400          | oslo, tariff of 2025-01-01: small is 46 kr in rush, which is below 400 kr outside it
    2025-01-01 smallRush                  | 0            | oslo, tariff of 2025-01-01: small is 0 kr in rush, which is below 40 kr outside it
    2025-01-01 small                      | gone         | oslo, tariff of 2025-01-01: small has a price in rush and none outside it
    2024-01-01 large                      | 3.7          | oslo, tariff of 2024-01-01: small is 37 kr, which is above 3.7 kr of large
    2024-01-01 largeRush                  | 15000        | oslo, tariff of 2024-01-01: large is 15000 kr, and no toll of large vehicles is above 3000 kr
    2024-01-01 byFuel electric off        | 160          | oslo, tariff of 2024-01-01: electric is 19 kr in rush, which is below 160 kr outside it
    2024-01-01 byFuel electric rush       | 41           | oslo, tariff of 2024-01-01: electric in rush is 41 kr, which is above 39 kr of petrol
    2024-01-01 byFuel petrol rush         | 43           | oslo, tariff of 2024-01-01: petrol in rush is 43 kr, which is above 42 kr of small
    2024-01-01 byFuel electric off        | 10000        | oslo, tariff of 2024-01-01: electric is 10000 kr, and no toll of small vehicles is above 1000 kr
    2024-01-01 byEuroClass euro-6 rush    | 9100         | oslo, tariff of 2024-01-01: euro-6 is 9100 kr, and no toll of large vehicles is above 3000 kr
    2024-01-01 byEuroClass euro-6 rush    | 151          | oslo, tariff of 2024-01-01: euro-6 in rush is 151 kr, which is above 150 kr of large
    2024-01-01 byEuroClass euro-6 rush    | 150          | none
    2024-01-01 from                       | "2025-02-30" | projects 0 (oslo) tariffs 12 from: must be a day of the calendar such as 2026-02-28, not 2025-02-30
    2024-01-01 from                       | "2026-13-45" | projects 0 (oslo) tariffs 12 from: must be a day of the calendar such as 2026-02-28, not 2026-13-45
    2024-01-01 from                       | "2040-01-01" | projects 0 (oslo) tariffs 12 from: must be a day from 1980-01-01 to 2039-12-31, not 2040-01-01
    2024-01-01 until                      | "2023-12-31" | projects 0 (oslo) tariffs 12: must not end before it begins
  `),
)('a tariff of Oslo with $tariff = $value: $rule', async ({ tariff, value, rule }) => {
  const content = damaged('projects', `projects oslo tariffs ${tariff}`, value);
  expect(await refusalOf('projects', content)).toBe(
    rule === 'none' ? 'none' : `toll-projects.json, ${rule}.`,
  );
});

test.each(
  table<'rule' | 'value' | 'why'>(`
    rule                                 | value            | why
    oslo caps 0 knownOn                  | "9999-99-99"     | projects 0 (oslo) caps 0 knownOn: must be a day of the calendar such as 2026-02-28, not 9999-99-99
    oslo caps 0 knownOn                  | "2026-11-24"     | oslo: the cap Bygrensen is known on 2026-11-24, after 2026-11-23 of the file
    oslo caps 0 perMonth                 | 6000             | projects 0 (oslo) caps 0 perMonth: must be <= 310
    oslo hourRules 0 windowMin           | 52560000         | projects 0 (oslo) hourRules 0 windowMin: must be <= 240
    oslo hourRules 0 onceBetween         | "20:00-19:00"    | oslo: the window 20:00-19:00 ends before it begins, or the next day
    oslo rush 0 windows                  | ["15:00-17:00", "06:30-09:00"] | oslo: the window 06:30-09:00 begins before the last one ends
    tresfjord reversedRules 0 windowMin  | 6000             | must be <= 240
    trondheim unappliedRules 0 atLeast   | 4                | trondheim: a rule asks for 4 of 3 stations
    grenland undatedTariffs 0 largeRush  | 5.4              | grenland, an undated tariff: large is 5.4 kr in rush, which is below 40 kr outside it
  `),
)('a rule with $rule = $value: $why', async ({ rule, value, why }) => {
  const refusal = await refusalOf('projects', damaged('projects', `projects ${rule}`, value));
  expect(refusal).toMatch(/^toll-projects\.json, [^\n]+\.$/);
  expect(refusal.endsWith(`${why}.`)).toBe(true);
});
