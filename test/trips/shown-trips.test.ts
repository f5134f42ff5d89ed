/**
 * Whole trips on the bundled network and data: the stations that a driver on these roads passes,
 * worked out from where the stations stand on their roads, and the sum of their tariffs.
 */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { AnswerBillingRoute } from '../../src/wire/billing.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import type { AnswerFeature } from '../../src/wire/route.ts';
import { NETWORK_HOME } from '../support/network-home.ts';
import { table } from '../support/table.ts';

/** Places by their town centre, or by a road just outside where the trip needs one. */
const PLACES: Readonly<Record<string, string>> = {
  Valestrandsfossen: '60.506,5.432',
  Bruvik: '60.481,5.683',
  Fotlandsvåg: '60.59,5.524',
  Oslo: '59.9139,10.7522',
  Lillestrøm: '59.956,11.05',
  Drammen: '59.744,10.2045',
  Bergen: '60.3913,5.3221',
  Åsane: '60.467,5.325',
  Trondheim: '63.4305,10.3951',
  Heimdal: '63.35,10.35',
  Stavanger: '58.97,5.7331',
  Molde: '62.7375,7.1591',
  Ålesund: '62.4722,6.1549',
  Bodø: '67.2804,14.4049',
  Tromsø: '69.6492,18.9553',
  Arendal: '58.461,8.772',
  Rissa: '63.584,9.999',
  Moss: '59.434,10.658',
  Horten: '59.417,10.484',
  Knarvik: '60.545,5.29',
  Sola: '58.889,5.65',
  Sandnes: '58.852,5.735',
  Haugesund: '59.413,5.268',
  Kristiansand: '58.1467,7.9956',
  Hamar: '60.7945,11.068',
  Fredrikstad: '59.2205,10.9347',
  Voss: '60.629,6.4118',
  Lom: '61.837864,8.568474',
  Skjolden: '61.491113,7.601618',
};

/** An ordinary Wednesday, outside the rush. */
const MIDWEEK = '2026-11-18T10:00:00+01:00';

type Answers = Awaited<ReturnType<typeof openAnswers>>;
let answers: Answers;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  answers = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
});

/** 2026-11-18 is an ordinary Wednesday; 2026-11-21 a Saturday. */
test.each(
  table<'trip' | 'start' | 'pays' | 'rides' | 'small' | 'because'>(`
    trip                | start            | pays | rides | small | because
    Oslo-Lillestrøm     | 2026-11-18T08:00 | E6 Lodalen | E6 Alnabru | 40 | two rings of one hour group pay once; the city border charges inward only; rush
    Oslo-Lillestrøm     | 2026-11-18T23:00 | E6 Lodalen | E6 Alnabru | 33.6 | the same at night without rush
    Oslo-Lillestrøm     | 2026-11-21T08:00 | E6 Lodalen | E6 Alnabru | 33.6 | there is no rush on a Saturday
    Lillestrøm-Oslo     | 2026-11-18T08:00 | E6 Furuset, E6 Alnabru | E6 Lodalen | 80 | inward the city border is a group of its own
    Drammen-Oslo        | 2026-11-18T10:00 | E 18 hovedløp, E18 Maritim | E18 Bygdøylokket | 67.2 | city border, then the ring
    Drammen-Oslo        | 2018-03-06T08:00 | E 18 hovedløp, E18 Maritim |  | 69.3 | the border towards Bærum, then the old ring
    Oslo-Drammen        | 2018-03-06T08:00 |  |  | 0 | the old ring charged inwards only
    Åsane-Bergen        | 2026-11-18T15:00 | Sandviken |  | 56 | into Bergen in the afternoon rush
    Bergen-Åsane        | 2026-11-18T15:00 |  |  | 0 | out of Bergen nothing is charged
    Åsane-Bergen-Åsane  | 2026-11-18T15:00 | Sandviken |  | 56 | through the ring and back within the hour
    Heimdal-Trondheim   | 2026-11-18T10:00 | Tonstad, T-snitt; Kroppan bru (Nordgående), M-snitt |  | 25.6 | two sections are two groups
    Molde-Ålesund       | 2026-11-18T10:00 | Breivika | Hatlaåsen, Volsdalen | 24.8 | the first passage of the hour pays
    Stavanger-Bergen    | 2026-11-18T10:00 | E39 Endalausmarka FS, Rv580 Fritz-C-Riebers veg, mot nord | Fjøsangerveien, Nyebroen | 81.6 | the new E39, then the ring once
    Bodø-Tromsø         | 2026-11-18T10:00 | Bodøtunnelen 1, E6 Hålogalandsbrua, Fv862 Tromsøbrua |  | 100 | the tunnel out of Bodø, the bridge at Narvik, the bridge into Tromsø
    Arendal-Oslo        | 2026-11-18T10:00 | E18 Stølen, E18 Mørland, E18 Stillinga, E18 Sky, E18 Bommestad, E18 Skinmo, E18 Natvall, E18 Fokserød, E18 Ramsum, E18 Gulli, E 18 hovedløp, E18 Maritim | E18 Bygdøylokket | 201.6 | the E18 from south to north
    Knarvik-Bergen      | 2026-11-18T10:00 | E39 Flatøy Nord; E39 Åsanevegen, mot sør | Sandviken | 50.4 | Nordhordland, then the ring of Bergen
    Oslo-Bergen         | 2026-11-18T10:00 | E18 Bygdøylokket, E16 Avtjerna, E16 Skaret, Rv. 7 Brekkebygda, Rv.13 Hardangerbrua, E16 Arnavegen, mot nord-vest | E18 Maritim; E39 Åsanevegen, mot sør; Sandviken | 330.4 | over the Hardangervidda; in Bergen the first of the hour, after the afternoon rush
    Sola-Stavanger      | 2026-11-18T10:00 | E 39 Mosvatnet, mot Nord - Stavanger sentrum |  | 24 | into the ring on the motorway to the centre
    Sandnes-Stavanger   | 2026-11-18T10:00 | E 39 Stokkamyra, mot Nord - Forus | E 39 Mosvatnet, mot Nord - Stavanger sentrum | 24 | two cuts of one hour group, the first pays
    Moss-Horten         | 2026-11-18T10:00 |  |  | 0 | a ferry only
    Trondheim-Rissa     | 2026-11-18T10:00 | Ferje Flakk-Rørvik |  | 57 | toll collected with the ferry fare, onto the ferry only
    Rissa-Trondheim     | 2026-11-18T10:00 | Ferje Rørvik-Flakk |  | 57 | and on the way back at the other quay
  `),
)('$trip at $start pays $small kr: $because', async ({ trip, start, pays, rides, small }) => {
  const route = await recommended(trip, { startTime: `${start}:00+01:00`, refine: '1' });
  expect(route.chargedStations.filter(({ smallNok }) => smallNok > 0).map(nameOf)).toEqual(
    listNames(pays),
  );
  expect(route.freePassages.map(nameOf)).toEqual(listNames(rides));
  expect(route.tollSmall).toBe(Number(small));
});

test('Lom-Skjolden waits for the morning at the gate of Sognefjellet, and says how long; by day it does not', async () => {
  const [early, day] = [
    await recommended('Lom-Skjolden', { startTime: '2026-11-03T06:45:00+01:00' }),
    await recommended('Lom-Skjolden', { startTime: '2026-11-03T12:00:00+01:00' }),
  ];
  const [wait] = early.gateWaits ?? [];
  expect(early.gateWaits).toMatchObject([
    { name: 'Sognefjellet', opensAt: '2026-11-03T08:00:00+01:00' },
  ]);
  expect(early.durationMin - (wait?.waitMin ?? 0)).toBeCloseTo(day.durationMin, 0);
  expect(day.gateWaits).toBeUndefined();
});

test('Oslo-Trondheim is priced station by station, and leaves out the two where collection has ended', async () => {
  const route = await recommended('Oslo-Trondheim', {
    startTime: MIDWEEK,
    refine: '1',
  });
  expect(route.chargedStations.map(({ name, smallNok }) => [name, smallNok])).toEqual([
    ['E6 Lodalen', 33.6],
    ['Minnesund - Hedmark grense', 23.2],
    ['Akershus grense - Skaberud', 24],
    ['Rv3/25 Ny veg', 21.6],
    ['E6 Vindåsliene/E6 Fossum bru', 41.6],
    ['E6 Søberg', 36],
    ['Klett - E6, S-snitt', 35.2],
    ['Tonstad, T-snitt', 16.8],
    ['Kroppan bru (Nordgående), M-snitt', 16.8],
  ]);
  expect(route.freePassages.map(nameOf)).toEqual(['E6 Alnabru']);
  expect(route.unpricedStations).toEqual([]);
  expect(route.tollSmall).toBe(248.8);
});

/** The rings of Oslo and Bergen have a rush price from 06:30 to 09:00. Warned of is what a drive within `durationRange` pays. */
test.each(
  table<'trip' | 'start' | 'small' | 'early' | 'late' | 'because'>(`
    trip             | start | small | early         | late          | because
    Voss-Bergen      | 05:00 | 56    | 30.40 / 88.00 | 56.00 / 154.00 | expected at Sandviken at 06:36, and before the rush if it is early
    Voss-Bergen      | 05:10 | 56    |               |               | expected at 06:46, and in the rush in any case
    Hamar-Oslo       | 05:00 | 137.6 |               |               | expected at Furuset at 06:11, and before the rush in any case
    Hamar-Oslo       | 05:10 | 137.6 | 137.60 / 476.00 | 144.00 / 538.00 | expected at 06:21 and 06:24, and in the rush if it is late
    Hamar-Oslo       | 07:45 | 150.4 | 150.40 / 600.00 | 144.00 / 538.00 | expected at 08:56, and after the rush if it is late
  `),
)('$trip at $start pays $small kr, or $early, or $late: $because', async (row) => {
  const startTime = `2026-11-18T${row.start}:00+01:00`;
  const route = await recommended(row.trip, { startTime, refine: '1' });
  expect(route.tollSmall).toBe(Number(row.small));
  const found = route.warnings.filter(({ code }) => code === 'time_decides');
  const sums = found.map(({ message }) =>
    [...message.matchAll(/NOK (\S+)\/\S+ small and (\S+)\/\S+ large/g)].map(
      ([, small, large]) => `${small} / ${large}`,
    ),
  );
  expect(sums).toEqual(row.early === '' ? [] : [[row.early, row.late]]);
});

test.each(
  table<'trip' | 'ferries'>(`
    trip             | ferries
    Oslo-Bergen      |
    Oslo-Trondheim   |
    Stavanger-Bergen | Mortavika-Arsvågen, Halhjem-Sandvikvåg
    Molde-Ålesund    | Molde-Vestnes
    Bodø-Tromsø      | Bognes-Skarberget
    Moss-Horten      | Moss-Horten
    Bergen-Valestrandsfossen |
    Åsane-Valestrandsfossen  |
    Valestrandsfossen-Bergen |
    Bergen-Bruvik            |
    Bergen-Fotlandsvåg       |
  `),
)('$trip sails [$ferries]', async ({ trip, ferries }) => {
  const route = await recommended(trip, { startTime: MIDWEEK, refine: '1' });
  expect(route.ferries.map(nameOf)).toEqual(listNames(ferries));
  expect(route.ferryCount).toBe(listNames(ferries).length);
});

/** Stops on the quays themselves, as the road database has them. */
test.each(
  table<'from' | 'to' | 'ferry' | 'maxKm'>(`
    from              | to                | ferry                                    | maxKm
    61.16035,7.33691  | 61.14899,7.38524  | Mannheller-Fodnes                        | 5
    69.66961,19.65101 | 69.66339,19.80932 | Breivikeidet-Svensby                     | 8
    59.42973,10.65428 | 59.41208,10.48831 | Moss-Horten                              | 13
    61.20733,6.59813  | 61.21505,6.5651   | Vangsnes-Hella-Dragsvik (Hella-Dragsvik) | 3
    60.47156,6.61136  | 60.42366,6.62255  | Kvanndal-Utne                            | 7
    69.57722,20.22351 | 69.60157,20.5327  | Lyngseidet-Olderdalen                    | 15
  `),
)('from quay to quay one boards $ferry and drives no loop', async ({ from, to, ferry, maxKm }) => {
  const { _billing } = await answers.answerRoute(
    parseQuoteRequest({ from, to, refine: '1', startTime: MIDWEEK }, loadTerms()),
  );
  const [route] = _billing.routes;
  expect(route?.ferries.map(nameOf)).toEqual([ferry]);
  expect(route?.distance).toBeLessThan(Number(maxKm) * 1000);
});

test('a vehicle of 18 m pays class AP7 from Moss to Horten', async () => {
  const startTime = '2024-06-03T10:00:00+02:00';
  const route = await recommended('Moss-Horten', { startTime, vehicleLength: '18', refine: '1' });
  // basto-fosen.no/fares, 2024: AP7 1 452, zero emission 726; the agreement of Moss-Horten is 30 % off.
  expect(route).toMatchObject({
    ferryVehicleClass: 'AP7',
    ferryNok: 1452,
    ferryNokEv: 726,
    ferryNokAutopass: 1016.4,
  });
});

test.each([
  'Drammen-Oslo',
  'Molde-Ålesund',
  'Arendal-Oslo',
  'Oslo-Bergen',
  'Stavanger-Trondheim',
  'Trondheim-Haugesund',
  'Bergen-Molde',
  'Oslo-Bodø',
  'Tromsø-Bergen',
])('via points taken from %s itself change neither road nor sums', async (trip) => {
  const ask = { startTime: MIDWEEK, refine: '1', srs: '4326' };
  const { routes, _billing } = await answerOf(trip, ask);
  const features = (routes[0]?.features ?? []) as readonly AnswerFeature[];
  const line = features.flatMap(({ geometry }) => geometry.coordinates);
  const pick = (route?: AnswerBillingRoute) => ({
    km: Math.round((route?.distance ?? 0) / 1000),
    tollSmall: route?.tollSmall,
    tollLarge: route?.tollLarge,
    ferryNok: route?.ferryNok,
    names: route?.chargedStations.map(nameOf),
  });
  for (const share of [0.1, 0.35, 0.6, 0.85]) {
    const [lon, lat] = line[Math.floor(line.length * share)] ?? [];
    const again = await answerOf(trip, { ...ask, via: `${lat},${lon}` });
    expect(pick(again._billing.routes[0]), `${share}`).toEqual(pick(_billing.routes[0]));
  }
});

/** Two stations of Askøy whose charged direction, southwards, is worked out. */
test.each([
  { from: '60.41,5.20', to: '60.443,5.166', toll: 0 },
  { from: '60.443,5.166', to: '60.41,5.20', toll: 35.2 },
])(
  'on Askøy from $from to $to the toll is $toll, by a direction that is told to be inferred',
  async ({ toll, ...trip }) => {
    const question = { ...trip, refine: '1', startTime: MIDWEEK };
    const { _billing } = await answers.answerRoute(parseQuoteRequest(question, loadTerms()));
    const [route] = _billing.routes;
    expect(route?.tollSmall).toBe(toll);
    const told = route?.warnings.filter(({ code }) => code === 'direction_inferred');
    expect(told?.length).toBeGreaterThan(0);
  },
);

/** On the Hardangervidda, north of the last road: measured on the links of the network. */
test.each([
  { at: '60.470,7.500', km: 9.8, possible: true },
  { at: '60.480,7.500', km: 10.1, possible: false },
])('a start $km km from a road has a route: $possible', async ({ at, possible }) => {
  const asked = answers.answerRoute(
    parseQuoteRequest(
      { from: at, to: PLACES.Oslo ?? '', refine: '1', startTime: MIDWEEK },
      loadTerms(),
    ),
  );
  if (possible)
    expect((await asked)._billing.routes[0]?.warnings.map(({ code }) => code)).toContain(
      'point_moved',
    );
  else await expect(asked).rejects.toMatchObject({ code: 'route_not_possible' });
});

test('who avoids tolls gets a toll-free route where one exists, and an answer where none does', async () => {
  const ask = { startTime: MIDWEEK, refine: '1', avoidTolls: '1' };
  const around = await recommended('Arendal-Drammen', ask);
  expect(around.tollSmall).toBe(0);
  const into = await recommended('Drammen-Oslo', ask);
  expect(into.tollSmall).toBeGreaterThan(0);
  expect(into.warnings.map(({ code }) => code)).toContain('tolls_not_avoidable');
});

const nameOf = ({ name }: { readonly name: string }) => name;

/** Names between commas; between semicolons where a name has a comma itself. */
function listNames(text: string): string[] {
  if (text === '') return [];
  const names = text.includes(';') ? text.split('; ') : text.split(/, (?!mot |[STM]-snitt)/);
  return names.map((name) => name.trim());
}

async function recommended(trip: string, ask: Readonly<Record<string, string>>) {
  const [route] = (await answerOf(trip, ask))._billing.routes;
  if (route === undefined) throw new Error(`Expected a route for ${trip}, got none.`);
  return route;
}

function answerOf(trip: string, ask: Readonly<Record<string, string>>) {
  const stops = trip.split('-').map((name) => PLACES[name] ?? name);
  const question = {
    from: stops[0] ?? '',
    to: stops.at(-1) ?? '',
    ...(stops.length > 2 ? { via: stops.slice(1, -1).join('|') } : {}),
    ...ask,
  };
  return answers.answerRoute(parseQuoteRequest(question, loadTerms()));
}
