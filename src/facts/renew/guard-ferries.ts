/** Guards the ferry connections of a renewal. An odd connection stays as it is and is reported. */
import { flatDistanceM } from '../../geo/on-line.ts';
import type { FerryRow } from '../../upstream/road-database/parse-ferry.ts';
import type { ParsedObjects, QuayRow } from '../../upstream/road-database/parse-objects.ts';
import type { ConnectionRecord, QuayRecord } from '../schema/ferries.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { covers, tellDays } from './guard-closures.ts';
import { type SoundOverlay, takeSoundOverlay } from './guard-overlays.ts';
import { label } from './guard-places.ts';
import { hasEnded } from './renew-ferries.ts';

interface FerryTerms {
  readonly limits: RenewalLimits;
  /** Another road category, authority or period of operation is taken. */
  readonly force: boolean;
  /** The quays in force. Our connections and those of the road database are matched by them. */
  readonly quays: readonly QuayRecord[];
  /** The quays that the road database has now. */
  readonly quaysThere: readonly QuayRow[];
  /** Connections that have closed days in `road-closures.json`. */
  readonly seasonal: ReadonlySet<string>;
}

/** Sets odd rows of type 770 aside. If too many known connections are gone or have ended, all rows are set aside. */
export function takeSoundFerries(
  { rows, unreadable }: ParsedObjects<FerryRow>,
  before: readonly ConnectionRecord[],
  terms: FerryTerms,
): SoundOverlay<FerryRow> {
  const sailing = before.filter(({ endedOn }) => endedOn === undefined);
  const isTold = new Set([...rows.map(({ nvdbId }) => nvdbId), ...unreadable.map(({ id }) => id)]);
  const unmatched = sailing.filter(({ id }) => !isTold.has(Number(id)));
  const isOurs = new Set(before.map(({ id }) => Number(id)));
  const renamed = new Map<FerryRow, ConnectionRecord>();
  for (const row of rows.filter(({ nvdbId }) => !isOurs.has(nvdbId)).filter(isThere)) {
    const same = unmatched.filter((record) => isSame(row, record, terms));
    if (same[0] !== undefined && same.length === 1) renamed.set(row, same[0]);
  }
  const matched = rows.map((row) => {
    const record = renamed.get(row);
    return record === undefined ? row : { ...row, nvdbId: Number(record.id) };
  });
  const ids = new Set(matched.map(({ nvdbId }) => String(nvdbId)));
  const ended = unmatched
    .filter(({ id }) => !ids.has(id))
    .filter((record) => !isCalledAt(record, terms))
    .map(toEnded);
  const sound = takeSoundOverlay<FerryRow, ConnectionRecord>(
    { rows: [...matched, ...ended], unreadable },
    before,
    {
      limits: terms.limits,
      what: 'ferry connection',
      keeps: ['stays as it is', 'stay as they are'],
      isObject: ({ endedOn }) => endedOn === undefined,
      isThere,
      judge: (row, record) => judge(row, record, terms),
      describe: (row) => (isThere(row) ? `${label(row)} on ${row.road ?? 'no road'}` : undefined),
    },
  );
  const otherIds = [...renamed].map(
    ([row, record]) => `the ferry connection ${label(row)} is our ${record.id} (${record.name})`,
  );
  const summery = sound.rows
    .filter((row) => isThere(row) && row.operation === 'summer')
    .filter(({ nvdbId }) => !terms.seasonal.has(String(nvdbId)))
    .map(
      (row) =>
        `the ferry connection ${label(row)} sails in summer only and has no row in road-closures.json: it is sailed on all days, with a warning`,
    );
  return { ...sound, left: [...otherIds, ...summery, ...sound.left] };
}

const isThere = (row: FerryRow) => !hasEnded(row);

/** Is an object with another id the same connection? Compares the number, else the road and the quays at its ends. */
function isSame({ number, road, ends }: FerryRow, record: ConnectionRecord, terms: FerryTerms) {
  if (number !== null && record.number !== undefined) return number === record.number;
  return road === record.road && ends !== null && missM(ends, record, terms) <= NEAR_M;
}

/** A line of the road database ends this near to its quays. In 2026 the most was 0.2 km. Metres. */
const NEAR_M = 500;

/** Metres from the farther end of a line to its nearest quay of a connection; `Infinity`: both ends are at one quay. */
function missM(
  ends: NonNullable<FerryRow['ends']>,
  { quayIds }: ConnectionRecord,
  { quays }: Pick<FerryTerms, 'quays'>,
): number {
  const calls = quays.filter(({ id }) => quayIds.includes(id));
  const [from, to] = ends.map((end) =>
    calls
      .map((quay) => ({ id: quay.id, offM: flatDistanceM(quay, end) }))
      .toSorted((a, b) => a.offM - b.offM)
      .at(0),
  );
  if (from === undefined || to === undefined || from.id === to.id) return Number.POSITIVE_INFINITY;
  return Math.max(from.offM, to.offM);
}

/** Are at least two quays of the connection in use? If so, the ferry goes on although its object is gone. */
const isCalledAt = ({ quayIds }: ConnectionRecord, { quaysThere }: FerryTerms) =>
  quaysThere.filter(
    ({ nvdbId, status }) => status === 'Trafikkeres' && quayIds.includes(String(nvdbId)),
  ).length > 1;

const toEnded = ({ id, name, road }: ConnectionRecord): FerryRow => ({
  nvdbId: Number(id),
  ...{ name, road, number: null, level: 'unknown', operation: 'closed-down' },
  ...{ season: null, endsOn: null, ends: null },
});

/** Why a row is set aside; `undefined`: it is taken. The subject of the sentence is the connection. */
function judge(
  row: FerryRow,
  record: ConnectionRecord | undefined,
  { limits, force }: FerryTerms,
): string | undefined {
  if (record === undefined) return 'is new, and crossings of it have no price';
  if (!isThere(row)) return undefined;
  return findOdd(row, limits) ?? (force ? undefined : findTurn(row, record));
}

/** A fact that is impossible, without regard to the record; `undefined`: none. */
function findOdd(
  { name, operation, season, road }: FerryRow,
  { midsummer }: RenewalLimits,
): string | undefined {
  if (name === null || name === '') return 'has no name';
  if (operation === 'unknown') return 'has an operating status that is not known';
  if (road !== null && !/^[ERFKP]/.test(road)) return `is on ${road}, which is no road of ferries`;
  const isSummer = season === null || covers(season, midsummer);
  return isSummer ? undefined : `sails ${tellDays(season)}, which is no summer`;
}

/** An unlikely change; `undefined`: none. */
function findTurn(
  { operation, road, level }: FerryRow,
  record: ConnectionRecord,
): string | undefined {
  if (operation === 'all-year' && record.operation !== 'all-year')
    return 'sails all year there, and in a season here';
  if (road?.[0] !== record.road[0]) return `is on ${road ?? 'no road'} instead of ${record.road}`;
  const ours = record.authority.replace(/ .*/, '');
  return level === 'unknown' || level === ours
    ? undefined
    : `is ${level} instead of ${ours}, which its fares were decided by`;
}
