/** The use case "price a journey": several drives of one vehicle as one toll bill, hour rule and monthly caps across them. */
import type { Calendar } from '../base/calendar.ts';
import { Fault, refusedValues } from '../base/fault.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Fix, LatLon } from '../base/point.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { eachOnce, type Warning, type WarningCode } from '../base/warning.ts';
import { type FerryBill, joinFerryBills } from '../pricing/ferry/bill.ts';
import type { FerryVehicle } from '../pricing/ferry/terms.ts';
import { stepDrives, stepTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollPassage, TollVehicle } from '../pricing/toll/terms.ts';
import { tellUncollected, withoutRepeated } from './list-toll-passages.ts';
import type { TollCatalogue, TraceMatch, WorkTerms } from './ports.ts';
import { listMissing, type Missing, type QuotedRoute, type QuoteRequest } from './quote.ts';
import { type DoubtedToll, priceDoubts, type QuotedTrace, type QuoteTrace } from './quote-trace.ts';
import { checkCapGroups, type QuoteTrip } from './quote-trip.ts';
import { inWholeTrip, type QuotedStop } from './quoted-stops.ts';
import { REST_MS } from './settings.ts';

/** A drive that is planned: from a place to another, and perhaps back. */
export interface PlannedDrive {
  readonly from: LatLon;
  readonly to: LatLon;
  /** In travel order; `stayMs`: how long the vehicle stays there. */
  readonly via: readonly { readonly at: LatLon; readonly stayMs: number }[];
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  /**
   * How long it stays at the end before it goes back past the same stops, milliseconds; absent: it does not go back.
   */
  readonly backAfterMs?: number;
}

/**
 * A drive that is known only by the stations that it passed, each in a charged direction. Passages are in any order, at
 * least one.
 */
export interface PassedDrive {
  readonly passages: readonly { readonly stationId: string; readonly atMs: number }[];
}

/** A drive that was recorded. */
export interface RecordedDrive {
  /** In the order of the recording, at least two. */
  readonly fixes: readonly Fix[];
  /** Departure where the fixes tell no times, Unix milliseconds. */
  readonly startMs: number;
}

export type AskedDrive = PlannedDrive | PassedDrive | RecordedDrive;

export interface JourneyRequest {
  /** At least one, in any order. */
  readonly drives: readonly AskedDrive[];
  readonly size: VehicleSize;
  readonly ferry: FerryVehicle;
  /** Priced beside the four ways to pay; absent: no vehicle was named. */
  readonly vehicle?: TollVehicle;
  /**
   * Paid passages in the month of the first drive, before that drive, by cap group. A group that is not named had none.
   */
  readonly usedBefore?: Readonly<Record<string, number>>;
  /** Planned drives keep off toll roads where they can; absent: they are the fastest. */
  readonly avoidTolls?: boolean;
}

/** A part of a drive without a stay in it. */
interface Leg {
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  readonly quoted: QuotedRoute;
  /** False: its tolls are preliminary. */
  readonly refined: boolean;
}

/** A drive with its part of the bills. */
export interface JourneyDrive {
  /** Which drive of the request it is, from 0 on. */
  readonly asked: number;
  readonly isWayBack: boolean;
  /**
   * Which drive of its recording it is, from 0 on, and its share of the kilometres; absent: the recording is one drive,
   * or there is none.
   */
  readonly part?: { readonly no: number; readonly share: number };
  /** Unix milliseconds. A drive that is told by its passages begins with the first of them and ends with the last. */
  readonly startMs: number;
  readonly endMs: number;
  /** `[]`: it is told by its passages alone. */
  readonly legs: readonly Leg[];
  /** Where the stops of all legs were put; `[]` without legs. */
  readonly stops: readonly QuotedStop[];
  /** What is paid on the drive. `lines` of the bill are those of the journey. */
  readonly toll: TollBill;
  readonly ferry: FerryBill;
  readonly warnings: readonly Warning[];
  readonly missing: readonly Missing[];
  /**
   * How the recording fits the roads, and what stations that may have been passed would add to the bill of the journey;
   * absent: the drive was not recorded.
   */
  readonly recorded?: { readonly match: TraceMatch; readonly doubts: readonly DoubtedToll[] };
}

export interface Journey {
  /** Planner of the drives; absent: all drives are told by their passages. */
  readonly source?: string;
  /** False: a planned drive is preliminary. */
  readonly refined: boolean;
  /** In time order. */
  readonly drives: readonly JourneyDrive[];
  /** The bill of all drives. */
  readonly toll: TollBill;
}

export interface JourneyParts {
  readonly quote: QuoteTrip;
  /** Absent: no drive is recorded. */
  readonly quoteTrace?: QuoteTrace;
  readonly tolls: TollCatalogue;
  readonly calendar: Calendar;
}

/**
 * @throws Fault as `QuoteTrip` does, its sentence with the number of the drive; `invalid_parameter` for a station or a
 * cap group that does not exist.
 */
export async function priceJourney(
  request: JourneyRequest,
  parts: JourneyParts,
  work: WorkTerms = {},
): Promise<Journey> {
  checkStations(request.drives, parts.tolls);
  const driven: Driven[] = [];
  for (const [asked, drive] of request.drives.entries())
    driven.push(...(await driveOne(drive, asked, { ...parts, request, work })));
  return inSteps(billDrives(driven, request, parts), work.pause);
}

function* billDrives(
  driven: readonly Driven[],
  request: JourneyRequest,
  parts: JourneyParts,
): Steps<Journey> {
  const inOrder = driven.toSorted((a, b) => a.startMs - b.startMs || a.asked - b.asked);
  const marked = markTrips(inOrder);
  const tollTerms = journeyTerms(inOrder[0]?.startMs ?? 0, request, parts.tolls);
  const bills = yield* stepDrives(marked, tollTerms, parts.calendar);
  /** The bill of all drives if one of them had passed one more station. */
  const billWith = (no: number) => (passage: TollPassage) => {
    const more = inOrder.map((one, i) => (i === no ? withPassage(one, passage) : one));
    const passages = markTrips(more).flat();
    return stepTolls(
      passages.sort((a, b) => a.atMs - b.atMs),
      tollTerms,
      parts.calendar,
    );
  };
  const drives: JourneyDrive[] = [];
  for (const [i, one] of inOrder.entries()) {
    yield;
    const overlaps = inOrder.slice(0, i).some(({ endMs }) => endMs > one.startMs);
    const drive = toDrive(one, bills.drives[i] as TollBill, request, overlaps);
    const { match } = one;
    const doubts =
      match && (yield* priceDoubts(match.doubts, bills.whole, billWith(i), parts.tolls));
    drives.push({ ...drive, ...(match && doubts && { recorded: { match, doubts } }) });
  }
  const quotes = inOrder.flatMap(({ legs }) => legs);
  const source = quotes[0]?.source;
  return {
    ...(source !== undefined && { source }),
    refined: quotes.every(({ refined }) => refined),
    drives,
    toll: bills.whole,
  };
}

/** A drive before the bills of the journey. */
interface Driven
  extends Pick<JourneyDrive, 'asked' | 'isWayBack' | 'part' | 'startMs' | 'endMs' | 'stops'> {
  readonly legs: readonly (Leg & { readonly source: string })[];
  /** In travel order; between them the vehicle stays somewhere. */
  readonly pieces: readonly Piece[];
  /** Absent: it was not recorded. */
  readonly match?: TraceMatch;
  /** Warnings of the drive itself, beside those of its legs and its bill; absent: there are none. */
  readonly told?: readonly Warning[];
}

/** A part of a drive that is driven in one go. Unix milliseconds. */
interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  /** In travel order. */
  readonly passages: readonly TollPassage[];
}

interface DriveTerms extends JourneyParts {
  readonly request: JourneyRequest;
  readonly work: WorkTerms;
}

async function driveOne(drive: AskedDrive, asked: number, terms: DriveTerms): Promise<Driven[]> {
  if ('passages' in drive) return [driveByPassages(drive, asked, terms.tolls)];
  try {
    return 'fixes' in drive
      ? await driveRecorded(drive, asked, terms)
      : await drivePlanned(drive, asked, terms);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, publicMessage, message, retryAfterS } = error;
    const name = nameDrive(asked);
    const sentence = publicMessage === code ? publicMessage : `${name}: ${publicMessage}`;
    // Of a recording `body` is refused, which a journey has as `trace`.
    const problems = error.problems
      .filter(({ parameter }) => code === 'route_not_possible' || parameter === 'body')
      .map((one) => ({
        parameter: `${name}.${one.parameter === 'body' ? 'trace' : one.parameter}`,
        message: `${name}: ${one.message}`,
      }));
    throw new Fault(code, sentence, { message, cause: error, retryAfterS, problems });
  }
}

/** The name of a drive in the question. */
const nameDrive = (asked: number): string => `drives[${asked}]`;

/** Every station is one of the catalogue, see `checkStations`. */
function driveByPassages({ passages }: PassedDrive, asked: number, tolls: TollCatalogue): Driven {
  const found = passages.flatMap(({ stationId, atMs }) => {
    const station = tolls.findStation(stationId);
    return station === undefined ? [] : [{ stationId, station, atMs }];
  });
  const inOrder = found.toSorted((a, b) => a.atMs - b.atMs);
  const [startMs, endMs] = [inOrder[0]?.atMs ?? 0, inOrder.at(-1)?.atMs ?? 0];
  const pieces = [{ startMs, endMs, passages: withoutRepeated(inOrder) }];
  const told = eachOnce(inOrder.flatMap(tellUncollected));
  return { asked, isWayBack: false, startMs, endMs, stops: [], legs: [], pieces, told };
}

/** @throws Fault `invalid_parameter` that names each station that the catalogue does not have. */
function checkStations(drives: readonly AskedDrive[], tolls: TollCatalogue): void {
  const unknown = drives.flatMap((drive, asked) =>
    ('passages' in drive ? drive.passages : []).flatMap(({ stationId }, no) => {
      if (tolls.findStation(stationId) !== undefined) return [];
      const message = `${nameDrive(asked)} names the toll station ${JSON.stringify(stationId)}, which does not exist: /data/toll-stations.json has the ids.`;
      return [{ parameter: `${nameDrive(asked)}.passages[${no}].stationId`, message }];
    }),
  );
  const [first, ...others] = unknown;
  if (first !== undefined) throw refusedValues([first, ...others]);
}

async function drivePlanned(
  drive: PlannedDrive,
  asked: number,
  terms: DriveTerms,
): Promise<Driven[]> {
  const there = await driveLegs(drive, asked, terms);
  if (drive.backAfterMs === undefined) return [there];
  const back = {
    from: drive.to,
    to: drive.from,
    via: drive.via.map(({ at }) => ({ at, stayMs: 0 })).toReversed(),
    startMs: there.endMs + drive.backAfterMs,
  };
  const driven = await driveLegs(back, asked, terms).catch((error: unknown) => {
    const count = back.via.length + 2;
    throw inWholeTrip(error, (i) => count - 1 - i, count);
  });
  return [there, { ...driven, isWayBack: true }];
}

/** A rest within the recording parts it into drives. */
async function driveRecorded(
  { fixes, startMs }: RecordedDrive,
  asked: number,
  { quoteTrace, request, work }: DriveTerms,
): Promise<Driven[]> {
  const [from, to] = [fixes[0], fixes.at(-1)];
  if (from === undefined || to === undefined || quoteTrace === undefined)
    throw new Error('Expected fixes, and what matches them.');
  const { avoidTolls: _, ...driven } = request;
  const trip = toTrip({ from, to, via: [], startMs }, driven);
  const quoted = await quoteTrace(trip, fixes, 'drives', work);
  const lengths = quoted.map(({ quote: { routes } }) => routes[0]?.route.lengthM ?? 0);
  const wholeM = lengths.reduce((sum, lengthM) => sum + lengthM, 0);
  return quoted.map((one, no) => {
    const share = wholeM === 0 ? 1 / lengths.length : (lengths[no] as number) / wholeM;
    return { ...toRecorded(one), asked, ...(lengths.length > 1 && { part: { no, share } }) };
  });
}

function toRecorded({ request: { startMs }, quote, match }: QuotedTrace): Omit<Driven, 'asked'> {
  const [quoted] = quote.routes;
  if (quoted === undefined) throw new Error('Expected the route of the recording.');
  const { source, refined, stops } = quote;
  const piece = toPiece(quoted, startMs);
  return {
    isWayBack: false,
    startMs,
    endMs: piece.endMs,
    stops,
    legs: [{ startMs, quoted, source, refined }],
    pieces: [piece],
    match,
  };
}

const toPiece = ({ route, toll }: QuotedRoute, startMs: number): Piece => ({
  startMs,
  endMs: startMs + Math.round(route.durationS * 1000),
  passages: toll.lines.map(({ price: { station, atMs } }) => ({ station, atMs })),
});

const toTrip = (
  stops: Pick<QuoteRequest, 'from' | 'to' | 'via' | 'startMs'>,
  { drives: _, usedBefore: __, avoidTolls = false, ...vehicle }: JourneyRequest,
): QuoteRequest => ({ ...stops, ...vehicle, avoidTolls, alternatives: 0, refine: true });

/** The drive with one more passage. */
function withPassage({ pieces, ...drive }: Driven, passage: TollPassage): Driven {
  const last = pieces.findLastIndex(({ startMs }) => startMs <= passage.atMs);
  const at = Math.max(0, last);
  const add = (piece: Piece) => ({
    ...piece,
    passages: [...piece.passages, passage].sort((a, b) => a.atMs - b.atMs),
  });
  return { ...drive, pieces: pieces.map((piece, i) => (i === at ? add(piece) : piece)) };
}

/** A stay ends a leg. The next leg is planned for the moment at which the stay ends. */
async function driveLegs(
  { from, to, via, startMs }: PlannedDrive,
  asked: number,
  { quote, request, work }: DriveTerms,
): Promise<Driven> {
  const legs: Driven['legs'][number][] = [];
  const pieces: Piece[] = [];
  const stops: QuotedStop[] = [];
  let [fromHere, onTheWay, atMs]: [LatLon, LatLon[], number] = [from, [], startMs];
  /** The place of `fromHere` among the stops of the drive. */
  let begun = 0;
  for (const { at, stayMs } of [...via, { at: to, stayMs: 0 }]) {
    if (stayMs === 0 && at !== to) {
      onTheWay.push(at);
      continue;
    }
    const trip = { from: fromHere, to: at, via: onTheWay, startMs: atMs };
    const part = { begun, count: via.length + 2 };
    const asking = quote(toTrip(trip, request), { ...work, part });
    const quoted = await asking.catch((error: unknown) => {
      throw inWholeTrip(error, (i) => part.begun + i, part.count);
    });
    const [first] = quoted.routes;
    if (first === undefined) throw new Error('Expected at least one route.');
    legs.push({ startMs: atMs, quoted: first, source: quoted.source, refined: quoted.refined });
    stops.push(...quoted.stops.slice(legs.length === 1 ? 0 : 1));
    const piece = toPiece(first, atMs);
    pieces.push(piece);
    atMs = piece.endMs + stayMs;
    begun += onTheWay.length + 1;
    [fromHere, onTheWay] = [at, []];
  }
  return { asked, isWayBack: false, startMs, endMs: atMs, stops, legs, pieces };
}

/**
 * The passages of each drive, marked with their trip. A piece belongs to the trip before it, if it begins soon after
 * all pieces before it have ended.
 */
export function markTrips(drives: readonly Pick<Driven, 'pieces'>[]): TollPassage[][] {
  let [trip, beforeMs] = [0, Number.NEGATIVE_INFINITY];
  return drives.map(({ pieces }, no) =>
    pieces.flatMap(({ startMs, endMs, passages }) => {
      if (startMs - beforeMs >= REST_MS) trip += 1;
      beforeMs = Math.max(beforeMs, endMs);
      const drive = { no, trip };
      return passages.map((passage) => ({ ...passage, drive }));
    }),
  );
}

/**
 * The terms that a journey is billed by. A cap is used by the passages that the caller tells and by the drives
 * themselves. Passages of the month that are not told would only mean that the cap is met earlier.
 *
 * @param startMs the first departure, Unix milliseconds.
 * @throws Fault `invalid_parameter` for a group that does not exist.
 */
export function journeyTerms(
  startMs: number,
  { usedBefore = {}, ...request }: Pick<JourneyRequest, 'size' | 'vehicle' | 'usedBefore'>,
  { capGroups }: TollCatalogue,
) {
  const month = toOsloTime(startMs).day.slice(0, 7);
  checkCapGroups({ capUse: { month, counts: usedBefore } }, capGroups);
  const none = Object.fromEntries(capGroups.map((group) => [group, 0]));
  const capUse = { month, counts: { ...none, ...usedBefore } };
  return { ...request, capUse, rulesBetweenPassages: true };
}

/** @param overlaps it begins before an earlier drive has ended. */
function toDrive(
  { pieces: _, match: __, told = [], ...drive }: Driven,
  toll: TollBill,
  { size, ferry: vehicle }: JourneyRequest,
  overlaps: boolean,
): JourneyDrive {
  const ferry = joinFerryBills(
    drive.legs.map(({ quoted }) => quoted.ferry),
    vehicle,
  );
  const ofLegs = drive.legs.flatMap(({ quoted }) => quoted.warnings);
  const hasLegs = drive.legs.length > 0;
  const warnings = eachOnce([
    ...ofLegs,
    ...told,
    ...toll.warnings.filter(({ code }) => !hasLegs || !isGone(code)),
    ...(overlaps ? [OVERLAP] : []),
  ]);
  return {
    ...drive,
    toll,
    ferry,
    warnings,
    missing: listMissing({ toll, ferry }, warnings, size),
  };
}

/** A leg knows which places it drives past, and tells as much about such a station as a bill can. */
const isGone = (code: WarningCode) => code === 'station_missing';

const OVERLAP: Warning = {
  code: 'drives_overlap',
  message:
    'The drive begins before the one before it has ended by our times: the stations of both are taken in the order of their moments.',
};
