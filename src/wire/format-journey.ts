/** A priced journey to its answer. */
import { groupBy } from '../base/group-by.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import type { TollBill } from '../pricing/toll/bill.ts';
import type { Charge } from '../pricing/toll/charge.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import type { Journey, JourneyDrive } from '../trip/journey.ts';
import { formatBills, formatStop, LENGTH_IGNORED, withProofs } from './answer.ts';
import { formatLines, sumOfLines } from './expense.ts';
import type { AnswerDrive, AnswerSums, JourneyAnswer, ParsedJourney } from './journey.ts';
import { formatRouteVehicle, formatVehicle, listVehicleWarnings } from './priced-vehicle.ts';
import { toMinutes } from './unit.ts';

export interface JourneyTerms {
  readonly dataVersion: string;
  /** SHA-256 of the facts that it names. */
  readonly dataHash: string;
  /** Unix milliseconds. */
  readonly computedAtMs: number;
  /** Credit lines of the data and the road network. */
  readonly attribution: string;
}

/** The body of `POST /api/journey`. */
export function formatJourney(
  journey: Journey,
  question: ParsedJourney,
  terms: JourneyTerms,
): JourneyAnswer {
  const { drives, toll, refined, source } = journey;
  const payments = drives.flatMap((drive) => listPayments(drive));
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
    drives: drives.map((drive) => formatDrive(drive, question, terms)),
    days: inOrder(byDay).map(([date, paid]) => ({ date, ...sumUp(paid) })),
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
  { dataVersion, dataHash }: JourneyTerms,
): AnswerDrive {
  const { asked, isWayBack, startMs, endMs, legs, stops, toll, ferry, missing } = drive;
  const { request, vehicle, lines, explain, lengthIgnored } = question;
  const isPreliminary = legs.some((leg) => !leg.refined);
  const named = question.named[asked] ?? [];
  const route = { id: `${isWayBack ? 'back' : 'drive'}-${asked}` };
  const sailed = legs.map((leg) => ({ ferry: leg.quoted.ferry, startMs: leg.startMs }));
  const { day } = toOsloTime(startMs);
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
      formatBills({ toll, ferry }),
      { route, toll, ferry },
      explain && { dataVersion, dataHash, day },
    ),
    ...(isPreliminary && { tollEstimated: true }),
    ...formatRouteVehicle({ toll, ferry }, vehicle, { isPreliminary }),
    ...(lines && {
      lines: formatLines({ route, toll, sailed }, request, { isPreliminary }),
      linesNok: sumOfLines({ toll, ferry }, request),
    }),
    complete: missing.length === 0,
    missing,
    warnings: [
      ...drive.warnings,
      ...(vehicle ? listVehicleWarnings({ toll, ferry }, vehicle) : []),
      ...(lengthIgnored ? [LENGTH_IGNORED] : []),
    ],
  };
}

const lengthOf = ({ legs }: JourneyDrive): number =>
  Math.round(legs.reduce((sum, { quoted }) => sum + quoted.route.lengthM, 0));

/** What is paid, or driven, at a moment; absent: nothing of it. */
interface Payment {
  /** Norwegian. */
  readonly day: string;
  readonly lengthM?: number;
  readonly toll?: TollBill['total'];
  readonly ferry?: { readonly ordinary: Ore; readonly zeroEmission: Ore; readonly autopass: Ore };
  /** Absent: no vehicle was asked for. */
  readonly vehicle?: { readonly tollOre: Ore; readonly ferryOre: Ore };
}

function listPayments(drive: JourneyDrive): Payment[] {
  const { toll, legs, startMs } = drive;
  const dayOf = (atMs: number) => toOsloTime(atMs).day;
  const driven: Payment = {
    day: dayOf(startMs),
    lengthM: lengthOf(drive),
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
  return {
    distance: payments.reduce((all, { lengthM = 0 }) => all + lengthM, 0),
    tollSmall: sum(({ toll }) => toll?.smallOre),
    tollSmallNoDiscount: sum(({ toll }) => toll?.smallNoDiscountOre),
    tollLarge: sum(({ toll }) => toll?.largeOre),
    tollLargeNoDiscount: sum(({ toll }) => toll?.largeNoDiscountOre),
    ferryNok: sum(({ ferry }) => ferry?.ordinary),
    ferryNokEv: sum(({ ferry }) => ferry?.zeroEmission),
    ferryNokAutopass: sum(({ ferry }) => ferry?.autopass),
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
