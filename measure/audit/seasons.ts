/** Trips between towns in winter and in summer: what closed roads and private roads change. */
import type { LatLon } from '../../src/base/point.ts';
import type { DataFile } from '../../src/facts/schema/data-files.ts';
import { seeded } from '../numbers.ts';
import { formatTable } from '../page.ts';
import { type AskProduct, type AuditAnswer, listFerryNames } from './product.ts';

const PAIRS = 150;
const SEED = 20_261_122;
/** South of Steinkjer, degrees. */
const NORTHERNMOST = 64.2;
/** The lowest rank of the places: towns and the larger villages. */
const LOWEST_RANK = 4;
const DAYS = ['2026-01-20', '2026-07-15'] as const;

/** Trips whose results are read critically, one by one. */
const NAMED: readonly (readonly [name: string, from: readonly number[], to: readonly number[]])[] =
  [
    ['Oslo-Stavanger', [59.913, 10.74], [58.97, 5.735]],
    ['Bergen-Ålesund', [60.39, 5.32], [62.4722, 6.1549]],
    ['Bergen-Trondheim', [60.39, 5.32], [63.43, 10.395]],
    ['Otta-Geiranger', [61.772, 9.54], [62.101, 7.206]],
    ['Åndalsnes-Valldal', [62.567, 7.687], [62.298, 7.262]],
    ['Lom-Sogndal', [61.838, 8.566], [61.23, 7.1]],
    ['Sauda-Odda', [59.65, 6.353], [60.07, 6.546]],
    ['Nordfjordeid-Volda', [61.906, 5.99], [62.147, 6.07]],
  ];

const toPlace = ([lat = 0, lon = 0]: readonly number[]): LatLon => ({ lat, lon });
const askOn = (ask: AskProduct, from: LatLon, to: LatLon, day: string) =>
  ask({ from, to, refine: true, startTime: `${day}T08:00:00Z` }).catch(() => undefined);

/** The text of the section. @param places of `places.json`. */
export async function reportSeasons(
  places: DataFile<'places.json'>['places'],
  ask: AskProduct,
): Promise<string> {
  const random = seeded(SEED);
  const towns = places.filter(({ rank, lat }) => rank <= LOWEST_RANK && lat < NORTHERNMOST);
  const pick = () => towns[Math.floor(random() * towns.length)] as (typeof towns)[number];
  const pairs = Array.from({ length: PAIRS }, () => [pick(), pick()] as const);
  const counts = [];
  const lengths: number[][] = [];
  for (const day of DAYS) {
    const answers = [];
    for (const [from, to] of pairs) answers.push(await askOn(ask, from, to, day));
    lengths.push(answers.map((answer) => answer?.bill.distance ?? 0));
    const codes = answers.map((answer) => answer?.bill.warnings.map(({ code }) => code) ?? []);
    const count = (code: string) => codes.filter((list) => list.some((one) => one === code)).length;
    counts.push([
      day,
      answers.filter((answer) => answer !== undefined).length,
      count('road_closed_in_winter'),
      count('ferry_out_of_season'),
      count('season_uncertain'),
      count('convoy_in_bad_weather'),
      count('private_toll_not_known'),
    ]);
  }
  const head = ['Day', 'Routes', 'Closed road', 'Ferry off', 'Uncertain', 'Convoy', 'Private toll'];
  const rows = [];
  for (const [name, from, to] of NAMED)
    for (const day of DAYS)
      rows.push([name, day, ...tell(await askOn(ask, toPlace(from), toPlace(to), day))]);
  const [winter = [], summer = []] = lengths;
  const others = winter.filter((lengthM, i) => lengthM !== summer[i]).length;
  return [
    formatTable(head, counts),
    '',
    `${others} of ${PAIRS} pairs drive another way in winter.`,
    '',
    formatTable(['Trip', 'Day', 'km', 'min', 'Toll', 'Ferries', 'Says'], rows),
  ].join('\n');
}

function tell(answer: AuditAnswer | undefined): (string | number)[] {
  if (answer === undefined) return ['-', '-', '-', '-', 'no route'];
  const { distance, durationMin, tollSmall, warnings } = answer.bill;
  const said = warnings.filter(({ code }) => /season|winter|convoy|private/.test(code));
  return [
    Math.round(distance / 1000),
    Math.round(durationMin),
    tollSmall,
    listFerryNames(answer.bill).join(', ') || '-',
    said.map(({ code, about = '' }) => `${code}: ${about}`).join('; ') || '-',
  ];
}
