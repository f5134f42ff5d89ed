/** Renews the data in force from the road database. */
import { type Day, fromDayNumber, toDayNumber } from '../../base/day.ts';
import { Fault } from '../../base/fault.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { LatLon } from '../../base/point.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import { loadNetworkInputs } from '../../network/link.ts';
import { type FindNear, openFinder } from '../../network/placement/find-near.ts';
import { isRoadNear } from '../../network/placement/place-sections.ts';
import type { UpstreamLimits } from '../../upstream/call/terms.ts';
import {
  openRoadDatabase,
  type RoadDatabase,
  type RoadDatabaseRows,
} from '../../upstream/road-database/road-database.ts';
import { loadNorway, loadRenewalLimits } from '../load-country.ts';
import { openFacts } from '../open-facts.ts';
import type { RenewalLimits } from '../schema/operation.ts';
import { verifyBundled } from '../schema/read-bundled.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import { compareData, type DataChanges } from './compare-data.ts';
import { noteRenewal, readLastRenewal } from './daily-renewal.ts';
import { takeSoundClosures, takeSoundFerries } from './guard-overlays.ts';
import { type Harvest, RefusedRenewal, type SoundHarvest, takeSound } from './guard-renewal.ts';
import { label } from './guard-rows.ts';
import {
  loadRenewable,
  loadRenewalSources,
  putInForce,
  type RenewalParts,
  readKeptRows,
  underRenewalLock,
} from './put-in-force.ts';
import { renewData } from './renew-data.ts';
import type { AskedLink, RenewableData, Undecided } from './renewed-data.ts';

export interface RenewOptions {
  /** Reports the changes, and writes nothing. */
  readonly dryRun: boolean;
  /** Accepts more changes than the limits allow. */
  readonly force: boolean;
  /** Does nothing if the last successful renewal is recent. */
  readonly ifDue: boolean;
  /** Limits for calls to the road database that differ from the usual ones. */
  readonly limits?: Partial<UpstreamLimits>;
}

export interface Renewal {
  readonly outcome: 'renewed' | 'unchanged' | 'not-due' | 'dry-run';
  /** The version in force afterwards; absent: nothing was written. */
  readonly version?: string;
  /** Absent: the renewal was not due. */
  readonly changes?: DataChanges;
  readonly undecided: readonly Undecided[];
  /** Toll stations that were set aside and why, one sentence without full stop each. */
  readonly oddStations: readonly string[];
  /** Roads closed in winter that keep their days and why, one sentence without full stop each. */
  readonly oddClosures: readonly string[];
  /** Ferry connections that stay as they are, as above. */
  readonly oddFerries: readonly string[];
  /** Remarks for a person to look at, one sentence without full stop each. */
  readonly notes: readonly string[];
}

/** A daily renewal that comes a little early still counts as due. */
const DUE_AFTER_MS = 20 * 3_600_000;

/**
 * Renews the data, one process at a time. If it is killed at any moment, either the old data or the new data is in
 * force.
 *
 * @throws Fault when the road database fails, `RefusedRenewal` when its data is not sound, `NoContact` when no contact
 * is set. Then the data in force stays.
 */
export function renewFacts(parts: RenewalParts, options: RenewOptions): Promise<Renewal> {
  if (options.dryRun) return renew(parts, options);
  return underRenewalLock(parts, () => renewAndNote(parts, options));
}

async function renewAndNote(parts: RenewalParts, options: RenewOptions): Promise<Renewal> {
  const {
    clock,
    folders: { home },
  } = parts;
  const last = await readLastRenewal(home);
  // The noted time may lie in the future if the clock has been set back since. Then the renewal is due.
  const sinceMs = clock.now() - (last?.atMs ?? 0);
  if (options.ifDue && last?.ok === true && sinceMs >= 0 && sinceMs < DUE_AFTER_MS)
    return { outcome: 'not-due', undecided: [], ...NOTHING_ODD, notes: [] };
  try {
    const renewal = await renew(parts, options);
    const { oddStations, oddClosures, oddFerries } = renewal;
    const odd = { oddStations, oddClosures, oddFerries };
    await noteRenewal(home, { atMs: clock.now(), ok: true, ...odd });
    return renewal;
  } catch (error) {
    await noteRenewal(home, { atMs: clock.now(), ok: false, ...describeFailure(error) });
    throw error;
  }
}

const NOTHING_ODD = { oddStations: [], oddClosures: [], oddFerries: [] } as const;

/** The public reason of a failure. It has no path, no address and no text of a service. */
function describeFailure(error: unknown): { reason: string; retryAfterS?: number } {
  if (error instanceof Fault) {
    const { publicMessage: reason, retryAfterS } = error;
    return { reason, ...(retryAfterS !== undefined && { retryAfterS }) };
  }
  if (error instanceof RefusedRenewal || error instanceof NoContact)
    return { reason: error.message };
  return { reason: 'The renewal failed; what veipris data renew says tells why.' };
}

/** The road authority asks for an address that it can write to. The message is public. */
class NoContact extends Error {
  override readonly name = 'NoContact';
  override readonly message =
    'ROAD_DATABASE_CONTACT must be set to an e-mail address before the road database is asked.';
}

async function renew(
  parts: RenewalParts,
  { dryRun, force, limits: patience }: RenewOptions,
): Promise<Renewal> {
  const { folders, clock, onProgress } = parts;
  const { data } = folders;
  verifyBundled(data);
  const today = toOsloTime(clock.now()).day;
  const limits = loadRenewalLimits(data);
  const { url, contact } = parts.roadDatabase;
  if (contact === undefined) throw new NoContact();
  const database = openRoadDatabase({ url, contact }, patience);
  try {
    onProgress(
      'reading stations, quays, cameras, closed roads and ferry connections from the road database',
    );
    const harvest = await database.readAll(today);
    const { facts, version: inForce } = await openFacts(folders);
    const before = loadRenewable(facts.place);
    const { rows, kept, told } = takeAll(harvest, before, { data, limits, force });
    const known = inForce === undefined ? [] : (await readKeptRows(inForce)).links;
    if (!dryRun) onProgress('asking the road network for the carriageways of the stations');
    const asked = dryRun
      ? { links: known, notes: [] }
      : await askLinks(database, [...rows.stations, ...kept], { known, today, limits });
    const renewed = renewData({ ...loadRenewalSources(data, today), rows, before });
    const report = {
      changes: compareData(before, renewed, limits.movedM),
      undecided: renewed.undecided,
      ...told,
      notes: [...asked.notes, ...told.notes],
    };
    if (dryRun) return { outcome: 'dry-run', ...report };
    const { version } = await putInForce({ renewed, rows: { ...rows, links: asked.links } }, parts);
    const outcome = version === inForce?.version ? 'unchanged' : 'renewed';
    return { outcome, version, ...report };
  } finally {
    await database.close();
  }
}

/**
 * The rows of a harvest that are taken, the stations that keep their records, and a report of everything that was set
 * aside.
 *
 * @throws RefusedRenewal when the rows that prices depend on are not sound.
 */
function takeAll(
  harvest: RoadDatabaseRows,
  before: RenewableData,
  { data, ...terms }: { readonly data: string; readonly limits: RenewalLimits; force: boolean },
) {
  const { rows: sound, odd } = takeSound(readPrices(harvest), before, {
    ...terms,
    norway: loadNorway(data),
  });
  const kept = before.stations.filter(({ id }) => odd.has(Number(id)));
  const closures = takeSoundClosures(
    { rows: harvest.closures, unreadable: harvest.unreadable.closures },
    before.closures,
    { ...terms, hasRoad: openRoadTest(data) },
  );
  const ferries = takeSoundFerries(
    { rows: harvest.ferries, unreadable: harvest.unreadable.ferries },
    before.connections.connections,
    {
      ...terms,
      quays: before.quays,
      quaysThere: harvest.quays,
      seasonal: new Set(before.closures.ferries.map(({ connectionId }) => connectionId)),
    },
  );
  return {
    rows: {
      ...sound,
      closures: closures.rows,
      ferries: ferries.rows,
      ...(kept.length > 0 && { keptStations: kept.map(({ id }) => id) }),
    },
    kept,
    told: {
      oddStations: listOdd(odd, kept),
      oddClosures: closures.odd,
      oddFerries: ferries.odd,
      notes: [...listDoubts(sound), ...closures.left, ...ferries.left],
    },
  };
}

/** The rows that prices depend on, which are checked together. Each overlay is checked by itself. */
const readPrices = ({ unreadable, ...rows }: RoadDatabaseRows): Harvest => ({
  rows,
  unreadable: [
    ...unreadable.stations.map(({ id, line }) => ({
      line,
      ...(id !== undefined && { station: id }),
    })),
    ...[...unreadable.quays, ...unreadable.cameras].map(({ line }) => ({ line })),
  ],
});

/** Tells whether a road of a name is near a place. The roads are read at the first question. */
function openRoadTest(data: string): (road: string, at: LatLon) => boolean {
  let find: FindNear | undefined;
  return (road, at) => {
    find ??= openFinder(loadNetworkInputs(data).readLinks());
    return isRoadNear(find, road, at);
  };
}

/** The stations that were set aside, with the reasons. */
function listOdd(
  odd: SoundHarvest['odd'],
  kept: readonly Pick<StationRecord, 'id'>[],
): readonly string[] {
  const ids = new Set(kept.map(({ id }) => id));
  return [...odd].map(([id, lines]) => {
    const what = ids.has(String(id)) ? 'keeps its record' : 'is new and left out';
    return `the station ${id} ${what}: ${lines.join('; ')}`;
  });
}

const listDoubts = ({ stations }: Pick<RoadDatabaseRows, 'stations'>): string[] =>
  stations.flatMap((row) => row.doubts.map((doubt) => `the station ${label(row)}: ${doubt}`));

/** The most time for asking for the carriageways. Missing carriageways are asked for on the next day. */
const LINKS_MS = 120_000;

interface LinkTerms {
  /** The answers that earlier renewals got. */
  readonly known: readonly AskedLink[];
  readonly today: Day;
  readonly limits: Pick<RenewalLimits, 'askLinksAgainAfterDays'>;
}

/** The carriageways of the stations, and a note if some could not be asked for. */
async function askLinks(
  database: Pick<RoadDatabase, 'readCarriageways'>,
  stations: readonly Pick<StationRecord, 'positions'>[],
  terms: LinkTerms,
): Promise<{ readonly links: readonly AskedLink[]; readonly notes: readonly string[] }> {
  const linkIds = stations.flatMap(({ positions = [] }) => positions.map(({ linkId }) => linkId));
  const { links, missed, failure } = await readLinks(linkIds, database.readCarriageways, {
    ...terms,
    signal: AbortSignal.timeout(LINKS_MS),
  });
  if (missed === 0) return { links, notes: [] };
  const why = failure instanceof Error ? failure.message : String(failure);
  return { links, notes: [`the carriageways of ${missed} links could not be asked for: ${why}`] };
}

/** The number of questions at the same time. */
const AT_ONCE = 4;

/**
 * The carriageways of link sequences. They are used only to make matching more exact. So the first failure ends the
 * questions, and the remaining links keep their old answers. A link that could not be asked for has its old answer, or
 * is absent.
 *
 * @internal Outside this file only its tests use it.
 */
export async function readLinks(
  linkIds: readonly number[],
  ask: (linkId: number, signal: AbortSignal) => Promise<readonly CarriagewayPiece[]>,
  { known, today, limits, signal }: LinkTerms & { readonly signal: AbortSignal },
): Promise<{
  readonly links: readonly AskedLink[];
  readonly missed: number;
  readonly failure?: unknown;
}> {
  const oldest = fromDayNumber(toDayNumber(today) - limits.askLinksAgainAfterDays);
  const links = new Map(known.map((link) => [link.linkId, link]));
  const wanted = [...new Set(linkIds)].sort((a, b) => a - b);
  const due = wanted.filter((linkId) => (links.get(linkId)?.askedOn ?? '') <= oldest);
  let next = 0;
  let asked = 0;
  let failure: unknown;
  const askOn = async () => {
    while (next < due.length && failure === undefined) {
      const linkId = due[next++] as number;
      try {
        const pieces = await ask(linkId, signal);
        links.set(linkId, { linkId, askedOn: today, pieces });
        asked++;
      } catch (error) {
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return {
    links: wanted.flatMap((linkId) => links.get(linkId) ?? []),
    missed: due.length - asked,
    ...(failure !== undefined && { failure }),
  };
}
