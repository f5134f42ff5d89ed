/** The use case "quote a recorded drive": match it, and price what it passed as that of a route. */
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Fix } from '../base/point.ts';
import { inSteps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import { listMissing } from './list-missing.ts';
import type { MatchedStretch, TracedDrive, TraceMatch, TracePlanner, WorkTerms } from './ports.ts';
import type { Quote, QuoteRequest } from './quote.ts';
import { type QuoteParts, quoteTrip } from './quote-trip.ts';
import { FARTHEST_ROAD_M } from './settings.ts';

/** A recorded drive with its price. */
export interface QuotedTrace {
  /** The question with the departure of the recording. */
  readonly request: QuoteRequest;
  /** Of one route. */
  readonly quote: Quote;
  readonly match: TraceMatch;
}

export type QuoteTrace = (
  request: QuoteRequest,
  fixes: readonly Fix[],
  work?: WorkTerms,
) => Promise<QuotedTrace>;

/** The drives of a recording, each by itself, at least one: a journey joins them to one bill. */
export type QuoteRecording = (...asked: Parameters<QuoteTrace>) => Promise<readonly QuotedTrace[]>;

/** Makes the function that quotes recordings as one route, whose drives are trips by themselves. */
export function quoteTrace(planner: TracePlanner, parts: QuoteParts): QuoteTrace {
  return async (asked, fixes, work = {}) => {
    const traced = await inSteps(planner.plan(fixes, asked.startMs), work.pause);
    return quoteDrive(planner, parts, traced)(asked, work);
  };
}

/** Makes the function that quotes the drives of recordings one by one. */
export function quoteRecording(planner: TracePlanner, parts: QuoteParts): QuoteRecording {
  return async (asked, fixes, work = {}) => {
    const whole = await inSteps(planner.plan(fixes, asked.startMs), work.pause);
    if (whole.parts.length === 0) return [await quoteDrive(planner, parts, whole)(asked, work)];
    const quoted: QuotedTrace[] = [];
    const { drives, stretches } = whole.match;
    for (const [no, part] of whole.parts.entries()) {
      const { from = asked.from, to = asked.to } = part.match.drives[0] ?? {};
      const [endM, nextM] = [
        drives[no]?.toM ?? 0,
        drives[no + 1]?.fromM ?? Number.POSITIVE_INFINITY,
      ];
      const beginM = drives[0]?.fromM ?? 0;
      const beside = stretches.filter(
        ({ fromM }) => (no === 0 && fromM < beginM) || (fromM >= endM && fromM < nextM),
      );
      const quote = quoteDrive(planner, parts, part, beside);
      quoted.push(await quote({ ...asked, from, to }, work));
    }
    return quoted;
  };
}

/**
 * What may stand beside the drive is told by the match alone.
 *
 * @param beside what lies between the drive and the next one of its recording, and before the first.
 */
function quoteDrive(
  { source }: TracePlanner,
  { listUnseen: _, surroundings: __, ...parts }: QuoteParts,
  { route, startMs, match }: TracedDrive,
  beside: readonly MatchedStretch[] = [],
): (asked: QuoteRequest, work: WorkTerms) => Promise<QuotedTrace> {
  const planner = { source, planTrip: async () => [route] };
  return async (asked, work) => {
    const request = { ...asked, startMs };
    const quote = await quoteTrip({ ...parts, planner })(request, work);
    const said = listWarnings({ ...match, stretches: [...match.stretches, ...beside] }, startMs);
    const routes = quote.routes.map((one) => {
      const warnings = [...said, ...one.warnings];
      return { ...one, warnings, missing: listMissing(one, warnings, request.size) };
    });
    return { request, quote: { ...quote, routes }, match };
  };
}

function listWarnings(
  { isTimed, stretches, isCut, beyondM }: TraceMatch,
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
  const beyond: Warning = {
    code: 'trace_beyond_network',
    message: `${(beyondM / 1000).toFixed(1)} km of the recording lie more than ${FARTHEST_ROAD_M / 1000} km from the nearest known road: tolls are not known there.`,
    about: 'The recording',
  };
  return [
    ...(isTimed ? [] : [untimed]),
    ...(isCut ? [cut] : []),
    ...(beyondM > 0 ? [beyond] : []),
    ...(stretches.some(({ kind }) => kind === 'unrecorded') ? [unrecorded] : []),
  ];
}
