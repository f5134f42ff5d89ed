import type { LatLon } from '../../src/base/point.ts';
import type { ConnectionRecord } from '../../src/facts/schema/ferries.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import type { FerrySectionRecord, SectionRecord } from '../../src/facts/schema/road-closures.ts';
import type { StationRecord } from '../../src/facts/schema/toll-stations.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { type RoadObject, type RoadObjects, roadObject } from './fake-upstream/road-database.ts';

const CATEGORIES: Readonly<Record<string, string>> = {
  autopass: 'AutoPASS bomstasjon',
  private: 'Bomstasjon på lokal/privat veg',
  'ferry-collection': 'Ferjeinnkrevingspunkt',
};

const STATUSES: Readonly<Record<string, readonly [string, number]>> = {
  'in-use': ['Trafikkeres', 12865],
  standby: ['Beredskapskai', 21612],
  closed: ['Nedlagt', 12866],
};

const LEVELS: Readonly<Record<string, readonly [string, number]>> = {
  state: ['Riksvegferjesamband', 18304],
  county: ['Fylkesferjesamband', 18305],
  municipal: ['Kommuneferjesamband', 18306],
  private: ['Privat ferjesamband', 21094],
};

const OPERATIONS: Readonly<Record<string, readonly [string, number]>> = {
  'all-year': ['Helårssamband', 12858],
  summer: ['Sommersamband', 21525],
  'all-year-more-in-summer': ['Helårs med sambandsutvidelse sommersesong', 21731],
};

/** The objects that the road database would need to give for the bundled data. */
export function bundledRoadObjects(): RoadObjects {
  const { operators } = readBundled(DATA_DIR, 'curated/toll-stations-operators.json');
  const spell = ({ operator, project, kind }: StationRecord) => {
    if (kind !== 'autopass') return operator;
    const rows = operators.filter((row) => row.operator === operator);
    return (rows.find((row) => row.project === project) ?? rows[0])?.written[0] ?? null;
  };
  const { stations } = readBundled(DATA_DIR, 'toll-stations.json');
  const { quays } = readBundled(DATA_DIR, 'ferry-quays.json');
  const { cameras } = readBundled(DATA_DIR, 'speed-cameras.json');
  const { connections } = readBundled(DATA_DIR, 'ferry-connections.json');
  const quayOf = new Map(quays.map((quay) => [quay.id, quay]));
  const { sections, ferries } = readBundled(DATA_DIR, 'road-closures.json');
  return {
    45: stations.map((station) => stationObject(station, spell(station))),
    64: quays.map(({ id, name, status, ...place }) =>
      plainObject({ id, ...place }, { 2179: name, 9229: STATUSES[status] ?? null }),
    ),
    107: [...sections, ...ferries]
      .filter(({ source }) => source.startsWith('NVDB type 107'))
      .map(closureObject),
    770: connections.map((connection) =>
      ferryObject(
        connection,
        connection.quayIds.flatMap((id) => quayOf.get(id) ?? []),
      ),
    ),
    162: cameras.map(({ id, name, ...place }) => plainObject({ id, ...place }, { 9522: name })),
  };
}

function closureObject(closure: SectionRecord | FerrySectionRecord): RoadObject {
  const { id, name, road, ends } = closure;
  const closed = 'closed' in closure ? closure.closed : undefined;
  const days = 'notClosed' in closure ? closure.notClosed : closed;
  return roadObject({
    id: Number(id),
    at: ends[0],
    line: ends,
    ...(road !== undefined && { road }),
    properties: {
      1082: name,
      12228: ['Ja', 21341],
      12222: ends[0].name,
      12223: ends[1].name,
      1917: closed?.days ?? null,
      2074: days?.from ?? null,
      2223: days?.to ?? null,
      2073: closed?.night?.from ?? null,
      2222: closed?.night?.to ?? null,
    },
  });
}

function ferryObject(
  { id, name, road, authority, operation, line }: ConnectionRecord,
  quays: readonly { readonly lat: number; readonly lon: number }[],
): RoadObject {
  const points = line?.map(([lon, lat]) => ({ lat, lon })) ?? quays;
  return roadObject({
    id: Number(id),
    at: points[0] ?? { lat: 60, lon: 5 },
    line: points,
    road,
    properties: {
      9186: name.replace('-', ' - '),
      9187: Number(id),
      12509: `VEI:Line:${id}`,
      10954: LEVELS[authority.replace(/ .*/, '')] ?? null,
      9189: OPERATIONS[operation] ?? null,
    },
  });
}

const DIRECTIONS = {
  both: ['Begge retninger', 13261],
  with: ['Med metrering', 13259],
  against: ['Mot metrering', 13260],
} as const;

/** Stations whose direction follows from a neighbour that charges the other way along the road. */
const AGAINST: readonly string[] = ['929790741', '1022267974'];

function stationObject(station: StationRecord, operator: string | null): RoadObject {
  const { id, name, road, municipality, lat, lon, rush, hourGroup, charged } = station;
  const [morning, afternoon] = (rush ?? []).map((window) => window.split('-'));
  return roadObject({
    id: Number(id),
    at: { lat, lon },
    road,
    ...(municipality !== null && { municipality }),
    properties: {
      9390: CATEGORIES[station.kind],
      1078: name,
      10714: operator,
      9414: DIRECTIONS[charged === 'both' ? 'both' : AGAINST.includes(id) ? 'against' : 'with'],
      1820: station.smallNok,
      1819: station.largeNok,
      9410: station.smallRushNok,
      9411: station.largeRushNok ?? null,
      9407: morning?.[0] ?? null,
      9408: morning?.[1] ?? null,
      9405: afternoon?.[0] ?? null,
      9406: afternoon?.[1] ?? null,
      9412: hourGroup === null ? ['Ikke timesregel', 13258] : ['Første passering gjelder', 13257],
    },
  });
}

interface PlainRecord extends LatLon {
  readonly id: string;
  readonly road?: string | null;
  readonly municipality?: number | null;
}

const plainObject = (
  { id, lat, lon, road, municipality }: PlainRecord,
  properties: Readonly<Record<number, unknown>>,
) =>
  roadObject({
    id: Number(id),
    at: { lat, lon },
    properties,
    ...(road != null && { road }),
    ...(municipality != null && { municipality }),
  });

/** The objects with some of one type replaced, by id; `undefined` takes one away. */
export function changed(
  objects: RoadObjects,
  type: keyof RoadObjects,
  change: (object: RoadObject) => RoadObject | undefined,
): RoadObjects {
  return { ...objects, [type]: objects[type].flatMap((object) => change(object) ?? []) };
}

/** The object with properties of other values; `null` takes one away. */
export function withProperties(
  object: RoadObject,
  values: Readonly<Record<number, unknown>>,
): RoadObject {
  const own = object.egenskaper as readonly { readonly id: number }[];
  const added = roadObject({ id: 1, at: { lat: 60, lon: 10 }, properties: values })
    .egenskaper as readonly { readonly id: number }[];
  return {
    ...object,
    egenskaper: [...own.filter(({ id }) => !(id in values)), ...added],
  };
}
