/** Formats a priced journey as its answer. */
import { groupBy } from '../base/lists.ts';
import { fromNok, type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import type { BilledCrossing } from '../pricing/ferry/bill.ts';
import type { ChargedPassage, TollBill } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { amountOf, sumUp as sumFour } from '../pricing/toll/four-ways.ts';
import type { Journey, JourneyDrive } from '../trip/journey.ts';
import { formatBills, formatStops, formatTollSums, listWarnings, roadOf } from './answer.ts';
import { formatClaim } from './claim.ts';
import { type AllowedDrive, formatExpenses } from './expense.ts';
import type { AnswerDrive, AnswerSums, DriveClaim, JourneyAnswer } from './journey.ts';
import type { ParsedJourney } from './read-journey.ts';
import { formatMatch } from './trace.ts';
import { toMinutes } from './unit.ts';
import { formatRouteVehicle, formatVehicle } from './vehicle.ts';

export interface JourneyTerms {
  readonly dataVersion: string;
  /** SHA-256 of the facts that `dataVersion` names. */
  readonly dataHash: string;
  /** Unix milliseconds. */
  readonly computedAtMs: number;
  /** Credit lines of the data and the road network. */
  readonly attribution: string;
  /** Rates of the kilometre allowance, oldest first; absent: none is known. */
  readonly rates?: readonly AllowanceRate[];
}

/** The body of `POST /api/journey`. */
export function formatJourney(
  journey: Journey,
  question: ParsedJourney,
  terms: JourneyTerms,
): JourneyAnswer {
  const { drives, toll, refined, source } = journey;
  const answers = drives.map((drive) => formatDrive(drive, question, terms));
  const payments = drives.flatMap((drive, i) => listPayments(drive, answers[i] as AnswerDrive));
  const isOfVehicle = toll.vehicle !== undefined;
  const byDay = groupBy(payments, ({ day }) => day);
  const byMonth = groupBy(payments, ({ day }) => day.slice(0, 7));
  const inOrder = <Item>(groups: ReadonlyMap<string, Item>) =>
    [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...(source !== undefined && { source }),
    refined,
    dataVersion: terms.dataVersion,
    computedAt: formatOsloInstant(terms.computedAtMs),
    attribution: terms.attribution,
    ...(question.vehicle && { vehicle: formatVehicle(question.vehicle) }),
    total: withRange(sumUp(payments, isOfVehicle), toll),
    complete: drives.every(({ missing }) => missing.length === 0),
    drives: answers,
    days: inOrder(byDay).map(([date, paid]) => ({ date, ...sumUp(paid, isOfVehicle) })),
    ...(question.lines || question.allowance ? { claim: claimOf(drives, answers, question) } : {}),
    months: inOrder(byMonth).map(([month, paid]) => ({
      month,
      ...sumUp(paid, isOfVehicle),
      caps: listCaps(toll, question, month),
    })),
  };
}

function formatDrive(
  drive: JourneyDrive,
  question: ParsedJourney,
  terms: JourneyTerms,
): AnswerDrive {
  const { asked, isWayBack, startMs, endMs, legs, stops, missing, recorded, ...bills } = drive;
  const { vehicle, explain } = question;
  const isEstimated = legs.some(({ refined, quoted }) => !refined || quoted.isTimeOpen === true);
  const named = question.named[asked] ?? [];
  const expenses = expensesOf(drive, question, isEstimated, terms);
  return {
    drive: asked,
    ...(isWayBack && { wayBack: true }),
    startTime: formatOsloInstant(startMs),
    endTime: formatOsloInstant(endMs),
    ...(legs.length > 0 && {
      distance: lengthOf(drive),
      durationMin: toMinutes(legs.reduce((sum, { quoted }) => sum + quoted.route.durationS, 0)),
    }),
    stops: formatStops(stops, isWayBack ? named.toReversed() : named),
    ...formatBills(bills, nameRoute(drive), explain && terms),
    ...(isEstimated && { tollEstimated: true }),
    ...formatRouteVehicle(bills, vehicle, isEstimated),
    ...expenses,
    complete: missing.length === 0,
    missing,
    ...(recorded && { match: formatMatch(recorded.match, recorded.doubts) }),
    warnings: listWarnings(drive, question, expenses),
  };
}

/** Names the proofs of a drive. */
const nameRoute = ({ asked, isWayBack, part }: JourneyDrive): string =>
  `${isWayBack ? 'back' : 'drive'}-${asked}${part === undefined ? '' : `-${part.no}`}`;

function expensesOf(
  drive: JourneyDrive,
  question: ParsedJourney,
  isEstimated: boolean,
  { rates }: JourneyTerms,
) {
  const { request, lines, allowance } = question;
  const { toll, legs } = drive;
  const sailed = legs.map((leg) => ({ ferry: leg.quoted.ferry, startMs: leg.startMs }));
  const allowed = allowance && [toAllowed(drive, question)];
  const terms = { isEstimated, lines, allowed, rates };
  return formatExpenses({ routeId: nameRoute(drive), toll, sailed }, request, terms);
}

function claimOf(
  drives: readonly JourneyDrive[],
  answers: readonly AnswerDrive[],
  { claims, claimant, asked }: ParsedJourney,
) {
  const claimed = answers.map((answer, i) => ({
    answer,
    said: saidOf(drives[i] as JourneyDrive, drives, claims),
    roadM: claimedM(drives[i] as JourneyDrive, claims),
  }));
  const { plate } = asked ?? {};
  return formatClaim(claimed, { ...(claimant && { claimant }), ...(plate && { plate }) });
}

/**
 * What the claim says of a drive. Names of start and destination are those of a recording or of passages, as a plan
 * knows its stops. Of the drives of one recording the first has the start, and the last the destination.
 */
function saidOf(
  { asked, legs, recorded, part }: JourneyDrive,
  drives: readonly JourneyDrive[],
  claims: ParsedJourney['claims'],
): DriveClaim {
  const { from, to, ...said } = claims[asked] ?? {};
  if (legs.length > 0 && recorded === undefined) return said;
  const no = part?.no ?? 0;
  const isLast = drives.every((other) => other.asked !== asked || (other.part?.no ?? 0) <= no);
  return {
    ...said,
    ...(no === 0 && from !== undefined && { from }),
    ...(isLast && to !== undefined && { to }),
  };
}

/**
 * The metres that are claimed. Kilometres of the odometer win over those of the road network; the drives of a recording
 * share them. `undefined`: there are neither.
 */
function claimedM(
  { asked, legs, part }: Pick<JourneyDrive, 'asked' | 'legs' | 'part'>,
  claims: ParsedJourney['claims'],
): number | undefined {
  const { km } = claims[asked] ?? {};
  if (km !== undefined) return km * 1000 * (part?.share ?? 1);
  if (legs.length === 0) return undefined;
  return legs.reduce((sum, { quoted }) => sum + roadOf(quoted.route), 0);
}

function toAllowed(drive: JourneyDrive, { claims, vehicle }: ParsedJourney): AllowedDrive {
  const { asked, startMs, part } = drive;
  const { forestKm, passengers = [], trailer } = claims[asked] ?? {};
  return {
    startMs,
    roadM: claimedM(drive, claims),
    forestKm: forestKm && forestKm * (part?.share ?? 1),
    passengers: passengers.length,
    hasTrailer: trailer ?? vehicle?.facts.trailerM !== undefined,
  };
}

const lengthOf = ({ legs }: JourneyDrive): number =>
  Math.round(legs.reduce((sum, { quoted }) => sum + quoted.route.lengthM, 0));

/** What is paid or driven at one moment. An absent member: nothing of that kind. */
interface Payment {
  /** Norwegian day. */
  readonly day: string;
  /** An amount of its drive is an estimate. */
  readonly estimated: boolean;
  readonly lengthM?: number;
  readonly allowanceNok?: number;
  readonly toll?: ChargedPassage;
  readonly ferry?: BilledCrossing;
}

function listPayments(
  drive: JourneyDrive,
  { allowanceNok, vehicle }: Pick<AnswerDrive, 'allowanceNok' | 'vehicle'>,
): Payment[] {
  const dayOf = (atMs: number) => toOsloTime(atMs).day;
  const driven = {
    day: dayOf(drive.startMs),
    lengthM: lengthOf(drive),
    ...(allowanceNok !== undefined && { allowanceNok }),
  };
  const passed = drive.toll.charged.map((toll) => ({ day: dayOf(toll.atMs), toll }));
  const sailed = drive.legs.flatMap(({ quoted }) =>
    quoted.ferry.priced.map((ferry) => ({ day: ferry.day, ferry })),
  );
  const estimated = vehicle?.estimated === true;
  return [driven, ...passed, ...sailed].map((one) => ({ ...one, estimated }));
}

/** Adds the bounds of a whole journey: those of its days do not add up to them. */
function withRange(
  total: AnswerSums,
  { vehicle }: Pick<TollBill, 'vehicle'>,
): JourneyAnswer['total'] {
  const { range } = vehicle ?? {};
  if (total.vehicle === undefined || range === undefined) return total;
  const bounds = { tollMin: toNok(range.minOre), tollMax: toNok(range.maxOre) };
  return { ...total, vehicle: { ...total.vehicle, ...bounds } };
}

/** @param isOfVehicle a vehicle was asked for. */
function sumUp(payments: readonly Payment[], isOfVehicle: boolean): AnswerSums {
  const add = (oreOf: (payment: Payment) => Ore | undefined): Ore =>
    payments.reduce((sum, payment) => sum + (oreOf(payment) ?? 0), 0);
  const isAllowed = payments.some(({ allowanceNok }) => allowanceNok !== undefined);
  const own = {
    toll: add(({ toll }) => toll?.vehicle?.charge.ore),
    ferry: add(({ ferry }) => ferry?.vehicle?.amount?.ore),
  };
  return {
    distance: payments.reduce((sum, { lengthM = 0 }) => sum + lengthM, 0),
    ...formatTollSums(sumFour(payments.flatMap(({ toll }) => toll ?? []))),
    ferryNok: toNok(add(({ ferry }) => ferry?.ordinary.ore)),
    ferryNokEv: toNok(add(({ ferry }) => ferry?.zeroEmission.ore)),
    ferryNokAutopass: toNok(add(({ ferry }) => ferry?.autopass.ore)),
    ...(isAllowed && {
      allowanceNok: toNok(add(({ allowanceNok }) => allowanceNok && fromNok(allowanceNok))),
    }),
    ...(isOfVehicle && {
      vehicle: {
        tollNok: toNok(own.toll),
        ferryNok: toNok(own.ferry),
        totalNok: toNok(own.toll + own.ferry),
        estimated: payments.some(({ estimated }) => estimated),
      },
    }),
  };
}

/** The caps that passages of a month count for, each with its passages. */
function listCaps(
  { lines }: Pick<TollBill, 'lines'>,
  { request: { size, vehicle } }: ParsedJourney,
  month: string,
): JourneyAnswer['months'][number]['caps'] {
  const ownCharge = (line: TollBill['lines'][number]): Charge =>
    line.vehicle?.charge ?? line.charges[amountOf({ size, tagged: vehicle?.tagged ?? true })];
  const met = lines.flatMap((line) => {
    const { cap, ore, free } = ownCharge(line);
    return cap?.month === month ? [{ ...cap, ore, free }] : [];
  });
  return [...groupBy(met, ({ cap }) => cap.key)].map(([group, passages]) => ({
    group,
    name: passages[0]?.cap.name ?? group,
    perMonth: passages[0]?.cap.perMonth ?? 0,
    before: passages[0]?.used ?? 0,
    paid: passages.filter(({ ore }) => ore > 0).length,
    free: passages.filter(({ free }) => free?.rule === 'monthly-cap').length,
  }));
}
