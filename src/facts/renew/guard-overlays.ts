/**
 * Road objects that lie over roads and ferry lines and price nothing themselves: what is odd among them stays as it is
 * and is told, the others go in, and none holds up the prices.
 */
import type { ParsedObjects, RoadObject } from '../../upstream/road-database/parse-objects.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { label } from './guard-places.ts';
import type { Named } from './renewed-data.ts';

/** Rows that may go in, and what was set aside: one sentence without full stop each. */
export interface SoundOverlay<Row> {
  readonly rows: readonly Row[];
  readonly odd: readonly string[];
  /** New objects that have no record: a person may add one. */
  readonly left: readonly string[];
}

/** How one type is told of and judged. */
export interface OverlayTerms<Row, Known> {
  readonly limits: Pick<RenewalLimits, 'mostFallPercent'>;
  /** `closed road`. */
  readonly what: string;
  /** What an odd one does: `keeps its days`; all of them: `keep their days`. */
  readonly keeps: readonly [one: string, all: string];
  /** Is the record one that the road database has? */
  isObject(record: Known): boolean;
  /** Does the row say that there is such a thing? Absent: each does. */
  isThere?(row: Row): boolean;
  /** Why a row does not go in, its subject the object; `undefined`: it may. */
  judge(row: Row, record: Known | undefined): string | undefined;
  /** How a new one is told of; `undefined`: not at all. */
  describe(row: Row): string | undefined;
}

/** Sets the rows aside that are odd; all of them where too many of the known are gone. */
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
