import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import {
  type Choice,
  type Metering,
  NotReadable,
  parsePlace,
  readProperties,
  roundAt,
} from './read-object.ts';

/** An object of the road database. */
export interface RoadObject {
  readonly nvdbId: number;
  /** `null`: it has none. */
  readonly name: string | null;
}

/** An object that exists but can not be read. */
export interface UnreadableObject {
  /** Absent: it has none. */
  readonly id?: number;
  /** One sentence without full stop. */
  readonly line: string;
}

/** The objects of one type, read or unreadable. */
export interface ParsedObjects<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableObject[];
}

/** Gives the row of an object; `undefined`: the object does not count. */
export type ParseObject<Row> = (
  id: number,
  raw: Readonly<Record<string, unknown>>,
) => Row | undefined;

/**
 * Reads the objects that are in force on a day.
 *
 * @param today `YYYY-MM-DD`. An object that ends on this day or earlier is not in force.
 */
export function parseObjects<Row>(
  objects: readonly unknown[],
  parse: ParseObject<Row>,
  today: string,
): ParsedObjects<Row> {
  const rows: Row[] = [];
  const unreadable: UnreadableObject[] = [];
  const inForce = objects
    .map((object) => readRecord(object) ?? {})
    .filter((raw) => !hasEnded(raw, today));
  for (const raw of inForce) {
    const id = findId(raw);
    try {
      if (id === undefined) throw new NotReadable('it has no id');
      const row = parse(id, raw);
      if (row !== undefined) rows.push(row);
    } catch (cause) {
      if (!(cause instanceof NotReadable)) throw cause;
      const line = `the object ${readText(raw.id) ?? 'without id'}: ${cause.message}`;
      unreadable.push({ ...(id !== undefined && { id }), line });
    }
  }
  return { rows, unreadable };
}

function findId({ id }: Readonly<Record<string, unknown>>): number | undefined {
  const number = readNumber(id);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function hasEnded(raw: Readonly<Record<string, unknown>>, today: string): boolean {
  const end = readLastDay(raw);
  return end !== undefined && end <= today;
}

/** The first day on which an object is no longer in force, unchecked; `undefined`: it is not told. */
export const readLastDay = ({ metadata }: Readonly<Record<string, unknown>>): string | undefined =>
  readText(readRecord(metadata)?.sluttdato)?.slice(0, 10);

/** A speed camera by the road database, type 162. */
export interface CameraRow extends RoadObject {
  readonly lon: number;
  readonly lat: number;
  /** `E39`; `null`: the object has no road reference. */
  readonly road: string | null;
  /** The metering of the road there. */
  readonly metering: readonly Metering[];
}

/** Source: NVDB data catalogue 2.38, type 162. */
const CAMERA_NAME = 9522;

/**
 * Reads a camera.
 *
 * @returns `undefined` for a test point, which is no camera.
 * @throws NotReadable when the position cannot be read.
 */
export function parseCamera(
  nvdbId: number,
  raw: Readonly<Record<string, unknown>>,
): CameraRow | undefined {
  const name = readProperties(raw.egenskaper).text(CAMERA_NAME) ?? null;
  if (name !== null && /testpunkt/i.test(name)) return undefined;
  const { at, road, metering } = parsePlace(raw, 'object');
  return { nvdbId, ...roundAt(at, 6), road, name, metering };
}

/** A ferry quay by the road database, type 64. `null`: not told. */
export interface QuayRow extends RoadObject {
  readonly lon: number;
  readonly lat: number;
  readonly municipality: number | null;
  /** The value of the road database; `unknown`: it is not among the known values. */
  readonly status: string;
  readonly ramps: number | null;
  readonly waitingRoom: boolean | null;
  readonly owner: string | null;
}

/** Source: NVDB data catalogue 2.38, type 64. */
const QUAY = { name: 2179, status: 9229, ramps: 9491, waitingRoom: 10729, owner: 7559 } as const;

const STATUSES: readonly Choice<'Trafikkeres' | 'Nedlagt' | 'Beredskapskai'>[] = [
  { means: 'Trafikkeres', enumId: 12865, texts: ['trafikkeres'] },
  { means: 'Nedlagt', enumId: 12866, texts: ['nedlagt'] },
  { means: 'Beredskapskai', enumId: 21612, texts: ['beredskapskai'] },
];

const YES_NO: readonly Choice<'yes' | 'no'>[] = [
  { means: 'yes', texts: ['ja', 'true'] },
  { means: 'no', texts: ['nei', 'false'] },
];

/** @throws NotReadable when a number or the position cannot be read. */
export function parseQuay(nvdbId: number, raw: Readonly<Record<string, unknown>>): QuayRow {
  const properties = readProperties(raw.egenskaper);
  const { at, municipality } = parsePlace(raw, 'object');
  const room = properties.choice(QUAY.waitingRoom, YES_NO);
  return {
    nvdbId,
    name: properties.text(QUAY.name) ?? null,
    ...roundAt(at, 5),
    municipality,
    status: properties.choice(QUAY.status, STATUSES) ?? 'unknown',
    ramps: properties.number(QUAY.ramps) ?? null,
    waitingRoom: room === 'yes' || room === 'no' ? room === 'yes' : null,
    owner: properties.text(QUAY.owner) ?? null,
  };
}
