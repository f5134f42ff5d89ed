import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import type { FoundPlace } from '../places/place.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import type { FourAmounts } from '../pricing/toll/four-ways.ts';
import type { Quote, QuotedRoute, QuoteRequest } from '../trip/quote.ts';
import type { QuotedStop } from '../trip/quoted-stops.ts';
import type { GateWait } from '../trip/road-section.ts';
import { listStretches } from '../trip/stretch.ts';
import type { AnswerBillingRoute, AnswerStop } from './billing.ts';
import {
  formatCharged,
  formatFerry,
  formatFree,
  formatUnpriced,
  formatUnpricedFerry,
  splitPassages,
} from './charges.ts';
import { ALLOWANCE_NOT_KNOWN, formatExpenses } from './expense.ts';
import { formatFerryProofs, formatTollProofs, type ProofTerms } from './format-proof.ts';
import type { Misspelt } from './parameters.ts';
import type { ParsedQuestion } from './question.ts';
import { formatFeatures, formatGivenRoute, type RouteAnswer } from './route.ts';
import { toMinutes } from './unit.ts';
import { formatRouteVehicle, formatVehicle, listVehicleWarnings } from './vehicle.ts';

/** How an answer is written. */
export interface AnswerOptions extends Omit<ParsedQuestion, 'request' | 'asked'> {
  /** Credit lines of the data and the road network behind the quote. */
  readonly attribution: string;
  /** Rates of the kilometre allowance, oldest first; absent: none is known. */
  readonly rates?: readonly AllowanceRate[];
  /** The drives of a recording; absent or `[]`: it is one drive. */
  readonly drives?: readonly { readonly startMs: number; readonly route: PlannedRoute }[];
}

/** The body of `/api/route` for a quote. */
export function formatAnswer(
  quote: Quote,
  request: QuoteRequest,
  options: AnswerOptions,
): RouteAnswer {
  return {
    routes: quote.routes.map(({ route }) =>
      route.asGiven === undefined
        ? {
            routeId: route.id,
            features: formatFeatures(route, options),
            type: 'FeatureCollection',
          }
        : formatGivenRoute(route.asGiven, route.id, options),
    ),
    _billing: {
      source: quote.source,
      refined: quote.refined,
      ...(quote.refineFallback && { refineFallback: true }),
      dataVersion: quote.dataVersion,
      computedAt: formatOsloInstant(quote.computedAtMs),
      attribution: options.attribution,
      ...(options.vehicle && { vehicle: formatVehicle(options.vehicle) }),
      stops: formatStops(quote.stops, options.named),
      ...(quote.searchCut && { searchCut: true }),
      routes: quote.routes.map((quoted) => {
        const isEstimated = !quote.refined || quoted.isTimeOpen === true;
        const expenses = expensesOf(quoted, isEstimated, request, options);
        return {
          ...formatBillingRoute(quoted, isEstimated, options.explain && quote),
          ...formatRouteVehicle(quoted, options.vehicle, isEstimated),
          ...formatBounds(quoted),
          ...formatChoice(quoted, request, options.explain),
          ...expenses,
          complete: quoted.missing.length === 0,
          missing: quoted.missing,
          warnings: listWarnings(quoted, options, expenses),
        };
      }),
    },
  };
}

function expensesOf(
  quoted: QuotedRoute,
  isEstimated: boolean,
  request: QuoteRequest,
  { lines, allowance, rates, vehicle, drives = [] }: AnswerOptions,
) {
  const { startMs } = request;
  const { route, toll, ferry } = quoted;
  const hasTrailer = vehicle?.facts.trailerM !== undefined;
  const driven = drives.length > 0 ? drives : [{ startMs, route }];
  const allowed =
    allowance &&
    driven.map((drive) => ({ startMs: drive.startMs, roadM: roadOf(drive.route), hasTrailer }));
  const drive = { routeId: route.id, toll, sailed: [{ ferry, startMs }] };
  return formatExpenses(drive, request, { isEstimated, lines, allowed, rates });
}

/** Metres that are driven, not sailed. */
export function roadOf(route: PlannedRoute): number {
  const roads = listStretches(route).filter(({ kind }) => kind === 'road');
  const drivenM = roads.reduce((sum, { lengthM }) => sum + lengthM, 0);
  return Math.max(0, drivenM - (route.unplacedFerryM ?? 0));
}

/** @param named the places that stops were named by; absent: all stops are points. */
export const formatStops = (
  stops: readonly QuotedStop[],
  named: readonly (FoundPlace | undefined)[] = [],
): AnswerStop[] =>
  stops.map(({ asked, at, name: _, movedM, ...facts }, i) => ({
    askedLat: asked.lat,
    askedLon: asked.lon,
    ...(named[i] && { named: formatNamed(named[i]) }),
    ...at,
    movedM: Math.round(movedM),
    ...facts,
  }));

/** The warnings of a bill, with those of its vehicle and of the question. */
export const listWarnings = (
  bill: Pick<QuotedRoute, 'toll' | 'ferry' | 'warnings'>,
  {
    vehicle,
    lengthIgnored,
    misspelt = [],
    allowance,
  }: Pick<AnswerOptions, 'vehicle' | 'lengthIgnored' | 'misspelt' | 'allowance'>,
  { allowanceNok }: Pick<AnswerBillingRoute, 'allowanceNok'>,
): Warning[] => [
  ...bill.warnings,
  ...listVehicleWarnings(bill, vehicle),
  ...(lengthIgnored ? [LENGTH_IGNORED] : []),
  ...misspelt.map(warnOfSpelling),
  ...(allowance && allowanceNok === undefined ? [ALLOWANCE_NOT_KNOWN] : []),
];

const formatNamed = ({ name, kind, area, code }: FoundPlace) => ({
  name,
  kind,
  ...(area !== undefined && { area }),
  ...(code !== undefined && { code }),
});

/** The bounds of a preliminary toll, where somebody asked for them. */
function formatBounds({ bounds }: QuotedRoute) {
  if (bounds === undefined) return {};
  return { tollMin: toNok(bounds.toll.minOre), tollMax: toNok(bounds.toll.maxOre) };
}

/** Why a route is there, where ways were chosen by money. */
function formatChoice(
  { route: { durationS }, choice }: QuotedRoute,
  { money }: QuoteRequest,
  explain: true | undefined,
) {
  if (choice === undefined || money === undefined) return {};
  const { reasons, moneyOre, sumOre, fastest } = choice;
  const hourNok = money.hourOre === undefined ? undefined : toNok(money.hourOre);
  const sum = (one: { moneyOre: number; sumOre: number; durationS: number }) => ({
    moneyNok: toNok(one.moneyOre),
    durationS: toMilli(one.durationS),
    sumNok: toNok(Math.round(one.sumOre)),
  });
  return {
    choice: {
      reasons: reasons.map((reason) => (reason === 'best' ? `best at ${hourNok} NOK/h` : reason)),
      moneyNok: toNok(moneyOre),
      ...(hourNok !== undefined && { sumNok: toNok(Math.round(sumOre)) }),
      againstFastest: {
        nok: toNok(moneyOre - fastest.moneyOre),
        durationMin: toMinutes(durationS - fastest.durationS),
      },
      ...(explain && {
        proof: {
          valueOfTime: hourNok ?? 0,
          here: sum({ moneyOre, sumOre, durationS }),
          fastest: sum(fastest),
        },
      }),
    },
  };
}

const toMilli = (seconds: number) => Math.round(seconds * 1000) / 1000;

const LENGTH_IGNORED: Warning = {
  code: 'vehicle_length_ignored',
  message: 'Both ferryClass and vehicleLength were given; the length is ignored.',
};

const warnOfSpelling = ({ name, meant }: Misspelt): Warning => ({
  code: 'parameter_not_read',
  message: `${JSON.stringify(name)} is not read: the parameter is ${meant}.`,
  about: name,
});

function formatBillingRoute(
  { route, gateWaits, ...bills }: QuotedRoute,
  isEstimated: boolean,
  proofs: ProofTerms | undefined,
): Omit<AnswerBillingRoute, 'complete' | 'missing' | 'warnings'> {
  const durationMin = toMinutes(route.durationS);
  return {
    routeId: route.id,
    ...formatBills(bills, route.id, proofs),
    ...(isEstimated && { tollEstimated: true }),
    distance: Math.round(route.lengthM),
    durationMin,
    ...(route.rangeS && {
      durationRange: { p10Min: toMinutes(route.rangeS[0]), p90Min: toMinutes(route.rangeS[1]) },
    }),
    durationSec: durationMin,
    ...(gateWaits.length > 0 && { gateWaits: gateWaits.map(formatGateWait) }),
  };
}

const formatGateWait = ({ name, waitS, opensMs }: GateWait) => ({
  name,
  waitMin: toMinutes(waitS),
  opensAt: formatOsloInstant(opensMs),
});

export const formatTollSums = (total: FourAmounts) => ({
  tollSmall: toNok(total.smallOre),
  tollSmallNoDiscount: toNok(total.smallNoDiscountOre),
  tollLarge: toNok(total.largeOre),
  tollLargeNoDiscount: toNok(total.largeNoDiscountOre),
});

/**
 * The sums of two bills, and what they are made of.
 *
 * @param routeId names the proofs.
 * @param terms for the proof of every amount; absent: no proof was asked for.
 */
export function formatBills(
  { toll, ferry }: Pick<QuotedRoute, 'toll' | 'ferry'>,
  routeId: string,
  terms: ProofTerms | undefined,
) {
  const passages = splitPassages(toll);
  const proofs = terms ? formatTollProofs(toll, routeId, terms) : [];
  const sailed = terms ? formatFerryProofs(ferry, routeId, terms) : [];
  return {
    ...formatTollSums(toll.total),
    tollCount: toll.count,
    rush: toll.rush,
    ferryCount: ferry.count,
    ferryPriced: ferry.unpriced.length === 0,
    ...(ferry.unpriced.length > 0 && { ferryUnpriced: ferry.unpriced.map(formatUnpricedFerry) }),
    ferryVehicleClass: ferry.ferryClass,
    ferryNok: toNok(ferry.ordinaryOre),
    ferryNokEv: toNok(ferry.zeroEmissionOre),
    ferryNokAutopass: toNok(ferry.autopassOre),
    chargedStations: passages.charged.map(({ passage, free }) =>
      withProof(formatCharged(passage, free), proofs[passage.line]),
    ),
    freePassages: passages.free.map((one) => withProof(formatFree(one), proofs[one.line])),
    unpricedStations: toll.unpriced.map(formatUnpriced),
    ferries: ferry.priced.map((one, i) => withProof(formatFerry(one), sailed[i])),
  };
}

const withProof = <Row extends { readonly proof?: unknown }>(row: Row, proof: Row['proof']): Row =>
  proof === undefined ? row : { ...row, proof };
