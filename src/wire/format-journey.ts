/** A priced journey to its answer. */
import { groupBy } from '../base/group-by.ts';
import { fromNok, type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { Journey, JourneyDrive } from '../trip/journey.ts';
import { formatBills, formatStop, LENGTH_IGNORED, roadOf, withProofs } from './answer.ts';
import { formatClaim } from './claim.ts';
import { ALLOWANCE_NOT_KNOWN, type AllowedDrive, formatExpenses } from './expense.ts';
import type { AnswerDrive, AnswerSums, JourneyAnswer } from './journey.ts';
import { formatRouteVehicle, formatVehicle, listVehicleWarnings } from './priced-vehicle.ts';
import type { ParsedJourney } from './read-journey.ts';
import { formatMatch } from './trace.ts';
import { toMinutes } from './unit.ts';

export interface JourneyTerms {
  readonly dataVersion: string;
  /** SHA-256 of the facts that it names. */
  readonly dataHash: string;
  /** Unix milliseconds. */
  readonly computedAtMs: number;
  /** Credit lines of the data and the road network. */
  readonly attribution: string;
  /** Of the kilometre allowance, oldest first; absent: none is known. */
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
  const payments = drives.flatMap((drive, i) => listPayments(drive, answers[i]?.allowanceNok));
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
    total: sumUp(payments),
    complete: drives.every(({ missing }) => missing.length === 0),
    drives: answers,
    days: inOrder(byDay).map(([date, paid]) => ({ date, ...sumUp(paid) })),
    ...(question.lines || question.allowance ? { claim: claimOf(drives, answers, question) } : {}),
    months: inOrder(byMonth).map(([month, paid]) => ({
      month,
      ...sumUp(paid),
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
  const { vehicle, allowance, explain, lengthIgnored } = question;
  const isPreliminary = legs.some((leg) => !leg.refined);
  const named = question.named[asked] ?? [];
  const { dataVersion, dataHash } = terms;
  const { day } = toOsloTime(startMs);
  const expenses = expensesOf(drive, question, terms);
  return {
    drive: asked,
    ...(isWayBack && { wayBack: true }),
    startTime: formatOsloInstant(startMs),
    endTime: formatOsloInstant(endMs),
    ...(legs.length > 0 && {
      distance: lengthOf(drive),
      durationMin: toMinutes(legs.reduce((sum, { quoted }) => sum + quoted.route.durationS, 0)),
    }),
    stops: stops.map((stop, i) => formatStop(stop, (isWayBack ? named.toReversed() : named)[i])),
    ...withProofs(
      formatBills(bills),
      { ...bills, route: routeOf(drive) },
      explain && { dataVersion, dataHash, day },
    ),
    ...(isPreliminary && { tollEstimated: true }),
    ...formatRouteVehicle(bills, vehicle, { isPreliminary }),
    ...expenses,
    complete: missing.length === 0,
    missing,
    ...(recorded && { match: formatMatch(recorded.match, recorded.doubts) }),
    warnings: [
      ...drive.warnings,
      ...(vehicle ? listVehicleWarnings(bills, vehicle) : []),
      ...(lengthIgnored ? [LENGTH_IGNORED] : []),
      ...(allowance && expenses.allowanceNok === undefined ? [ALLOWANCE_NOT_KNOWN] : []),
    ],
  };
}

/** Names its proofs. */
const routeOf = ({ asked, isWayBack, part }: JourneyDrive) => ({
  id: `${isWayBack ? 'back' : 'drive'}-${asked}${part === undefined ? '' : `-${part.no}`}`,
});

/** The lines of an expense claim, where somebody asked for them. */
function expensesOf(
  drive: JourneyDrive,
  question: ParsedJourney,
  { rates }: JourneyTerms,
): Partial<ReturnType<typeof formatExpenses>> {
  const { request, lines, allowance } = question;
  if (lines === undefined && allowance === undefined) return {};
  const { toll, ferry, legs } = drive;
  const sailed = legs.map((leg) => ({ ferry: leg.quoted.ferry, startMs: leg.startMs }));
  return formatExpenses({ route: routeOf(drive), toll, ferry, sailed }, request, {
    isPreliminary: legs.some((leg) => !leg.refined),
    allowed: allowance && toAllowed(drive, question),
    rates,
  });
}

function claimOf(
  drives: readonly JourneyDrive[],
  answers: readonly AnswerDrive[],
  { claims, claimant, asked }: ParsedJourney,
) {
  const claimed = answers.map((answer, i) => ({
    answer,
    said: claims[answer.drive] ?? {},
    roadM: claimedM(drives[i] as JourneyDrive, claims),
  }));
  const { plate } = asked ?? {};
  return formatClaim(claimed, { ...(claimant && { claimant }), ...(plate && { plate }) });
}

/**
 * The kilometres of the odometer, which the drives of a recording share, beat those of the road network; `undefined`:
 * there are none. Metres.
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

/** What is paid, or driven, at a moment; absent: nothing of it. */
interface Payment {
  /** Norwegian. */
  readonly day: string;
  readonly lengthM?: number;
  readonly allowanceNok?: number;
  readonly toll?: TollBill['total'];
  readonly ferry?: { readonly ordinary: Ore; readonly zeroEmission: Ore; readonly autopass: Ore };
  /** Absent: no vehicle was asked for. */
  readonly vehicle?: { readonly tollOre: Ore; readonly ferryOre: Ore };
}

function listPayments(drive: JourneyDrive, allowanceNok?: number): Payment[] {
  const { toll, legs, startMs } = drive;
  const dayOf = (atMs: number) => toOsloTime(atMs).day;
  const driven: Payment = {
    day: dayOf(startMs),
    lengthM: lengthOf(drive),
    ...(allowanceNok !== undefined && { allowanceNok }),
    ...(toll.vehicle && { vehicle: { tollOre: 0, ferryOre: 0 } }),
  };
  const passed = toll.charged.map(
    ({ atMs, vehicle, ...total }): Payment => ({
      day: dayOf(atMs),
      toll: total,
      ...(vehicle && { vehicle: { tollOre: vehicle.charge.ore, ferryOre: 0 } }),
    }),
  );
  const sailed = legs.flatMap((leg) =>
    leg.quoted.ferry.priced.map((priced): Payment => {
      const { ordinary, zeroEmission, autopass, vehicle, crossing } = priced;
      return {
        day: dayOf(leg.startMs + Math.round((crossing.boardedAtS ?? 0) * 1000)),
        ferry: {
          ordinary: ordinary.ore,
          zeroEmission: zeroEmission.ore,
          autopass: autopass.ore,
        },
        ...(vehicle && { vehicle: { tollOre: 0, ferryOre: vehicle.amount?.ore ?? 0 } }),
      };
    }),
  );
  return [driven, ...passed, ...sailed];
}

function sumUp(payments: readonly Payment[]): AnswerSums {
  const sum = (oreOf: (payment: Payment) => Ore | undefined) =>
    toNok(payments.reduce((all, payment) => all + (oreOf(payment) ?? 0), 0));
  const isOfVehicle = payments.some(({ vehicle }) => vehicle !== undefined);
  const isAllowed = payments.some(({ allowanceNok }) => allowanceNok !== undefined);
  return {
    distance: payments.reduce((all, { lengthM = 0 }) => all + lengthM, 0),
    tollSmall: sum(({ toll }) => toll?.smallOre),
    tollSmallNoDiscount: sum(({ toll }) => toll?.smallNoDiscountOre),
    tollLarge: sum(({ toll }) => toll?.largeOre),
    tollLargeNoDiscount: sum(({ toll }) => toll?.largeNoDiscountOre),
    ferryNok: sum(({ ferry }) => ferry?.ordinary),
    ferryNokEv: sum(({ ferry }) => ferry?.zeroEmission),
    ferryNokAutopass: sum(({ ferry }) => ferry?.autopass),
    ...(isAllowed && {
      allowanceNok: sum(({ allowanceNok }) => allowanceNok && fromNok(allowanceNok)),
    }),
    ...(isOfVehicle && {
      vehicle: {
        tollNok: sum(({ vehicle }) => vehicle?.tollOre),
        ferryNok: sum(({ vehicle }) => vehicle?.ferryOre),
        totalNok: sum(({ vehicle }) => (vehicle?.tollOre ?? 0) + (vehicle?.ferryOre ?? 0)),
      },
    }),
  };
}

/** The caps that passages of a month count for, by their name. */
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
