/**
 * The use case "quote a recorded drive": match it, price the stations that it passed like those of a route, and those
 * that it may have passed.
 */
import type { Calendar } from '../base/calendar.ts';
import type { Ore } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import { stepTolls, type TollBill } from '../pricing/toll/bill.ts';
import { eachWay, type FourAmounts } from '../pricing/toll/four-ways.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import { isSamePast, markOf } from './list-toll-passages.ts';
import type {
  MatchedStretch,
  StationDoubt,
  TollCatalogue,
  TracedDrive,
  TraceMatch,
  TracePlanner,
  WorkTerms,
} from './ports.ts';
import { listMissing, type Quote, type QuoteRequest } from './quote.ts';
import { type QuoteParts, quoteTrip } from './quote-trip.ts';
import { FARTHEST_ROAD_M } from './settings.ts';

/** A recorded drive with its price. */
export interface QuotedTrace {
  /** The question with the departure of the recording. */
  readonly request: QuoteRequest;
  /** It has one route. */
  readonly quote: Quote;
  readonly match: TraceMatch;
  /** Each of its drives by itself, for the allowance, which is that of a journey; `[]`: it is one drive. */
  readonly drives: readonly Pick<TracedDrive, 'startMs' | 'route'>[];
}

/**
 * Quotes a recording as one route, or as single drives. The drives of a route are trips by themselves; a journey joins
 * single drives to one bill.
 */
export type QuoteTrace = (
  request: QuoteRequest,
  fixes: readonly Fix[],
  as: 'route' | 'drives',
  work?: WorkTerms,
) => Promise<readonly [QuotedTrace, ...QuotedTrace[]]>;

/** Makes the function that quotes recordings. */
export function quoteTrace({ source, plan }: TracePlanner, parts: QuoteParts): QuoteTrace {
  return async (asked, fixes, as, work = {}) => {
    const whole = await inSteps(plan(fixes, asked.startMs), work.pause);
    const quote = openDriveQuotes(source, parts, work);
    const { drives, stretches, leaps } = whole.match;
    if (as === 'route' || whole.parts.length === 0) {
      const { from = asked.from } = drives[0] ?? {};
      const { to = asked.to } = drives.at(-1) ?? {};
      // A fix that was asked for as an end may be a leap.
      return [await quote(leaps.length === 0 ? asked : { ...asked, from, to }, whole)];
    }
    const quoted: QuotedTrace[] = [];
    for (const [no, part] of whole.parts.entries()) {
      const { from = asked.from, to = asked.to } = part.match.drives[0] ?? {};
      const endM = drives[no]?.toM ?? 0;
      const nextM = drives[no + 1]?.fromM ?? Number.POSITIVE_INFINITY;
      const beginM = drives[0]?.fromM ?? 0;
      const beside = stretches.filter(
        ({ fromM }) => (no === 0 && fromM < beginM) || (fromM >= endM && fromM < nextM),
      );
      quoted.push(await quote({ ...asked, from, to }, part, beside));
    }
    return quoted as [QuotedTrace, ...QuotedTrace[]];
  };
}

/** Warnings about things beside a route are left out: only the match tells what a recorded drive may have passed. */
function openDriveQuotes(
  source: string,
  { listUnseen: _, surroundings: __, listUndrawn: ___, ...parts }: QuoteParts,
  work: WorkTerms,
) {
  /**
   * @param beside the stretches between the drive and the next one of its recording, and those before the first drive.
   */
  return async (
    asked: QuoteRequest,
    { route, startMs, match, parts: drives }: TracedDrive,
    beside: readonly MatchedStretch[] = [],
  ): Promise<QuotedTrace> => {
    const request = { ...asked, startMs };
    const planner = { source, planTrip: async () => [route] };
    const quote = await quoteTrip({ ...parts, planner })(request, work);
    const said = listWarnings({ ...match, stretches: [...match.stretches, ...beside] }, startMs);
    const routes = quote.routes.map((one) => {
      const warnings = [...said, ...one.warnings];
      return { ...one, warnings, missing: listMissing(one, warnings, request.size) };
    });
    return { request, quote: { ...quote, routes }, match, drives };
  };
}

function listWarnings(
  { isTimed, stretches, isCut, leaps, beyondM }: TraceMatch,
  startMs: number,
): Warning[] {
  const untimed: Warning = {
    code: 'trace_untimed',
    message: `The recording has no times: it is priced as if it set out at ${formatOsloInstant(startMs)} and kept the pace of the road network.`,
  };
  const unrecorded: Warning = {
    code: 'trace_unrecorded',
    message:
      'A way between two drives of the recording is not recorded: it is in no sum and no distance, and stations on the fastest way are possible ones.',
  };
  const cut: Warning = {
    code: 'trace_cut',
    message:
      'The clock of the recording runs back: what was driven before its first point that counts, or behind the last one, is left out.',
    about: 'The recording',
  };
  const leapt: Warning = {
    code: 'trace_leaps',
    message: `Points of the recording that lie where no vehicle can have driven to in time are left out: ${leaps.reduce((sum, { fixes }) => sum + fixes, 0)}.`,
  };
  const apart: Warning = {
    code: 'trace_cut',
    message:
      'No vehicle can have driven the whole recording in its time: a part in which it may have moved is left out.',
    about: 'The recording',
  };
  const beyond: Warning = {
    code: 'trace_beyond_network',
    message: `${(beyondM / 1000).toFixed(1)} km of the recording lie more than ${FARTHEST_ROAD_M / 1000} km from the nearest known road: tolls are not known there.`,
    about: 'The recording',
  };
  return [
    ...(isTimed ? [] : [untimed]),
    ...(isCut ? [cut] : []),
    ...(leaps.length > 0 ? [leapt] : []),
    ...(leaps.some(({ isDrive }) => isDrive) ? [apart] : []),
    ...(beyondM > 0 ? [beyond] : []),
    ...(stretches.some(({ kind }) => kind === 'unrecorded') ? [unrecorded] : []),
  ];
}

/** A station that may have been passed. */
export interface DoubtedToll extends Omit<StationDoubt, 'stationId' | 'trip'> {
  readonly station: TollStation;
  /**
   * What this passage alone adds, hour rule and caps applied; 0 where another passage pays for it. Absent: no tariff is
   * known.
   */
  readonly adds?: FourAmounts;
  /** The same for the vehicle; absent: no vehicle was named, or no tariff is known. */
  readonly addsVehicleOre?: Ore;
}

/**
 * Prices the stations that may have been passed, each once in one drive past. Stations that do not collect at the time
 * are left out.
 *
 * @param billWith the bill with one passage more.
 */
export function* priceDoubts(
  doubts: readonly StationDoubt[],
  sure: TollBill,
  billWith: (passage: TollPassage) => Steps<TollBill>,
  { findStation }: Pick<TollCatalogue, 'findStation'>,
): Steps<DoubtedToll[]> {
  const seen: TollPassage[] = sure.lines.map(({ price }) => price);
  const priced: DoubtedToll[] = [];
  for (const { stationId, atMs, why, trip } of doubts) {
    const station = findStation(stationId);
    if (station === undefined || seen.some((other) => isSamePast(other, { station, atMs })))
      continue;
    yield;
    const bill = yield* billWith({ station, atMs, drive: markOf(trip) });
    if (bill.lines.length === sure.lines.length) continue;
    seen.push({ station, atMs });
    const doubted = { station, atMs, why };
    if (bill.unpriced.some((one) => one.station === station)) {
      priced.push(doubted);
      continue;
    }
    const adds = eachWay((_, amount) => bill.total[amount] - sure.total[amount]);
    const addsVehicleOre = bill.vehicle && bill.vehicle.ore - (sure.vehicle?.ore ?? 0);
    priced.push({ ...doubted, adds, ...(addsVehicleOre !== undefined && { addsVehicleOre }) });
  }
  return priced;
}

/** Bills a quoted drive with one passage more. */
export function openBillWith(
  { lines }: TollBill,
  request: QuoteRequest,
  calendar: Calendar,
): (passage: TollPassage) => Steps<TollBill> {
  const terms = { ...request, rulesBetweenPassages: true };
  const sure = lines.map(({ price: { station, atMs, drive } }) => ({ station, atMs, drive }));
  return (passage) => {
    const passages = [...sure, passage].sort((a, b) => a.atMs - b.atMs);
    return stepTolls(passages, terms, calendar);
  };
}
