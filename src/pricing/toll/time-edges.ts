/**
 * The moments at which the price of a station may change, and at which a bill may change while its stations are passed
 * some minutes earlier or later.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/duration.ts';
import { groupJoined } from '../../base/lists.ts';
import { memoize } from '../../base/memoize.ts';
import { nextOsloMidnightMs } from '../../base/oslo-time.ts';
import type { Steps } from '../../base/steps.ts';
import type { TollStation } from './law.ts';
import type { ChargeTerms, TollPassage } from './terms.ts';

/**
 * A station that is passed at one of several moments, Unix milliseconds. All passages have the same number of moments.
 */
export interface TimedPassage extends Pick<TollPassage, 'station'> {
  readonly atMs: readonly number[];
  /**
   * Number of the silence of a recording that it lies in: passages of one silence are early or late together, and those
   * of others are not bound to them. Absent: all passages are early or late together.
   */
  readonly silence?: number | undefined;
}

/** Places in the moments of passages: the early ones, the late ones, and the expected ones between. */
export const [EARLY, EXPECTED, LATE] = [0, 1, 2] as const;

/**
 * Parts the passages so that no rule looks from one part at another, at any of their moments. The bills of the parts
 * add up to the bill of all. The order is kept.
 *
 * @param passages in travel order.
 */
export const partPassages = <Passage extends TimedPassage>(
  passages: readonly Passage[],
  terms: ChargeTerms,
): Passage[][] => groupJoined(passages, (one, other) => mayMeet(one, other, terms));

/**
 * May a rule look at both passages? Passages of one window, or of one drive past, lie no farther apart than its time.
 * Linked stations, rules that are not applied, caps and once-between times have no such limit.
 */
function mayMeet(one: TimedPassage, other: TimedPassage, terms: ChargeTerms): boolean {
  const [a, b] = [one.station, other.station];
  if (terms.capUse !== undefined && a.cap !== undefined && a.cap.key === b.cap?.key) return true;
  const { rulesBetweenPassages } = terms;
  const isOfProject = rulesBetweenPassages && a.project.id === b.project.id;
  const { linkedStations, unappliedRules } = a.project;
  if (isOfProject && linkedStations.length + unappliedRules.length > 0) return true;
  const [reachMs, otherMs] = [reachOf(a), reachOf(b)];
  const isOnce = isGrouped(a, b) && Math.max(reachMs, otherMs) === Number.POSITIVE_INFINITY;
  const leastMs = Math.min(...other.atMs) - Math.max(...one.atMs);
  if (leastMs > Math.max(reachMs, otherMs)) return false;
  const spansMs = listSpans(a, b, rulesBetweenPassages);
  if (spansMs.length === 0) return false;
  return isOnce || Math.min(...listApart(one, other)) <= Math.max(...spansMs);
}

/**
 * The longest time between two passages that a rule of the project of a station looks at, milliseconds. Infinite: only
 * one passage between two times of day is paid.
 */
const reachOf = memoize(({ project: { hourRules, reversedRules, drivePasts } }: TollStation) =>
  Math.max(
    0,
    ...[...hourRules, ...reversedRules].map(({ windowMin }) => windowMin * MINUTE_MS),
    ...drivePasts.map(({ withinS }) => withinS * 1000),
    ...hourRules.flatMap(({ onceBetween }) => (onceBetween ? Number.POSITIVE_INFINITY : [])),
  ),
);

/**
 * The places in the list of moments at which a bill may change; 0.5 is half way between the first moment and the
 * second. All stations are passed at their first moments, or all at their second moments, and so on. Between two
 * moments all times move evenly.
 *
 * @param passages in travel order.
 * @param betweenPassages whether rules between passages are priced.
 * @returns in ascending order; `[]` where the bill is surely the same throughout.
 */
export function listTurns(
  passages: readonly TimedPassage[],
  betweenPassages: boolean,
): readonly number[] {
  const turns = passages.flatMap((one, i) => [
    ...listTurnsOfClock(one),
    ...passages.slice(i + 1).flatMap((other) => listTurnsBeside(one, other, betweenPassages)),
  ]);
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** The passages at a place of their moments; 0.5: half way from the first moment to the second. */
export const passAt = <Passage extends TimedPassage>(
  passages: readonly Passage[],
  place: number,
): At<Passage>[] =>
  passages.map((passage) => ({ ...passage, atMs: momentAt(passage.atMs, place) }));

function momentAt(moments: readonly number[], place: number): number {
  const before = Math.max(0, Math.min(Math.floor(place), moments.length - 2));
  const [from = 0, to = from] = moments.slice(before);
  return Math.round(from + (place - before) * (to - from));
}

/** Places that tell all bills: both ends, and one between each turn and the next. */
export const listMiddles = (turns: readonly number[]): number[] => [
  EARLY,
  ...[...turns, LATE].map((turn, i) => (turn + (turns[i - 1] ?? EARLY)) / 2),
  LATE,
];

/** The passages of a recording with their silences: ranges that overlap are of one silence. In the order given. */
export function withSilences<Passage extends TimedPassage>(
  passages: readonly Passage[],
): (Passage & { readonly silence: number })[] {
  const numbers = new Map<Passage, number>();
  let [silence, untilMs] = [0, Number.NEGATIVE_INFINITY];
  for (const one of passages.toSorted((a, b) => Math.min(...a.atMs) - Math.min(...b.atMs))) {
    if (Math.min(...one.atMs) >= untilMs) silence += 1;
    untilMs = Math.max(untilMs, ...one.atMs);
    numbers.set(one, silence);
  }
  return passages.map((one) => ({ ...one, silence: numbers.get(one) ?? 0 }));
}

/** A passage at one moment. */
type At<Passage> = Omit<Passage, 'atMs'> & { readonly atMs: number };

/**
 * The passages of a recording at moments that tell all of their bills: first as expected, then each silence at each of
 * its places together with all of the others.
 *
 * @param passages of one part, see `partPassages`; in travel order.
 */
export function* listPasts<Passage extends TimedPassage>(
  passages: readonly Passage[],
  betweenPassages: boolean,
): Steps<At<Passage>[][]> {
  const expected = passAt(passages, EXPECTED);
  const open = yield* listOpen(passages, betweenPassages);
  if (open.length === 0) return [expected];
  if (2 ** open.length > MOST_TRIED)
    return [expected, passAt(passages, EARLY), passAt(passages, LATE)];
  const ends: Places = new Map(open.map((silence) => [silence, [EARLY, LATE]]));
  const places = new Map<Silence, readonly number[]>();
  for (const silence of open) {
    yield;
    places.set(silence, placesOf(silence, passages, ends, betweenPassages));
  }
  const others = listTogether(places, ends).map((at) =>
    passages.map((one) => ({ ...one, atMs: momentAt(one.atMs, at.get(one.silence) ?? EXPECTED) })),
  );
  return [expected, ...others];
}

type Silence = TimedPassage['silence'];
/** Places at which the passages of silences are tried. All other passages stay as expected. */
type Places = ReadonlyMap<Silence, readonly number[]>;

/** The silences within which a bill may change. */
function* listOpen(
  passages: readonly TimedPassage[],
  betweenPassages: boolean,
): Steps<readonly Silence[]> {
  const open = new Set<Silence>();
  for (const [i, one] of passages.entries()) {
    yield;
    if (listTurnsOfClock(one).length > 0) open.add(one.silence);
    for (const other of passages.slice(i + 1))
      if (listTurnsBeside(one, other, betweenPassages).length > 0)
        open.add(one.silence).add(other.silence);
  }
  return [...open];
}

/** The places of a silence at its ends, and between its turns while the others are at their places. */
function placesOf(
  silence: Silence,
  passages: readonly TimedPassage[],
  places: Places,
  betweenPassages: boolean,
): number[] {
  /** The passage for each place of its silence: it stays there. */
  const stay = (one: TimedPassage): TimedPassage[] =>
    one.silence === silence
      ? [one]
      : (places.get(one.silence) ?? [EXPECTED]).map((place) => {
          const ms = momentAt(one.atMs, place);
          return { station: one.station, atMs: one.atMs.map(() => ms), silence };
        });
  const stayed = passages.map(stay);
  const isOwn = (i: number) => passages[i]?.silence === silence;
  // The price of two passages that both stay does not turn.
  const turns = stayed.flatMap((all, i) => {
    const others = stayed.filter((_, j) => j > i && (isOwn(i) || isOwn(j))).flat();
    return all.flatMap((one) => [
      ...listTurnsOfClock(one),
      ...others.flatMap((other) => listTurnsBeside(one, other, betweenPassages)),
    ]);
  });
  return listMiddles([...new Set(turns)].sort((a, b) => a - b));
}

/**
 * At most this many bills are tried for the silences of a part: else each is at its ends, or all are early or late
 * together.
 */
const MOST_TRIED = 256;

/** Each place of each silence together with each of the others. */
function listTogether(places: Places, ends: Places): Map<Silence, number>[] {
  const count = (of: Places) => [...of.values()].reduce((product, all) => product * all.length, 1);
  const tried = count(places) > MOST_TRIED ? ends : places;
  return [...tried].reduce<Map<Silence, number>[]>(
    (all, [silence, own]) =>
      all.flatMap((one) => own.map((place) => new Map(one).set(silence, place))),
    [new Map()],
  );
}

/** The places at which a station is passed just when its price may change. */
function listTurnsOfClock({ station, atMs }: TimedPassage): number[] {
  const steps = listPriceSteps(station, Math.min(...atMs), Math.max(...atMs));
  return steps.flatMap((ms) => listPlaces(atMs, ms));
}

/**
 * The places at which a rule between two passages may change: by the time between them, and by the clock times of the
 * other project.
 */
function listTurnsBeside(
  one: TimedPassage,
  other: TimedPassage,
  betweenPassages: boolean,
): number[] {
  const spansMs = listSpans(one.station, other.station, betweenPassages);
  if (spansMs.length === 0) return [];
  const apartMs = listApart(one, other);
  return [
    ...spansMs.flatMap((ms) => listPlaces(apartMs, ms)),
    ...(one.station.project === other.station.project
      ? []
      : [
          ...listTurnsOfClock({ ...one, station: other.station }),
          ...listTurnsOfClock({ ...other, station: one.station }),
        ]),
  ];
}

/** The times between two passages, milliseconds; the least and the most where they are not bound to each other. */
const listApart = (one: TimedPassage, other: TimedPassage): number[] =>
  one.silence === other.silence
    ? one.atMs.map((ms, i) => (other.atMs[i] as number) - ms)
    : [
        Math.min(...other.atMs) - Math.max(...one.atMs),
        Math.max(...other.atMs) - Math.min(...one.atMs),
      ];

/** The places at which values that move evenly from one to the next reach a value. */
function listPlaces(values: readonly number[], value: number): number[] {
  return values.slice(1).flatMap((to, i) => {
    const from = values[i] as number;
    const share = (value - from) / (to - from);
    return share >= 0 && share <= 1 ? [i + share] : [];
  });
}

const isGrouped = (one: TollStation, other: TollStation): boolean =>
  one.hourGroup !== undefined && one.hourGroup === other.hourGroup;

/** The times that rules hold the time between two passages against. Milliseconds; `[]`: no rule looks at it. */
function listSpans(one: TollStation, other: TollStation, betweenPassages: boolean): number[] {
  const isOneStation = one.passageKey === other.passageKey;
  const hasHour = betweenPassages && isGrouped(one, other);
  const projects = [one.project, other.project];
  const mayReverse =
    betweenPassages && projects.some(({ reversedRules }) => reversedRules.length > 0);
  // True for most pairs.
  if (!isOneStation && !hasHour && !mayReverse) return [];
  const isReversed = (stations: readonly string[]) =>
    betweenPassages && stations.includes(one.passageKey) && stations.includes(other.passageKey);
  return projects.flatMap(({ hourRules, reversedRules, drivePasts }) => [
    ...(hasHour ? hourRules.map(({ windowMin }) => windowMin * MINUTE_MS) : []),
    ...reversedRules.flatMap(({ stations, windowMin }) =>
      isReversed(stations) ? [windowMin * MINUTE_MS] : [],
    ),
    ...(isOneStation ? drivePasts.map(({ withinS }) => withinS * 1000) : []),
  ]);
}

/**
 * The moments after `fromMs` and up to `untilMs` at which the price of a passage, or the rule that it falls under, may
 * change; ascending. Between two of them the price by itself is the same. Unix milliseconds.
 */
export function listPriceSteps(station: TollStation, fromMs: number, untilMs: number): number[] {
  const minutes = minutesOf(station);
  const steps = new Set<number>();
  const add = (ms: number) => {
    if (fromMs < ms && ms <= untilMs) steps.add(ms);
  };
  for (let midnightMs = nextOsloMidnightMs(fromMs - 2 * DAY_MS); midnightMs <= untilMs; ) {
    const nextMs = nextOsloMidnightMs(midnightMs);
    // On a day on which the clocks change, every time of day after the change is an hour off.
    const shiftMs = nextMs - midnightMs === DAY_MS ? [0] : [-HOUR_MS, 0, HOUR_MS];
    for (const minute of minutes)
      for (const ms of shiftMs) add(midnightMs + minute * MINUTE_MS + ms);
    midnightMs = nextMs;
  }
  return [...steps].sort((a, b) => a - b);
}

/** The minutes of a day at which a tariff, a window or a period of a station begins or ends. */
const minutesOf = memoize((station: TollStation): ReadonlySet<number> => {
  const { tariffs, vehicleTariffs, periods = [], project } = station;
  const windows = [
    ...tariffs.flatMap(({ rush }) => rush?.windows ?? []),
    ...project.hourRules.flatMap(({ onceBetween }) => onceBetween ?? []),
  ];
  return new Set([
    0,
    ...windows.flatMap(({ fromMin, untilMin }) => [fromMin, untilMin]),
    ...[...tariffs, ...vehicleTariffs].map(({ fromMin = 0 }) => fromMin),
    ...tariffs.map(({ untilMin = 0 }) => untilMin),
    ...vehicleTariffs.map(({ end }) => end?.minuteOfDay ?? 0),
    ...periods.flatMap(({ openFrom, openTo }) => [
      openFrom?.minuteOfDay ?? 0,
      openTo?.minuteOfDay ?? 0,
    ]),
  ]);
});
