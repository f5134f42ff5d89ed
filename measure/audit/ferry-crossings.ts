/** Sails every leg of every ferry connection: from quay to quay, as the product plans and prices it. */
import type { LatLon } from '../../src/base/point.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { type FareBasis, getFareBasis } from './ferry-basis.ts';
import { type AskProduct, type AuditAnswer, listFerryNames } from './product.ts';

/** From one quay of a connection to another; both are for cars. */
export interface FerryLegTrip {
  readonly connection: string;
  readonly from: AuditQuay;
  readonly to: AuditQuay;
  /** Metres from quay to quay in straight lines, over the quays in between. */
  readonly straightM: number;
  /** Names of all connections that call at both quays: any of them may be sailed. */
  readonly served: readonly string[];
}

interface AuditQuay {
  readonly name: string;
  readonly at: LatLon;
}

/** The result of a leg. */
export interface FerryLegResult {
  readonly trip: FerryLegTrip;
  /** Sailed as it should be, or another way is quicker than sailing. */
  readonly outcome: 'sailed' | 'other-way' | 'wrong';
  readonly basis: FareBasis;
  /** The faults, one clause each. */
  readonly faults: readonly string[];
}

/** A Wednesday in the season of the summer ferries. */
const SUMMER = '2026-07-15T10:00:00+02:00';

/** Usual speed of a car ferry, and the time for boarding. They are the audit's own values, not those of the network. */
const FERRY_KMH = 20;
const BOARDING_MIN = 5;
/** Speeds are estimates, so a way that takes this many times as long may still be the quicker way. */
const AS_QUICK = 1.1;
/** A sailing line is longer than the straight one. Source: the lines of NVDB type 770. */
const SAILING_FACTOR = 1.08;
/** The quay of a generalised network may be drawn this far from its place. Metres. */
const QUAY_M = 1700;

/** Every ordered pair of quays of every connection. */
export function listFerryLegs(): FerryLegTrip[] {
  const { connections } = readBundled(DATA_DIR, 'ferry-connections.json');
  const { quays } = readBundled(DATA_DIR, 'ferry-quays.json');
  const quayOf = new Map(quays.map((row) => [row.id, { ...row, at: row }]));
  return connections.flatMap(({ name, quayIds }) => {
    const calls = quayIds.flatMap((id) => quayOf.get(id) ?? []).filter((q) => q.usableByCars);
    return calls.flatMap((from) =>
      calls
        .filter((to) => to !== from)
        .map((to) => ({
          connection: name,
          from,
          to,
          straightM: alongM(calls, from, to),
          served: connections
            .filter((other) => [from, to].every(({ id }) => other.quayIds.includes(id)))
            .map((other) => other.name),
        })),
    );
  });
}

/** Along the line of a connection from one of its calls to another, in either order. */
function alongM(calls: readonly AuditQuay[], from: AuditQuay, to: AuditQuay): number {
  const [first = 0, last = 0] = [calls.indexOf(from), calls.indexOf(to)].sort((a, b) => a - b);
  const sailed = calls.slice(first, last + 1);
  return sailed
    .slice(1)
    .reduce((sumM, call, i) => sumM + flatDistanceM((sailed[i] ?? call).at, call.at), 0);
}

/**
 * Quays that a connection names but at which no car can board. Their legs must not be sailed.
 * Source: Ryfast opened on 2019-12-30, and the ferry Stavanger-Tau was closed (norled.no).
 */
const CLOSED_TO_CARS: readonly string[] = ['Ryfylkeferjen: Tau ferjekai'];

const isClosed = ({ connection, from, to }: FerryLegTrip) =>
  [from, to].some(({ name }) => CLOSED_TO_CARS.includes(`${connection}: ${name}`));

/** Sails the legs, one after the other. */
export async function sailLegs(
  trips: readonly FerryLegTrip[],
  ask: AskProduct,
): Promise<FerryLegResult[]> {
  const results: FerryLegResult[] = [];
  for (const trip of trips) {
    const basis = getFareBasis(trip.connection, [trip.from.name, trip.to.name]);
    const question = { from: trip.from.at, to: trip.to.at, refine: true, startTime: SUMMER };
    const answer = await ask(question).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    if (typeof answer === 'string') {
      results.push({ trip, basis, outcome: 'wrong', faults: [`no way: ${answer}`] });
      continue;
    }
    const faults = listCrossingFaults(trip, answer);
    const isQuicker = answer.bill.durationMin < AS_QUICK * sailingMin(trip);
    const isOtherWay = faults.length > 0 && (isQuicker || isClosed(trip));
    const all = [...(isOtherWay ? [] : faults), ...listPriceFaults(basis, trip, answer, faults)];
    const outcome = all.length > 0 ? 'wrong' : isOtherWay ? 'other-way' : 'sailed';
    results.push({ trip, basis, outcome, faults: all });
  }
  return results;
}

const sailingMin = ({ straightM }: FerryLegTrip) =>
  ((straightM / 1000) * SAILING_FACTOR * 60) / FERRY_KMH + BOARDING_MIN;

/** The faults of a trip that must have one crossing, by a connection with both quays, from the first to the second. */
function listCrossingFaults(trip: FerryLegTrip, { bill, features }: AuditAnswer): string[] {
  const names = listFerryNames(bill);
  const [name = 'nothing'] = names;
  const sailed = features.filter(({ properties }) => properties.kind === 'ferry');
  const [first, last] = [sailed[0], sailed.at(-1)].map(
    (feature) => feature?.geometry.coordinates.map(([lon, lat]) => ({ lat, lon })) ?? [],
  );
  const isOff = (at: LatLon | undefined, quay: AuditQuay) =>
    at === undefined || flatDistanceM(at, quay.at) > QUAY_M;
  const isNamed = trip.served.some((connection) => name.split(' (')[0] === connection);
  const leg = `(${[trip.from, trip.to].map((quay) => shortName(quay.name)).join('-')})`;
  return [
    ...(bill.ferryCount === 1 ? [] : [`${bill.ferryCount} crossings: ${names.join(', ')}`]),
    ...(isNamed ? [] : [`${name} is sailed`]),
    ...(name.includes(' (') && !name.endsWith(leg) ? [`${name} names other quays`] : []),
    ...(isOff(first?.[0], trip.from) ? [`it is not boarded at ${trip.from.name}`] : []),
    ...(isOff(last?.at(-1), trip.to) ? [`it does not land at ${trip.to.name}`] : []),
  ];
}

const shortName = (quay: string) =>
  quay.replace(/\s+(?:ferjekai|ferjeleie|fergeleie|kai|brygge)\b/i, '').trim();

/** The faults of a price. Only a free leg may cost 0, and a leg must have its published price. */
function listPriceFaults(
  basis: FareBasis,
  trip: FerryLegTrip,
  { bill }: AuditAnswer,
  crossingFaults: readonly string[],
): string[] {
  const silent = bill.ferries
    .filter(
      ({ nok, tariff }) =>
        nok === 0 &&
        !/^(probably )?free from \d{4}-\d\d-\d\d on(, first day assumed)? \(/.test(tariff),
    )
    .map(({ name }) => `${name} costs 0 and does not say why`);
  const open = (bill.ferryUnpriced ?? [])
    .filter(({ why }) => why.length < 20)
    .map(({ name }) => `${name} is unpriced and does not say why`);
  const [priced] = bill.ferries;
  const shared = trip.served.some(
    (name) => getFareBasis(name, [trip.from.name, trip.to.name]) !== basis,
  );
  const closed =
    isClosed(trip) && crossingFaults.length === 0 ? ['a leg is sailed that is closed to cars'] : [];
  if (crossingFaults.length > 0 || shared) return [...silent, ...open];
  const got = priced === undefined ? 'unpriced' : describe(priced);
  return [
    ...silent,
    ...open,
    ...closed,
    ...(IS[basis](got) ? [] : [`${basis} is expected, it is ${got}`]),
  ];
}

type Priced = AuditAnswer['bill']['ferries'][number];

const describe = ({ nok, estimated }: Priced) =>
  nok === 0 ? 'free' : estimated ? 'an estimate' : 'a published fare';

/** Does the price of a leg fit its basis? Estimates and published fares both fit `estimate` and `own-table`. */
const IS: Readonly<Record<FareBasis, (got: string) => boolean>> = {
  free: (got) => got === 'free',
  estimate: (got) => got === 'an estimate' || got === 'a published fare',
  'own-table': (got) => got === 'an estimate' || got === 'a published fare',
  unpriced: (got) => got === 'unpriced',
};
