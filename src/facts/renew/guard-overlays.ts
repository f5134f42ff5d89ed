/**
 * Guards overlays: road objects that lie over roads and ferry lines and have no price of their own. An odd object stays
 * as it is and is reported. The others are renewed. None of them stops the renewal of prices.
 */
import type { ParsedObjects, RoadObject } from '../../upstream/road-database/parse-objects.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { label } from './guard-places.ts';
import type { Named } from './renewed-data.ts';

/** The rows that are taken, and sentences without full stop about those that were set aside. */
export interface SoundOverlay<Row> {
  readonly rows: readonly Row[];
  readonly odd: readonly string[];
  /** New objects without a record. A person may add a record. */
  readonly left: readonly string[];
}

/** How one type of object is named and judged. */
export interface OverlayTerms<Row, Known> {
  readonly limits: Pick<RenewalLimits, 'mostFallPercent'>;
  /** `closed road`. */
  readonly what: string;
  /** The predicate for an odd object, `keeps its days`, and for all objects, `keep their days`. */
  readonly keeps: readonly [one: string, all: string];
  /** Should the road database have the record? */
  isObject(record: Known): boolean;
  /** Does the row say that the object still exists? Absent: every row does. */
  isThere?(row: Row): boolean;
  /** Why a row is set aside, with the object as subject; `undefined`: it is taken. */
  judge(row: Row, record: Known | undefined): string | undefined;
  /** The description of a new object; `undefined`: it is not reported. */
  describe(row: Row): string | undefined;
}

/** Sets odd rows aside. If too many known objects are gone or have ended, all rows are set aside. */
export function takeSoundOverlay<Row extends RoadObject, Known extends Named>(
  { rows, unreadable }: ParsedObjects<Row>,
  records: readonly Known[],
  terms: OverlayTerms<Row, Known>,
): SoundOverlay<Row> {
  const { limits, what, keeps, isObject, isThere = () => true, judge, describe } = terms;
  const [keepsOne, keepAll] = keeps;
  const known = new Map(records.map((record) => [Number(record.id), record]));
  const told = new Set([...rows.map(({ nvdbId }) => nvdbId), ...unreadable.map(({ id }) => id)]);
  const objects = records.filter(isObject);
  const gone = objects.filter(({ id }) => !told.has(Number(id)));
  const ended = new Set(rows.filter((row) => !isThere(row)).map(({ nvdbId }) => nvdbId));
  const there = objects.filter((record) => !gone.includes(record) && !ended.has(Number(record.id)));
  if ((objects.length - there.length) * 100 > objects.length * limits.mostFallPercent) {
    const few = `${there.length} of ${objects.length} known ${what}s are there`;
    return { rows: [], odd: [`${few}, which is too few: all ${keepAll}`], left: [] };
  }
  const twice = listTwice(rows);
  const judged = rows.map((row) => {
    const record = known.get(row.nvdbId);
    const why = twice.has(row.nvdbId) ? 'is there twice' : judge(row, record);
    return { row, isKnown: record !== undefined, why };
  });
  const odd = judged.flatMap(({ row, isKnown, why }) =>
    isKnown && why !== undefined ? [`the ${what} ${label(row)} ${why}: it ${keepsOne}`] : [],
  );
  const left = judged.flatMap(({ row, isKnown, why }) => {
    const described = isKnown || why === undefined ? undefined : describe(row);
    return described === undefined ? [] : [`the ${what} ${described} has no row: it ${why}`];
  });
  const unread = unreadable.map(({ line, id }) => {
    const record = id === undefined ? undefined : known.get(id);
    return record ? `${line} (${record.name}): it ${keepsOne}` : `${line}: it is left out`;
  });
  const lost = gone.map(({ id, name }) => `the ${what} ${id} (${name}) is gone: it ${keepsOne}`);
  return {
    rows: judged.flatMap(({ row, why }) => (why === undefined ? [row] : [])),
    odd: [...new Set([...lost, ...unread, ...odd])],
    left: [...new Set(left)],
  };
}

function listTwice(rows: readonly RoadObject[]): ReadonlySet<number> {
  const ids = rows.map(({ nvdbId }) => nvdbId);
  return new Set(ids.filter((id, i) => ids.indexOf(id) !== i));
}
