/** Rules that are not published in full, and what the other reading of each makes of a passage. */
import type { DayKind } from '../../base/calendar.ts';
import { nextNewYear } from '../../base/day.ts';
import { memoize } from '../../base/memoize.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { VEHICLE_SIZES } from '../../base/vehicle.ts';
import type { Warning } from '../../base/warning.ts';
import { ALWAYS, hasBegun, isInForce } from '../dated.ts';
import { findCap, hourRuleFor } from './charge.ts';
import type {
  CapOfSize,
  LinkedStations,
  TollProject,
  TollStation,
  UnappliedRule,
  VehicleTariff,
} from './law.ts';
import { listUnapplied } from './local-rules.ts';
import { type PassagePrice, withoutRush } from './price-passage.ts';
import type { CapUse, Way } from './terms.ts';

/** A rule that can be read in two ways. The bill takes one of them. */
export interface Doubt {
  readonly project: TollProject;
  /** Given where the other reading leads to another sum. Absent: the bill warns of the rule in any case. */
  readonly warning?: Warning;
  /** A passage of the project by the other reading. Most readings return the same object where they change nothing. */
  readonly reread: (passage: PassagePrice) => PassagePrice;
}

/**
 * The rules in doubt that passages meet in a way to pay.
 *
 * @param passages in travel order.
 * @param capUse `undefined`: no monthly cap is applied, and none is in doubt.
 */
export const listDoubts = (
  passages: readonly PassagePrice[],
  way: Way,
  capUse: CapUse | undefined,
): Doubt[] => atOnce(stepDoubts(passages, way, capUse));

/** `listDoubts` in steps. */
export function* stepDoubts(
  passages: readonly PassagePrice[],
  { size, tagged }: Way,
  capUse: CapUse | undefined,
): Steps<Doubt[]> {
  const way = { size, tagged, capUse, passages };
  const doubts: Doubt[] = [];
  const open = passages.filter(({ station }) => openKindsOf(station).length > 0);
  for (const project of new Set(open.map(({ station }) => station.project))) {
    yield;
    const { name: about } = project;
    const own = passages.filter(({ station }) => station.project === project);
    for (const kind of KINDS) {
      if (!own.some(({ station }) => openKindsOf(station).includes(kind))) continue;
      for (const { message, reread } of kind.list(own, way, project)) {
        const warning = message && ({ code: 'toll_rule_not_known', message, about } as const);
        doubts.push({ project, ...(warning && { warning }), reread });
      }
    }
  }
  return doubts;
}

/** The kinds of doubt that a station can ever be in. Most stations are in none. */
const openKindsOf = memoize((station: TollStation) =>
  KINDS.filter(({ mayConcern }) => mayConcern(station)),
);

/** The doubtful part of a rule. */
interface OpenRule extends Pick<Doubt, 'reread'> {
  /** The message of the warning. */
  readonly message?: string;
}

/** @param own the passages of the project; those of all are in `way`. */
type ListOpen = (
  own: readonly PassagePrice[],
  way: Way & { readonly capUse: CapUse | undefined; readonly passages: readonly PassagePrice[] },
  project: TollProject,
) => readonly OpenRule[];

/** Rereads the passages that a condition holds for. */
const rereadWhere =
  (holds: (passage: PassagePrice) => boolean, reread: Doubt['reread']): Doubt['reread'] =>
  (passage) =>
    holds(passage) ? reread(passage) : passage;

/** Which passage of an hour pays. */
const doubtPayer: ListOpen = (own, way, { name }) => {
  const isOpen = (passage: PassagePrice) =>
    passage.hour?.terms.paysKnown === false && hourRuleFor(passage, way) !== undefined;
  const [first, second] = own.filter(isOpen);
  if (first?.hour === undefined || second === undefined) return [];
  const { pays } = first.hour.rule;
  const message = `Which passage of an hour pays in ${name} is not published: the ${pays} one is taken, and the ${OTHER_PAYER[pays]} one would give another toll.`;
  return [{ message, reread: rereadWhere(isOpen, turnPayer) }];
};

const OTHER_PAYER = { first: 'dearest', dearest: 'first' } as const;

const turnPayer = ({ hour, ...passage }: PassagePrice): PassagePrice => ({
  ...passage,
  hour: hour && { ...hour, rule: { ...hour.rule, pays: OTHER_PAYER[hour.rule.pays] } },
});

/** Whether the rush price holds on days of a kind. */
const doubtRush: ListOpen = (own, _, { name }) => {
  const kinds = new Set(own.flatMap(({ rushDoubt }) => rushDoubt ?? []));
  return [...kinds].map((kind) => ({
    message: `Whether the rush price of ${name} holds ${WHEN[kind]} is not published: it is charged, and the ordinary price would give another toll.`,
    reread: rereadWhere(({ rushDoubt }) => rushDoubt === kind, withoutRush),
  }));
};

const WHEN = {
  'public-holiday': 'on public holidays',
  'half-day': 'on 24 and 31 December and on the Wednesday before Easter',
  july: 'in July',
} as const satisfies Record<DayKind, string>;

/** Which price of a class of vehicles is right, where sources differ. */
const doubtPrices: ListOpen = (own, _, { name }) => {
  const [row] = own.flatMap((passage) => findOpenRow(passage) ?? []);
  if (row === undefined) return [];
  const message = `Sources differ about what ${row.classes.join(' and ')} vehicles pay in ${name} from ${row.otherwise?.from} on: one of the prices is taken, and the other would give another toll.`;
  return [{ message, reread: turnPrices }];
};

/** The row of the moment, if sources differ about it. A newer row ends the doubt. */
const findOpenRow = ({ station, time }: PassagePrice) =>
  listOpenRows(station).find((row) => {
    if (row.otherwise === undefined || time.day < row.otherwise.from) return false;
    const isOfSame = ({ price, classes }: VehicleTariff) =>
      price.kind === row.price.kind && classes.some((name) => row.classes.includes(name));
    return station.vehicleTariffs.findLast((one) => hasBegun(one, time) && isOfSame(one)) === row;
  });

/** Remembered, because it is asked for each passage in each way to pay. Few stations have such rows. */
const listOpenRows = memoize(({ vehicleTariffs }: TollStation) =>
  vehicleTariffs.filter(({ otherwise }) => otherwise !== undefined),
);

function turnPrices(passage: PassagePrice): PassagePrice {
  const { station, time } = passage;
  const vehicleTariffs = station.vehicleTariffs.map((row) =>
    row.otherwise === undefined || time.day < row.otherwise.from
      ? row
      : { ...row, price: row.otherwise.price },
  );
  return { ...passage, station: { ...station, vehicleTariffs } };
}

/** Whether the hour rule covers a station. */
const doubtMembers: ListOpen = (own, way, { name }) => {
  const isOpen = (passage: PassagePrice) =>
    passage.hour?.terms.stationsUnknown?.includes(passage.station.passageKey) === true &&
    hourRuleFor(passage, way) !== undefined;
  const first = own.find(isOpen);
  if (first === undefined) return [];
  const message = `Whether the hour rule of ${name} covers ${first.station.name} is not published for certain: it is taken to, and by itself the station would give another toll.`;
  return [{ message, reread: rereadWhere(isOpen, (passage) => ({ ...passage, hour: undefined })) }];
};

/** Whether a station is free where a station linked with it is paid, and then opens an hour. */
const doubtLinks: ListOpen = (own, way, { name, linkedStations }) =>
  linkedStations.flatMap((law): OpenRule[] => {
    const first = own.find(
      ({ station, time }) => law.free.includes(station.passageKey) && isInForce(law, time.day),
    );
    if (!way.tagged || first === undefined) return [];
    const free: OpenRule = {
      message: `Whether ${first.station.name} in ${name} is free where a station linked with it is paid is not published for certain: it is taken as free, and would cost its own price.`,
      reread: replaceLink(law, []),
    };
    const hour: OpenRule = {
      message: `Whether a passage of ${first.station.name} in ${name} that a linked station makes free opens an hour is not published: it is taken to open none, and with one the toll would be another.`,
      reread: replaceLink(law, [{ ...law, opensHour: true }]),
    };
    const group = hourRuleFor(first, way)?.group;
    const inHour = own.filter((one) => group && hourRuleFor(one, way)?.group === group);
    return [...(law.known === false ? [free] : []), ...(inHour.length > 1 ? [hour] : [])];
  });

const replaceLink =
  (law: LinkedStations, by: readonly LinkedStations[]): Doubt['reread'] =>
  ({ station, ...passage }) => {
    const { project } = station;
    const linkedStations = project.linkedStations.flatMap((one) => (one === law ? by : [one]));
    return { ...passage, station: { ...station, project: { ...project, linkedStations } } };
  };

/**
 * The rules of a project that are known and not applied, by which the passages may be fewer payments in a way to pay.
 *
 * @param passages in travel order.
 */
export const listOpenPayments = (
  project: TollProject,
  passages: readonly PassagePrice[],
  way: Way,
) =>
  listUnapplied(project, passages).flatMap(({ rule, trips }) => {
    const { otherwise = ONE_PAYMENT, stations } = rule;
    const { payments, windowMin = Number.POSITIVE_INFINITY, sizes, untagged } = otherwise;
    if (!sizes.includes(way.size) || !(way.tagged || untagged)) return [];
    const isOf = ({ station, drive }: PassagePrice) =>
      stations.includes(station.passageKey) && trips.has(drive?.trip);
    // The hour rule covers all these passages already: the other reading is the one that is charged.
    const rules = passages.filter(isOf).map((one) => hourRuleFor(one, way));
    const [first] = rules;
    const isRuled = payments > 0 && first !== undefined && first.windowMin >= windowMin;
    if (isRuled && rules.every((one) => one?.group === first.group)) return [];
    return [{ rule, otherwise, isOf }];
  });

/** Rules that are known and not applied: the stations passed may be one payment, or none. */
const doubtPayments: ListOpen = (own, way, project) =>
  listOpenPayments(project, own, way).map(({ rule, otherwise, isOf }): OpenRule => {
    const { stations, source } = rule;
    const { payments, windowMin = Number.POSITIVE_INFINITY, sizes, untagged } = otherwise;
    if (payments === 0) return { reread: rereadWhere(isOf, withoutPrice) };
    // The first passage pays: that is the least that one payment can be.
    const terms = { from: ALWAYS, pays: 'first', windowMin, sizes, untagged, source } as const;
    const shared = own.find((one) => isOf(one) && one.hour !== undefined)?.hour?.rule.group;
    const asOne = (passage: PassagePrice): PassagePrice => {
      const trip = otherwise.windowMin === undefined ? ` ${passage.drive?.trip}` : '';
      const group = `${shared ?? stations.join(' ')}${trip}`;
      const hourRule = { group, pays: terms.pays, windowMin };
      const onceUntilMs = passage.hour?.onceUntilMs;
      return { ...passage, hour: { terms, rule: hourRule, onceUntilMs } };
    };
    return { reread: rereadWhere(isOf, asOne) };
  });

const ONE_PAYMENT: NonNullable<UnappliedRule['otherwise']> = {
  payments: 1,
  sizes: VEHICLE_SIZES,
  untagged: true,
};

/** Whether a monthly cap still holds, in a later calendar year than the last of which a source tells. */
const doubtCaps: ListOpen = (own, way) => {
  const findOpen = (passage: PassagePrice): CapOfSize | undefined => {
    const cap = findCap(passage, way, way.capUse);
    return cap && nextNewYear(cap.knownOn) <= passage.time.day ? cap : undefined;
  };
  const open = new Map(
    own.flatMap((passage) => findOpen(passage) ?? []).map((cap) => [cap.key, cap]),
  );
  // Projects may share a cap: the passages of all of them count.
  const countOf = (key: string) =>
    way.passages.filter((one) => findCap(one, way, way.capUse)?.key === key).length;
  const mayBeMet = ({ key, perMonth }: CapOfSize) =>
    (way.capUse?.counts[key] ?? 0) + countOf(key) > perMonth;
  return [...open.values()].filter(mayBeMet).map(({ key, name, perMonth, knownOn }) => ({
    message: `Whether the monthly cap of ${name} still holds is not published, only that it was ${perMonth} paid passages on ${knownOn}: it is applied, and without it the toll would be another.`,
    reread: rereadWhere((one) => findOpen(one)?.key === key, withoutCap),
  }));
};

function withoutCap(passage: PassagePrice): PassagePrice {
  const { cap: _, ...station } = passage.station;
  return { ...passage, station };
}

/** Whether a passage is in the charged direction, where no source tells which direction a station charges. */
const doubtDirection: ListOpen = (own) =>
  [...new Set(own.flatMap(({ station }) => (station.directionUndecided ? station.id : [])))].map(
    (id) => ({ reread: rereadWhere(({ station }) => station.id === id, withoutPrice) }),
  );

/** The passage without a price: it costs nothing, opens no hour and counts for no cap. */
const withoutPrice = (passage: PassagePrice): PassagePrice => ({
  ...passage,
  small: undefined,
  large: undefined,
});

/** A kind of doubt. */
interface DoubtKind {
  /** Can the kind ever be met at the station? */
  readonly mayConcern: (station: TollStation) => boolean;
  readonly list: ListOpen;
}

const KINDS: readonly DoubtKind[] = [
  // This kind comes first: it changes the prices that the others start from.
  {
    mayConcern: ({ tariffs }) => tariffs.some(({ rush }) => rush?.exceptUnknown !== undefined),
    list: doubtRush,
  },
  { mayConcern: (station) => listOpenRows(station).length > 0, list: doubtPrices },
  {
    mayConcern: ({ project }) =>
      project.hourRules.some(({ stationsUnknown }) => stationsUnknown !== undefined),
    list: doubtMembers,
  },
  { mayConcern: ({ project }) => project.unappliedRules.length > 0, list: doubtPayments },
  {
    mayConcern: ({ project }) => project.hourRules.some(({ paysKnown }) => paysKnown === false),
    list: doubtPayer,
  },
  {
    mayConcern: ({ project }) => project.linkedStations.length > 0,
    list: doubtLinks,
  },
  { mayConcern: ({ cap }) => cap !== undefined, list: doubtCaps },
  { mayConcern: ({ directionUndecided }) => directionUndecided === true, list: doubtDirection },
];
