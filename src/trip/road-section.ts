/** Sections of road that are not driven on all days, and what a route over them or round them must say. */

import { type Day, fromDayNumber, nextDay, toDayNumber, yearOf } from '../base/day.ts';
import { formatWait } from '../base/duration.ts';
import { formatClock, fromOsloMinute, type OsloTime, toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import type { Warning, WarningCode } from '../base/warning.ts';
import { haversineM } from '../geo/on-line.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';

/** A section of `road-closures.json`. */
export interface RoadSection {
  /** NVDB object id; a small number where the road database has none. */
  readonly id: string;
  readonly name: string;
  readonly line: 'road' | 'ferry';
  /** The network's name of the road, `F55`; absent: a ferry line of any road. */
  readonly road?: string;
  /** Gates, or the ends of a ferry line. */
  readonly ends: readonly [LatLon, LatLon];
  readonly rule: SectionRule;
}

export type SectionRule =
  | {
      readonly kind: 'closed';
      readonly closed: YearPeriod;
      /** Absent: it is not known to be closed at night. */
      readonly night?: NightClosure;
    }
  /** Open in winter, and driven behind a snow plough in bad weather. */
  | { readonly kind: 'convoy'; readonly winter: YearPeriod }
  /** A private toll without a published current fee. */
  | { readonly kind: 'private-toll'; readonly formerFee?: { nok: number; year: number } }
  /** A toll on a map of one's own that none of our stations takes. */
  | { readonly kind: 'map-toll' };

/** Days of any year, both included, `mm-dd`; it may go over the end of the year. Absent: not known. */
export interface YearPeriod {
  readonly from?: string;
  readonly to?: string;
  /** Days that are certainly in a period whose first or last day is not known; absent: none. */
  readonly surely?: YearDays;
  /** The number of days of a year in the period, by another count; absent: not counted. */
  readonly days?: number;
  /** Days that are in it by other sources; absent: none. */
  readonly maybe?: readonly YearDays[];
}

/** Days on which a road is open by day and closed at night. */
export interface NightClosure {
  readonly days: YearDays;
  /** It closes in the evening and opens in the morning. Minutes after midnight. */
  readonly closesMinute: number;
  readonly opensMinute: number;
  /** The hours are published for other roads, not for this one. */
  readonly isAssumed?: true;
}

interface YearDays {
  readonly from: string;
  readonly to: string;
}

/** What the days of other years say of a day. */
export interface SeasonState {
  readonly isClosed: boolean;
  /** Near the first or the last day, or one of them is not known. */
  readonly isUncertain: boolean;
}

/** The first and the last day differ from year to year by about this much. */
const UNCERTAIN_DAYS = 14;
/**
 * A period whose other end is not known lasts at most this long: the highest roads are open for a quarter of the year.
 */
const LONGEST_DAYS = 273;

/**
 * Is a road closed on a day? Where the first or the last day is not known, the days that are closed for certain stand
 * for it: the road is closed from the day that is known to these days, or from these days to it.
 *
 * The first and the last day are in doubt for two weeks on both sides. Where the count of days differs from the length
 * of the period by more, they are in doubt for that difference, since the count does not tell at which end it lies. A
 * day on which only another source has the road closed is in doubt, too. A period whose first or last day is not known
 * is in doubt on every day that may lie in it and does not certainly.
 *
 * @internal Its tests ask it by itself.
 */
export function seasonOn(period: YearPeriod, day: Day): SeasonState {
  const { from, to, surely, maybe = [] } = period;
  if (surely !== undefined && seasonOn(surely, day).isClosed)
    return { isClosed: true, isUncertain: false };
  if (from === undefined && to === undefined) return { isClosed: false, isUncertain: true };
  const isKnown = from !== undefined && to !== undefined;
  const isUsual = surely !== undefined && seasonOn(usualDays(period, surely), day).isClosed;
  const today = toDayNumber(day);
  const year = yearOf(day);
  const spans = [year - 1, year, year + 1].map((endYear) => spanOf(period, endYear));
  const within = spans.find(({ first, last }) => today >= first && today <= last);
  const isNearEdge = spans.some(({ first, last }) => {
    const length = last - first + 1;
    const missing = (period.days ?? length) - length;
    const [edges, doubtDays] = within
      ? [[today - first + 1, last - today + 1], -missing]
      : [[first - today, today - last], missing];
    return edges.some((days) => days > 0 && days <= Math.max(UNCERTAIN_DAYS, doubtDays));
  });
  const isMaybe = maybe.some((days) => seasonOn(days, day).isClosed);
  return {
    isClosed: within !== undefined && (isKnown || isUsual),
    isUncertain: isNearEdge || (within === undefined ? isMaybe : !isKnown),
  };
}

/** The closed days of a period without its first or its last day, as far as they are known. */
const usualDays = ({ from, to }: YearPeriod, surely: YearDays): YearDays => ({
  from: from ?? surely.from,
  to: to ?? surely.to,
});

/** The period that ends in a year, as day numbers. A period with only one known end is as long as it may be. */
function spanOf({ from, to }: YearPeriod, year: number): { first: number; last: number } {
  const numberOf = (y: number, monthDay: string) => toDayNumber(`${y}-${monthDay}`);
  if (to === undefined) {
    const first = numberOf(year, from ?? '01-01');
    return { first, last: first + LONGEST_DAYS };
  }
  const last = numberOf(year, to);
  if (from === undefined) return { first: last - LONGEST_DAYS, last };
  return { first: numberOf(from > to ? year - 1 : year, from), last };
}

/** The sections that are not driven on a day. */
export const closedOn = (sections: readonly RoadSection[], day: Day): RoadSection[] =>
  sections.filter(({ rule }) => rule.kind === 'closed' && seasonOn(rule.closed, day).isClosed);

/** Is a section that is open by day closed at this hour of the night? The night of the last evening ends in the morning. */
export function isShutAtNight({ rule }: RoadSection, { day, minuteOfDay }: OsloTime): boolean {
  if (rule.kind !== 'closed' || rule.night === undefined) return false;
  const { days, closesMinute, opensMinute } = rule.night;
  if (minuteOfDay >= closesMinute) return seasonOn(days, day).isClosed;
  return (
    minuteOfDay < opensMinute && [day, dayBefore(day)].some((one) => seasonOn(days, one).isClosed)
  );
}

const dayBefore = (day: Day): Day => fromDayNumber(toDayNumber(day) - 1);

/**
 * When a section that is closed at this hour of the night opens, Unix milliseconds. Undefined where it is not closed at
 * this hour, or is closed by day as well, on this day or on the day on which it would open.
 */
export function opensAfterNight(section: RoadSection, atMs: number): number | undefined {
  const { rule } = section;
  const at = toOsloTime(atMs);
  if (rule.kind !== 'closed' || rule.night === undefined || !isShutAtNight(section, at))
    return undefined;
  const { closesMinute, opensMinute } = rule.night;
  const day = at.minuteOfDay >= closesMinute ? nextDay(at.day) : at.day;
  if ([at.day, day].some((one) => seasonOn(rule.closed, one).isClosed)) return undefined;
  return fromOsloMinute(day, opensMinute);
}

/** Is it a toll road whose fee is not known? Toll roads with a known fee have stations. */
export const isUnknownToll = ({ rule }: RoadSection): boolean =>
  rule.kind === 'private-toll' || rule.kind === 'map-toll';

/** How many toll roads with an unknown fee a route drives. */
export const countUnknownTolls = (
  { sections: driven = [] }: Pick<PlannedRoute, 'sections'>,
  sections: ReadonlyMap<string, RoadSection>,
): number =>
  new Set(
    driven.flatMap(({ id }) => {
      const section = sections.get(id);
      return section && isUnknownToll(section) ? [id] : [];
    }),
  ).size;

/** A wait at the gate of a road that is closed at night. */
export interface GateWait {
  /** Name of the road. */
  readonly name: string;
  readonly waitS: number;
  /** When the wait is over. Unix milliseconds. */
  readonly opensMs: number;
}

/** The waits at gates on a route, in travel order; `[]`: there is none. */
export const listGateWaits = (
  { sections: driven = [] }: Pick<PlannedRoute, 'sections'>,
  sections: ReadonlyMap<string, RoadSection>,
  startMs: number,
): readonly GateWait[] =>
  driven.flatMap(({ id, atS, waitS = 0 }) => {
    const name = sections.get(id)?.name;
    if (name === undefined || waitS === 0) return [];
    return [{ name, waitS, opensMs: Math.round(startMs + (atS + waitS) * 1000) }];
  });

/**
 * What a route over sections, or round them, must say: in travel order, each section once.
 *
 * @param undrawn sections that are driven to reach its stops.
 */
export function listRoadWarnings(
  route: Pick<PlannedRoute, 'sections' | 'avoided' | 'isObstructed' | 'privateM' | 'isRecorded'>,
  sections: ReadonlyMap<string, RoadSection>,
  startMs: number,
  undrawn: ReturnType<ListUndrawn> = [],
): Warning[] {
  const { sections: driven = [], avoided = [], isObstructed, privateM, isRecorded } = route;
  const timeAt = (atS: number) => toOsloTime(Math.round(startMs + atS * 1000));
  const warnings = [...driven, ...undrawn].flatMap(({ id, atS, waitS = 0 }) => {
    const section = sections.get(id);
    if (section === undefined) return [];
    const waits = waitS > 0 ? warnOfWait(section, timeAt(atS + waitS), waitS) : [];
    return [...waits, ...warnOfDriven(section, timeAt(atS + waitS))];
  });
  const round = avoided.flatMap(({ id, atS }) => {
    const section = sections.get(id);
    return section === undefined ? [] : warnOfAvoided(section, timeAt(atS));
  });
  const through = privateM === undefined || isRecorded ? [] : [warnOfPrivate(privateM)];
  const all = [...(isObstructed ? [OBSTRUCTED] : []), ...warnings, ...round, ...through];
  return all.filter(
    ({ code, about }, i) => all.findIndex((one) => one.code === code && one.about === about) === i,
  );
}

const OBSTRUCTED: Warning = {
  code: 'road_obstructed',
  message: "The road authority's planner says that a road of this route is closed.",
};

const warnOfPrivate = (lengthM: number): Warning => ({
  code: 'private_road_driven',
  message: `The route drives ${(lengthM / 1000).toFixed(1)} km of private or forest roads between public ones: whether they are open, cleared of snow and free is not known.`,
  about: 'Private roads',
});

/** @param opens when the wait is over. */
function warnOfWait({ name, rule }: RoadSection, opens: OsloTime, waitS: number): Warning[] {
  if (rule.kind !== 'closed' || rule.night === undefined) return [];
  const message = `${name} is usually closed at night, ${tellHours(rule.night)}: the route waits ${formatWait(waitS)} at the gate, until ${formatClock(opens.minuteOfDay)} on ${opens.day}.`;
  return [{ code: 'road_waits_until_open', message, about: name }];
}

function warnOfDriven(section: RoadSection, at: OsloTime): Warning[] {
  const { name, line, rule } = section;
  const { day } = at;
  const warn = (code: WarningCode, message: string): Warning[] => [{ code, message, about: name }];
  if (rule.kind === 'private-toll') {
    const { formerFee: fee } = rule;
    const former = fee ? ` (NOK ${fee.nok} in ${fee.year})` : '';
    const message = `${name} is a private toll road whose fee is not known${former}: the sums leave it out.`;
    return warn('private_toll_not_known', message);
  }
  if (rule.kind === 'map-toll') {
    const message = `The map has a toll on ${name}, and no toll station of ours stands there: the sums leave it out.`;
    return warn('private_toll_not_known', message);
  }
  if (rule.kind === 'convoy') {
    const message = `In bad weather ${name} is driven in convoy, or closed for hours: look at the traffic information.`;
    return seasonOn(rule.winter, day).isClosed ? warn('convoy_in_bad_weather', message) : [];
  }
  const { isClosed, isUncertain } = seasonOn(rule.closed, day);
  const said = SEASONS[line](name, day);
  if (isClosed) return warn(said.code, said.closed);
  const doubt = isUncertain ? warn('season_uncertain', said.uncertain) : [];
  if (rule.night === undefined || !isShutAtNight(section, at)) return doubt;
  const message = `${name} is usually closed at night on ${day}, ${tellHours(rule.night)}, and there is no way without it.`;
  return [...warn('road_closed_in_winter', message), ...doubt];
}

function warnOfAvoided(section: RoadSection, at: OsloTime): Warning[] {
  const { name, line, rule } = section;
  if (rule.kind !== 'closed') return [];
  const { day } = at;
  const { isClosed, isUncertain } = seasonOn(rule.closed, day);
  const warn = (message: string): Warning[] => [{ code: 'season_uncertain', message, about: name }];
  if (!isClosed && rule.night !== undefined && isShutAtNight(section, at)) {
    const doubt = isUncertain ? ', and may still, or already, be closed for the winter' : '';
    return warn(
      `The route goes round ${name}, which is usually closed at night on ${day}, ${tellHours(rule.night)}${doubt}.`,
    );
  }
  return isUncertain ? warn(SEASONS[line](name, day).avoided) : [];
}

const tellHours = ({ closesMinute, opensMinute, isAssumed }: NightClosure): string =>
  `${isAssumed ? 'probably ' : ''}from ${formatClock(closesMinute)} to ${formatClock(opensMinute)}`;

/** What is said of a line that is closed and has to be driven, that may be closed, and that the route goes round. */
const SEASONS = {
  road: (name: string, day: Day) => ({
    code: 'road_closed_in_winter' as const,
    closed: `${name} is usually closed on ${day}, and there is no way without it.`,
    uncertain: `${name} is closed in winter and may still, or already, be closed on ${day}.`,
    avoided: `The route goes round ${name}, which is usually closed on ${day} but may be open.`,
  }),
  ferry: (name: string, day: Day) => ({
    code: 'ferry_out_of_season' as const,
    closed: `${name} does not sail on ${day}, and there is no way without it.`,
    uncertain: `${name} sails in a season that begins or ends about ${day}: look at the timetable.`,
    avoided: `The route goes round ${name}, which does not usually sail on ${day} but may.`,
  }),
};

/**
 * Gives the roads that a trip drives to reach its stops and that the road network lacks, in the form of `sections` of a
 * route; `[]`: none.
 */
export type ListUndrawn = (
  route: Pick<PlannedRoute, 'durationS'>,
  stops: readonly { readonly asked: LatLon; readonly movedM: number }[],
) => NonNullable<PlannedRoute['sections']>;

/**
 * Looks for stops on roads that are closed on some days and that the road network lacks: no route leads over them. A
 * stop lies on such a road if the far end of the road, the second one, is no farther off than the road that the stop is
 * moved to.
 *
 * @param nearM a stop this near to the far end lies on the road in any case.
 */
export function openUndrawnRoads(sections: readonly RoadSection[], nearM: number): ListUndrawn {
  const roads = sections.filter(({ rule }) => rule.kind === 'closed');
  return ({ durationS }, stops) =>
    roads.flatMap(({ id, ends: [, end] }) => {
      const stop = stops.findIndex(
        ({ asked, movedM }) => haversineM(asked, end) <= Math.max(nearM, movedM),
      );
      return stop === -1 ? [] : [{ id, atS: stop === 0 ? 0 : durationS }];
    });
}
