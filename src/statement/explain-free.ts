/** Why a passage that is billed costs nothing, in words. */
import { formatClock } from '../base/oslo-time.ts';
import type { TollLine } from '../pricing/toll/bill.ts';
import type { FreedBy } from '../pricing/toll/charge.ts';
import { findOwnTariff } from '../pricing/toll/own-tariff.ts';
import { findExemption } from '../pricing/toll/price-vehicle.ts';
import { describeClass } from '../pricing/toll/vehicle-warning.ts';
import { chargeOf, type Explained, listHypotheses, ownPriceOf } from './mistaken-prices.ts';
import type { BilledPassage, ReconcileTerms } from './statement.ts';

interface FreeLine {
  readonly line: TollLine;
  /** All of the bill. */
  readonly lines: readonly TollLine[];
  readonly row: BilledPassage;
  readonly free: FreedBy;
}

/** By the price of the vehicle itself where that is nothing, else by the rule between passages. */
export const explainFree = (free: FreeLine, terms: ReconcileTerms): Explained =>
  ownPriceOf(free.line, terms) === 0 ? explainNothing(free, terms) : explainRule(free, terms);

function explainNothing({ line, row }: FreeLine, terms: ReconcileTerms): Explained {
  const because = tellNothing(line);
  const hit = listHypotheses(line, terms).find(({ ore }) => ore === row.ore);
  return hit === undefined
    ? { kind: 'other-amount', because }
    : { kind: hit.kind, because: `${hit.because} ${because}` };
}

/** For whom the passage is free. */
function tellNothing({ price: passage, vehicle: own }: TollLine): string {
  const vehicle = own?.vehicle;
  const { tariff } = passage;
  const exemption = vehicle && findExemption(passage, vehicle);
  if (exemption !== undefined) return pass(exemption.name, WITH_OR_WITHOUT_TAG);
  const found = vehicle && tariff && findOwnTariff({ passage, tariff, vehicle });
  if (found?.kind !== 'row') return 'The tariff of the station is nothing at this moment.';
  const { technicalCode, untagged } = found.found.row;
  const who = describeClass(found.tollClass, vehicle?.size ?? 'small');
  const code = technicalCode === undefined ? '' : ` of the register's code ${technicalCode}`;
  return pass(`${who}${code}`, untagged ? WITH_OR_WITHOUT_TAG : ' with a tag');
}

const WITH_OR_WITHOUT_TAG = ', with or without a tag,';

const pass = (who: string, tag: string): string =>
  `${who.charAt(0).toUpperCase()}${who.slice(1)}${tag} pass here for nothing.`;

function explainRule({ line, lines, free }: FreeLine, terms: ReconcileTerms): Explained {
  const payer = free.payer === undefined ? undefined : lines[free.payer]?.price.station.name;
  const isLocal = (because: string) => ({ kind: 'local-rule-not-applied', because }) as const;
  switch (free.rule) {
    case 'monthly-cap':
      return {
        kind: 'cap-not-applied',
        because:
          'The month has had as many paid passages as it has to: this one is free with a tag.',
      };
    case 'hour-rule':
      return {
        kind: 'hour-rule-not-applied',
        because: 'Another passage of the same hour pays: this one is free by the hour rule.',
      };
    case 'once-between':
      return isLocal(
        `With a tag one passage in all is paid on weekdays${tellOnce(line, lines, terms)}: another one pays, and this one is free by that rule.`,
      );
    case 'linked-station':
      return isLocal(
        `The trip is paid at ${payer ?? 'another one'}, which is linked with this station: with a tag this passage is free.`,
      );
    case 'reversed-rule':
      return isLocal(
        'With a tag the passage is free where no other station of the reversed hour rule is passed soon before or after it, and none was.',
      );
    case 'zero-tariff':
      return isLocal('The tariff of the station is nothing at this moment.');
  }
}

/** The hours of the rule under which the first passage of the window was paid. */
function tellOnce(line: TollLine, lines: readonly TollLine[], terms: ReconcileTerms): string {
  const { opener = -1 } = chargeOf(line, terms).window ?? {};
  const { fromMin, untilMin } = (lines[opener] ?? line).price.hour?.terms.onceBetween ?? {};
  return fromMin === undefined || untilMin === undefined
    ? ''
    : ` ${formatClock(fromMin)}-${formatClock(untilMin)}`;
}
