/** Rules that are not published in full, and the passages of a trip by the other reading of them. */
import type { DayKind } from '../../base/calendar.ts';
import { groupBy } from '../../base/group-by.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { VEHICLE_SIZES } from '../../base/vehicle.ts';
import type { Warning } from '../../base/warning.ts';
import { ALWAYS, hasBegun, isInForce } from '../dated.ts';
import { hourRuleFor } from './charge.ts';
import type { LinkedStations, TollProject, UnappliedRule, VehicleTariff } from './law.ts';
import { listUnapplied } from './local-rules.ts';
import { type PassagePrice, withoutRush } from './price-passage.ts';
import type { Way } from './terms.ts';

/** A rule that can be read in two ways. The bill takes one of them. */
export interface Doubt {
  readonly project: TollProject;
  /** Told where the other reading gives another sum; absent: the bill tells of it whatever that gives. */
  readonly warning?: Warning;
  /** The passages by the other reading, in the same order. */
  readonly reread: (passages: readonly PassagePrice[]) => readonly PassagePrice[];
}

/**
 * The rules in doubt that passages meet in a way to pay.
 *
 * @param passages in travel order.
 */
export const listDoubts = (passages: readonly PassagePrice[], way: Way): Doubt[] =>
  atOnce(stepDoubts(passages, way));

/** The same in steps. */
export function* stepDoubts(passages: readonly PassagePrice[], way: Way): Steps<Doubt[]> {
  const doubts: Doubt[] = [];
  for (const [project, own] of groupBy(passages, ({ station }) => station.project))
    for (const list of KINDS) {
      yield;
      doubts.push(...list(project, own, way));
    }
  return doubts;
}

/** One that is told where the other reading gives another sum. */
const toldDoubt = (project: TollProject, message: string, reread: Doubt['reread']): Doubt => ({
  project,
  warning: { code: 'toll_rule_not_known', message, about: project.name },
  reread,
});

/** Changes those passages that something holds for. */
const rereadEach =
  (holds: (passage: PassagePrice) => boolean, reread: (passage: PassagePrice) => PassagePrice) =>
  (passages: readonly PassagePrice[]): readonly PassagePrice[] =>
    passages.map((passage) => (holds(passage) ? reread(passage) : passage));

/** Which passage of an hour pays. */
function doubtPayer(project: TollProject, own: readonly PassagePrice[], way: Way): Doubt[] {
  const isOpen = (passage: PassagePrice) =>
    passage.station.project.id === project.id &&
    passage.hour?.terms.paysKnown === false &&
    hourRuleFor(passage, way) !== undefined;
  const [first, second] = own.filter(isOpen);
  if (first?.hour === undefined || second === undefined) return [];
  const { pays } = first.hour.rule;
  const { name: about } = project;
  return [
    toldDoubt(
      project,
      `Which passage of an hour pays in ${about} is not published: the ${pays} one is taken, and the ${OTHER_PAYER[pays]} one would give another toll.`,
      rereadEach(isOpen, turnPayer),
    ),
  ];
}

const OTHER_PAYER = { first: 'dearest', dearest: 'first' } as const;

function turnPayer(passage: PassagePrice): PassagePrice {
  const { hour } = passage;
  if (hour === undefined) return passage;
  const rule = { ...hour.rule, pays: OTHER_PAYER[hour.rule.pays] };
  return { ...passage, hour: { ...hour, rule } };
}

/** Whether the rush price holds on days of a kind. */
function doubtRush(project: TollProject, own: readonly PassagePrice[]): Doubt[] {
  const kinds = new Set(own.flatMap(({ rushDoubt }) => rushDoubt ?? []));
  const { name: about } = project;
  return [...kinds].map((kind) =>
    toldDoubt(
      project,
      `Whether the rush price of ${about} holds ${WHEN[kind]} is not published: it is charged, and the ordinary price would give another toll.`,
      rereadEach(
        ({ station, rushDoubt }) => rushDoubt === kind && station.project.id === project.id,
        withoutRush,
      ),
    ),
  );
}

const WHEN = {
  'public-holiday': 'on public holidays',
  'half-day': 'on 24 and 31 December and on the Wednesday before Easter',
  july: 'in July',
} as const satisfies Record<DayKind, string>;

/** Which of the prices is right that sources have for a class of vehicles. */
function doubtPrices(project: TollProject, own: readonly PassagePrice[]): Doubt[] {
  const isOpen = (passage: PassagePrice) => passage.station.project.id === project.id;
  const [row] = own.flatMap((passage) => findOpenRow(passage) ?? []);
  if (row === undefined) return [];
  const { name: about } = project;
  return [
    toldDoubt(
      project,
      `Sources differ about what ${row.classes.join(' and ')} vehicles pay in ${about} from ${row.otherwise?.from} on: one of the prices is taken, and the other would give another toll.`,
      rereadEach(isOpen, turnPrices),
    ),
  ];
}

/** The row of the moment that sources differ about; a newer one ends the doubt. */
const findOpenRow = ({ station: { vehicleTariffs = [] }, time }: PassagePrice) =>
  vehicleTariffs.find((row) => {
    if (row.otherwise === undefined || time.day < row.otherwise.from) return false;
    const isOfSame = ({ price, classes }: VehicleTariff) =>
      price.kind === row.price.kind && classes.some((name) => row.classes.includes(name));
    return vehicleTariffs.findLast((one) => hasBegun(one, time) && isOfSame(one)) === row;
  });

function turnPrices(passage: PassagePrice): PassagePrice {
  const { station } = passage;
  const vehicleTariffs = station.vehicleTariffs?.map((row) =>
    row.otherwise === undefined || passage.time.day < row.otherwise.from
      ? row
      : { ...row, price: row.otherwise.price },
  );
  return vehicleTariffs === undefined
    ? passage
    : { ...passage, station: { ...station, vehicleTariffs } };
}

/** Whether the hour rule covers a station. */
function doubtMembers(project: TollProject, own: readonly PassagePrice[], way: Way): Doubt[] {
  const isOpen = (passage: PassagePrice) =>
    passage.hour?.terms.stationsUnknown?.includes(passage.station.passageKey) === true &&
    hourRuleFor(passage, way) !== undefined;
  const first = own.find(isOpen);
  if (first === undefined) return [];
  const { name: about } = project;
  return [
    toldDoubt(
      project,
      `Whether the hour rule of ${about} covers ${first.station.name} is not published for certain: it is taken to, and by itself the station would give another toll.`,
      rereadEach(isOpen, (passage) => ({ ...passage, hour: undefined })),
    ),
  ];
}

/** Whether a station is free where one linked with it is paid. */
function doubtLinks(project: TollProject, own: readonly PassagePrice[], way: Way): Doubt[] {
  const { id, name: about, linkedStations } = project;
  if (!way.tagged) return [];
  return linkedStations.flatMap((law): Doubt[] => {
    const isFree = ({ station, time }: PassagePrice) =>
      law.free.includes(station.passageKey) && isInForce(law, time.day);
    const first = own.find(isFree);
    if (law.known !== false || first === undefined) return [];
    return [
      toldDoubt(
        project,
        `Whether ${first.station.name} in ${about} is free where a station linked with it is paid is not published for certain: it is taken as free, and would cost its own price.`,
        rereadEach(
          ({ station }) => station.project.id === id,
          (passage) => withoutLink(passage, law),
        ),
      ),
    ];
  });
}

function withoutLink(passage: PassagePrice, law: LinkedStations): PassagePrice {
  const { station } = passage;
  const linkedStations = station.project.linkedStations.filter((one) => one !== law);
  return { ...passage, station: { ...station, project: { ...station.project, linkedStations } } };
}

/** Rules that are known and not applied: the stations passed may be one payment, or none. */
function doubtPayments(project: TollProject, own: readonly PassagePrice[], way: Way): Doubt[] {
  return listUnapplied(project, own).flatMap(({ rule, trips }): Doubt[] => {
    const { otherwise = ONE_PAYMENT, stations, source } = rule;
    const { payments, windowMin = Number.POSITIVE_INFINITY, sizes, untagged } = otherwise;
    if (!sizes.includes(way.size) || !(way.tagged || untagged)) return [];
    const isOf = ({ station, drive }: PassagePrice) =>
      stations.includes(station.passageKey) && trips.has(drive?.trip);
    if (payments === 0) return [{ project, reread: rereadEach(isOf, withoutPrice) }];
    // The hour rule holds already for the vehicle: the other reading is the one that is charged.
    const rules = own.filter(isOf).map((one) => hourRuleFor(one, way));
    const [first] = rules;
    const isRuled = first !== undefined && first.windowMin >= windowMin;
    if (isRuled && rules.every((one) => one?.group === first.group)) return [];

    // The first pays: of what one payment may be it is the least.
    const terms = { from: ALWAYS, pays: 'first', windowMin, sizes, untagged, source } as const;
    const shared = own.find((one) => isOf(one) && one.hour !== undefined)?.hour?.rule.group;
    const asOne = (passage: PassagePrice): PassagePrice => {
      const trip = otherwise.windowMin === undefined ? ` ${passage.drive?.trip}` : '';
      const group = `${shared ?? stations.join(' ')}${trip}`;
      const hourRule = { group, pays: terms.pays, windowMin };
      const onceUntilMs = passage.hour?.onceUntilMs;
      return { ...passage, hour: { terms, rule: hourRule, onceUntilMs } };
    };
    return [{ project, reread: rereadEach(isOf, asOne) }];
  });
}

const ONE_PAYMENT: NonNullable<UnappliedRule['otherwise']> = {
  payments: 1,
  sizes: VEHICLE_SIZES,
  untagged: true,
};

/** A station that charges one direction, and the passage may be in the other. */
const doubtDirection = (project: TollProject, own: readonly PassagePrice[]): Doubt[] =>
  [...new Set(own.flatMap(({ station }) => (station.directionUndecided ? station.id : [])))].map(
    (id) => ({ project, reread: rereadEach(({ station }) => station.id === id, withoutPrice) }),
  );

/** It costs nothing, opens no hour and counts for no cap. */
const withoutPrice = (passage: PassagePrice): PassagePrice => ({
  ...passage,
  small: undefined,
  large: undefined,
});

const KINDS: readonly ((
  project: TollProject,
  own: readonly PassagePrice[],
  way: Way,
) => readonly Doubt[])[] = [
  // First: it prices anew what others take the price from.
  doubtRush,
  doubtPrices,
  doubtMembers,
  doubtPayments,
  doubtPayer,
  doubtLinks,
  doubtDirection,
];
