/** Crossings of a drawn line, made of the few facts that a test is about. */
import type { FerryFare, FreeTerm } from '../../../src/pricing/ferry/law.ts';
import type { FerryCrossing } from '../../../src/pricing/ferry/terms.ts';

export const TERM: FreeTerm = { from: '2022-07-01', sureness: 'press', source: 'a list' };
export const FREE: FerryFare = { kind: 'free', terms: [TERM], legs: [] };
export const MOSS: FerryFare = { kind: 'own-table', table: 'Moss-Horten' };

/** A crossing from one letter to another, of the line A-B-C unless another is given. */
export function sail(
  route: string,
  fare: FerryFare,
  { authority = 'state', line = 'A-B-C' } = {},
): FerryCrossing {
  const [from = '', to = ''] = route.split('-');
  return {
    connection: {
      id: '1',
      name: line,
      authority,
      quayIds: line.split('-'),
      fare,
      agreementUnsure: authority === 'county 50',
    },
    fromQuay: { id: from, name: `${from} ferjekai` },
    toQuay: { id: to, name: `${to} ferjekai` },
    lengthM: 5000,
    durationS: 900,
  };
}
