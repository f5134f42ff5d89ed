/** Tolls of road projects that are part of the ticket of a ferry, beside its fare. */
import { type Day, nextNewYear } from '../../base/day.ts';
import { fromNok, type Ore, takePercent } from '../../base/nok.ts';
import type { FerryClass } from '../../base/vehicle.ts';
import { addStep, type PricedAmount } from '../priced-amount.ts';
import type { FerryCrossing } from './terms.ts';

/** The published toll of one class. Agreements and tags do not change it. */
export interface ClassToll {
  readonly project: string;
  readonly from: Day;
  readonly ordinaryOre: Ore;
  readonly zeroEmissionOre: Ore;
  readonly source: string;
  /** A source has it for the day, or the notice is of the year of the day: tolls follow the index of prices, mostly once a year. */
  readonly isKnown: boolean;
}

/** The toll of a class on a day; `unknown`: there is one, and its amount is not published; `undefined`: there is none. */
export function findAddedToll(
  { connection, fromQuay, toQuay }: Pick<FerryCrossing, 'connection' | 'fromQuay' | 'toQuay'>,
  ferryClass: FerryClass,
  day: Day,
): ClassToll | 'unknown' | undefined {
  const { addedToll } = connection ?? {};
  if (addedToll === undefined || day < addedToll.from) return undefined;
  const { project, touching, amounts = [] } = addedToll;
  const isOnLeg = [fromQuay, toQuay].some((quay) => quay && touching?.includes(quay.id));
  if (touching !== undefined && !isOnLeg) return undefined;
  const row = amounts.findLast(({ from }) => from <= day);
  if (row === undefined) return 'unknown';
  const { from, until = nextNewYear(from), nok, zeroEmissionPercent, source } = row;
  const ordinaryOre = fromNok(nok[ferryClass]);
  const zeroEmissionOre = takePercent(ordinaryOre, zeroEmissionPercent);
  const isKnown = day < until;
  return { project, from, ordinaryOre, zeroEmissionOre, source, isKnown };
}

/** The fare with its toll. */
export function addToll(
  fare: PricedAmount,
  toll: ClassToll | undefined,
  member: 'ordinaryOre' | 'zeroEmissionOre',
): PricedAmount {
  if (toll === undefined) return fare;
  const { [member]: plusOre, source } = toll;
  return addStep(fare, { kind: 'added-toll', plusOre, ore: fare.ore + plusOre, source });
}
