/** Trips inside six cities, to be read critically: minutes, stations and tolls. */
import type { LatLon } from '../../src/base/point.ts';
import { formatTable } from '../page.ts';
import type { AskProduct } from './product.ts';

/** `published`: a published driving time, with its source. */
type Row = readonly [
  city: string,
  from: readonly [name: string, lat: number, lon: number],
  to: readonly [name: string, lat: number, lon: number],
  published?: string,
];

const OSLO = ['Jernbanetorget', 59.9115, 10.7505] as const;
const BERGEN = ['Torgallmenningen', 60.3929, 5.3241] as const;
const TRONDHEIM = ['Torvet', 63.4305, 10.3951] as const;
const STAVANGER = ['Domkirken', 58.9697, 5.7331] as const;
const KRISTIANSAND = ['Torvet', 58.1462, 7.9958] as const;
const TROMSO = ['Stortorget', 69.6489, 18.9572] as const;

const ROWS: readonly Row[] = [
  [
    'Oslo',
    ['Storøya, Fornebu', 59.8878, 10.6],
    OSLO,
    'about 10 min (gonorway.com/norway/articles/4775)',
  ],
  ['Oslo', ['Majorstuen', 59.9294, 10.7147], OSLO],
  ['Oslo', ['Nydalen', 59.9493, 10.7655], ['Bryn', 59.9085, 10.816]],
  ['Oslo', ['Holmlia', 59.8355, 10.796], OSLO],
  ['Oslo', ['Grorud', 59.9615, 10.881], ['Skøyen', 59.922, 10.679]],
  [
    'Bergen',
    ['Flesland', 60.2918, 5.2222],
    BERGEN,
    '25 to 30 min (fly-radar.no/bergen-lufthavn-flesland, turisti.is/2012/02/betri-samgoengur-i-bergen)',
  ],
  ['Bergen', ['Åsane', 60.4655, 5.323], BERGEN],
  ['Bergen', ['Loddefjord', 60.361, 5.234], ['Nesttun', 60.318, 5.353]],
  ['Bergen', ['Fyllingsdalen', 60.349, 5.291], BERGEN],
  ['Trondheim', ['Heimdal', 63.3515, 10.357], TRONDHEIM],
  ['Trondheim', ['Lade', 63.4455, 10.447], TRONDHEIM],
  ['Trondheim', ['Moholt', 63.412, 10.434], ['Byåsen', 63.407, 10.335]],
  ['Trondheim', ['Ranheim', 63.428, 10.54], TRONDHEIM],
  ['Stavanger', ['Sola, the airport', 58.8821, 5.6311], STAVANGER],
  ['Stavanger', ['Sandnes', 58.8523, 5.7352], STAVANGER],
  ['Stavanger', ['Randaberg', 59.0017, 5.6183], ['Forus', 58.889, 5.72]],
  ['Stavanger', ['Hundvåg', 58.994, 5.735], STAVANGER],
  ['Kristiansand', ['Kjevik', 58.2036, 8.083], KRISTIANSAND],
  ['Kristiansand', ['Vågsbygd', 58.121, 7.954], KRISTIANSAND],
  ['Kristiansand', ['Randesund', 58.128, 8.09], ['Mosby', 58.224, 7.906]],
  ['Tromsø', ['Langnes, the airport', 69.6798, 18.912], TROMSO],
  ['Tromsø', ['Tromsdalen', 69.645, 19.0], TROMSO],
  ['Tromsø', ['Kroken', 69.686, 19.06], ['Kvaløysletta', 69.692, 18.853]],
];

/** The text of the section. */
export async function reportCityTrips(ask: AskProduct): Promise<string> {
  const rows = [];
  for (const [city, from, to, published = '-'] of ROWS)
    rows.push([
      city,
      `${from[0]}-${to[0]}`,
      ...(await tell(toPoint(from), toPoint(to), ask)),
      published,
    ]);
  const head = [
    'City',
    'Trip',
    'km',
    'min',
    'p10 to p90',
    'Stations',
    'Toll',
    'Moved m',
    'Published',
  ];
  return formatTable(head, rows);
}

const toPoint = ([, lat, lon]: readonly [string, number, number]): LatLon => ({ lat, lon });

async function tell(from: LatLon, to: LatLon, ask: AskProduct): Promise<(string | number)[]> {
  const { bill, stops } = await ask({ from, to, refine: true });
  const free = bill.freePassages.map(({ name }) => `${name} (free)`);
  const stations = [...bill.chargedStations.map(({ name }) => name), ...free].join(', ');
  const { p10Min = 0, p90Min = 0 } = bill.durationRange ?? {};
  return [
    Math.round(bill.distance / 100) / 10,
    Math.round(bill.durationMin),
    `${Math.round(p10Min)} to ${Math.round(p90Min)}`,
    stations === '' ? '-' : stations,
    bill.tollSmall,
    Math.max(...stops.map(({ movedM }) => movedM)),
  ];
}
