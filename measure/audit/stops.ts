/** Measures where stops are put: in cities, around toll stations, and at places that were wrong in the past. */
import type { LatLon } from '../../src/base/point.ts';
import { pointAtBearing } from '../../src/geo/on-line.ts';
import { quantile, seeded } from '../numbers.ts';
import { formatTable } from '../page.ts';
import type { AskProduct } from './product.ts';

const SEED = 20_261_122;
const TRIPS = 60;
const CITY_M = 4000;
/** Stops are tried at this distance from a station. Metres. */
const STATION_M = 400;

const CITIES: readonly (readonly [name: string, at: LatLon])[] = [
  ['Oslo', { lat: 59.913, lon: 10.74 }],
  ['Bergen', { lat: 60.393, lon: 5.324 }],
  ['Trondheim', { lat: 63.43, lon: 10.395 }],
  ['Stavanger', { lat: 58.97, lon: 5.733 }],
  ['Kristiansand', { lat: 58.146, lon: 7.995 }],
  ['Drammen', { lat: 59.744, lon: 10.204 }],
  ['Tromsø', { lat: 69.649, lon: 18.956 }],
  ['Bodø', { lat: 67.283, lon: 14.38 }],
];

/** Trips whose results are read critically, one by one. Each ends in the middle of the nearest city. */
const NAMED: readonly (readonly [trip: string, from: LatLon, to: LatLon])[] = [
  ['Bygdøy museums-Oslo', { lat: 59.9042, lon: 10.6845 }, { lat: 59.9115, lon: 10.7335 }],
  ['Lade-Trondheim', { lat: 63.4455, lon: 10.447 }, { lat: 63.43, lon: 10.395 }],
  ['Flakk-Rissa', { lat: 63.4496, lon: 10.1957 }, { lat: 63.584, lon: 9.999 }],
  ['Rissa (fv. 717)-Trondheim', { lat: 63.586, lon: 9.962 }, { lat: 63.43, lon: 10.395 }],
  ['Drammen-Oslo', { lat: 59.7442, lon: 10.2045 }, { lat: 59.9115, lon: 10.7335 }],
  ['Herføl-Oslo', { lat: 58.994, lon: 11.055 }, { lat: 59.9115, lon: 10.7335 }],
  ['Strömstad-Oslo', { lat: 58.939, lon: 11.171 }, { lat: 59.9115, lon: 10.7335 }],
  ['Hovedøya-Oslo', { lat: 59.8945, lon: 10.73 }, { lat: 59.9115, lon: 10.7335 }],
  ['Svinesund-Oslo', { lat: 59.0945, lon: 11.2525 }, { lat: 59.9115, lon: 10.7335 }],
  ['Utøya-Oslo', { lat: 60.0247, lon: 10.2486 }, { lat: 59.9115, lon: 10.7335 }],
  ['Mjøsa off Gjøvik-Oslo', { lat: 60.77, lon: 10.75 }, { lat: 59.9115, lon: 10.7335 }],
  ['Sognefjorden-Bergen', { lat: 61.12, lon: 6.5 }, { lat: 60.393, lon: 5.324 }],
];

/** The text of the section. @param stations where they stand. */
export async function reportStops(stations: readonly LatLon[], ask: AskProduct): Promise<string> {
  const random = seeded(SEED);
  const around = (at: LatLon, withinM: number) =>
    pointAtBearing(at, random() * 360, Math.sqrt(random()) * withinM);
  const rows = [];
  for (const [name, at] of CITIES)
    rows.push([
      name,
      ...(await measure(
        Array.from({ length: TRIPS }, () => around(at, CITY_M)),
        at,
        ask,
      )),
    ]);
  const besides = stations.map((at) => around(at, STATION_M));
  rows.push(['beside all toll stations', ...(await measure(besides, undefined, ask))]);
  const named = [];
  for (const [trip, from, to] of NAMED) named.push([trip, ...(await tell(from, to, ask))]);
  const head = [
    'Starts',
    'Trips',
    'Refused',
    'Moved, median m',
    'p90',
    'Past a station',
    'Over water',
  ];
  return [
    formatTable(head, rows),
    '',
    formatTable(['Trip', 'Toll', 'Moved m', 'Road', 'Says'], named),
  ].join('\n');
}

/** @param to absent: a place 5 km to the east. */
async function measure(starts: readonly LatLon[], to: LatLon | undefined, ask: AskProduct) {
  const answers = [];
  for (const from of starts) {
    const trip = { from, to: to ?? pointAtBearing(from, 90, 5000), refine: true };
    answers.push(await ask(trip).catch(() => undefined));
  }
  const answered = answers.filter((answer) => answer !== undefined);
  const movedM = answered.map(({ stops }) => stops[0]?.movedM ?? 0).sort((a, b) => a - b);
  const saying = (words: RegExp) =>
    answered.filter(({ bill }) =>
      bill.warnings.some(
        ({ code, about, message }) =>
          code === 'point_moved' && about === 'The start' && words.test(message),
      ),
    ).length;
  return [
    starts.length,
    starts.length - answered.length,
    Math.round(quantile(movedM, 0.5)),
    Math.round(quantile(movedM, 0.9)),
    saying(/toll station/),
    saying(/over water/),
  ];
}

async function tell(from: LatLon, to: LatLon, ask: AskProduct): Promise<(string | number)[]> {
  try {
    const { bill, stops } = await ask({ from, to, refine: true });
    const [start] = stops;
    const said = bill.warnings.filter(({ code }) => code === 'point_moved');
    const says = said.map(({ message }) => message).join(' ');
    return [bill.tollSmall, start?.movedM ?? '-', start?.road ?? '-', says];
  } catch (error) {
    return ['-', '-', '-', `404: ${(error as Error).message}`];
  }
}
