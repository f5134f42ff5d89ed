import type { LatLon } from '../../../src/base/point.ts';
import { toUtm33 } from '../../../src/geo/utm33.ts';
import type { FakeHandler } from '../fake-upstream.ts';
import { type FakeAnswer, json } from './answer.ts';

/** A road object as the road database (NVDB, API les V4) writes it. */
export type RoadObject = Readonly<Record<string, unknown>> & { readonly id: number };

/** The objects of a fake road database, by type. */
export type RoadObjects = Readonly<Record<45 | 64 | 107 | 162 | 770, readonly RoadObject[]>>;

export interface FakeRoadDatabase {
  readonly handler: FakeHandler;
  /** From now on the database has these objects. */
  have(objects: RoadObjects): void;
  /** Sets the road network's answers by link sequence. A sequence that is absent has no carriageways. */
  haveCarriageways(segments: Readonly<Record<number, readonly unknown[]>>): void;
}

/**
 * A road database with so many objects on a page. The last page names a next page, which is empty. The real database
 * may do the same.
 */
export function fakeRoadDatabase(start: RoadObjects, pageSize = 200): FakeRoadDatabase {
  let objects = start;
  let carriageways: Readonly<Record<number, readonly unknown[]>> = {};
  return {
    have: (next) => {
      objects = next;
    },
    haveCarriageways: (segments) => {
      carriageways = segments;
    },
    handler: ({ path }) => {
      const url = new URL(path, 'http://nvdb');
      const type = /^\/vegobjekter\/api\/v4\/vegobjekter\/(45|64|107|162|770)$/.exec(
        url.pathname,
      )?.[1];
      if (type !== undefined)
        return page(objects[Number(type) as keyof RoadObjects], url.searchParams, pageSize);
      if (url.pathname === '/vegnett/api/v4/veglenkesekvenser/segmentert')
        return json({
          objekter: carriageways[Number(url.searchParams.get('superid'))] ?? [],
          metadata: { returnert: 0 },
        });
      return json({ type: 'about:blank', title: 'Not Found', status: 404 }, 404);
    },
  };
}

function page(all: readonly RoadObject[], query: URLSearchParams, pageSize: number): FakeAnswer {
  const from = Number(query.get('start') ?? '0');
  const size = Math.min(pageSize, Number(query.get('antall') ?? pageSize));
  const objekter = all.slice(from, from + size);
  const start = String(from + objekter.length);
  const metadata = { returnert: objekter.length, sidestørrelse: size };
  if (objekter.length === 0) return json({ objekter, metadata });
  const href = `https://nvdbapiles.atlas.vegvesen.no/vegobjekter/45?start=${start}`;
  return json({ objekter, metadata: { ...metadata, neste: { start, href } } });
}

/** A value of a property, by its id; choices are `[text, id]`. */
type PropertyValues = Readonly<Record<number, unknown>>;

export interface ObjectFacts {
  readonly id: number;
  readonly at: LatLon;
  /** The line of a road; absent: the object is a point. */
  readonly line?: readonly LatLon[];
  readonly properties: PropertyValues;
  /** `E39`; absent: no road reference. */
  readonly road?: string;
  readonly municipality?: number;
  /** Place on the metering of the road; absent: 1, 1, 0. */
  readonly metering?: { section: number; part: number; metre: number; direction?: 'MED' | 'MOT' };
  readonly positions?: readonly unknown[];
  readonly ended?: string;
}

/** A road object with the members that the reference shows. */
export function roadObject(facts: ObjectFacts): RoadObject {
  const { id, at, line, properties, road, municipality = 301, positions = [], ended } = facts;
  const points = (line ?? [at]).map((point) => {
    const [eastingM, northingM] = toUtm33(point);
    return `${eastingM.toFixed(3)} ${northingM.toFixed(3)} 12.3`;
  });
  const wkt = `${line === undefined ? 'POINT' : 'LINESTRING'} Z (${points.join(', ')})`;
  return {
    id,
    href: `https://nvdbapiles.atlas.vegvesen.no/vegobjekter/45/${id}/1`,
    metadata: {
      type: { id: 45, navn: 'Bomstasjon' },
      versjon: 1,
      startdato: '2020-01-01',
      ...(ended !== undefined && { sluttdato: ended }),
      sist_modifisert: '2026-01-02T03:04:05',
    },
    egenskaper: Object.entries(properties).flatMap(([key, value]) =>
      value === null ? [] : [formatProperty(Number(key), value)],
    ),
    geometri: { wkt, srid: 5973, egengeometri: true },
    lokasjon: {
      kommuner: [municipality],
      fylker: [Math.floor(municipality / 100)],
      vegsystemreferanser: road === undefined ? [] : [formatReference(road, facts.metering)],
      stedfestinger: positions,
      geometri: { wkt, srid: 5973 },
    },
  };
}

function formatProperty(id: number, value: unknown) {
  const [text, choice] = Array.isArray(value) ? value : [value];
  return {
    id,
    navn: `Egenskap ${id}`,
    egenskapstype: Array.isArray(value) ? 'Tekstenum' : 'Tekst',
    verdi: text,
    ...(choice !== undefined && { enum_id: choice }),
  };
}

function formatReference(
  road: string,
  metering: ObjectFacts['metering'] = { section: 1, part: 1, metre: 0 },
) {
  const { section, part, metre, direction = 'MED' } = metering;
  return {
    vegsystem: {
      vegkategori: road[0],
      fase: 'V',
      ...(road.length > 1 && { nummer: Number(road.slice(1)) }),
    },
    strekning: {
      strekning: section,
      delstrekning: part,
      arm: false,
      adskilte_løp: 'Nei',
      trafikantgruppe: 'K',
      retning: direction,
      meter: metre,
    },
    kortform: `${road} S${section}D${part} m${metre}`,
  };
}
