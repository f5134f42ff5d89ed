/** What a reader of a ferry bill must know of a crossing with a price. */
import type { Day } from '../../base/day.ts';
import type { Warning } from '../../base/warning.ts';
import type { FreeBasis } from './fare-basis.ts';
import type { FerryConnection, ZeroEmissionShare } from './law.ts';

/** The part of a priced crossing that warnings name. */
interface Told {
  readonly name: string;
  /** Name of the tariff and its validity. */
  readonly tariff: string;
  /** The day whose fares are taken. */
  readonly day: Day;
}

/** @param connection absent: the crossing is free. */
export function estimatedWarning({ name, tariff }: Told, connection?: FerryConnection): Warning {
  const free =
    connection?.fare.kind === 'zone' && connection.fare.freeUnsure
      ? ' It may be free: no whole list of the free ferries there is at hand.'
      : '';
  const agreement = connection?.agreementUnsure
    ? ' Whether the ferry agreement is valid there is not known.'
    : '';
  const message = `The fare of ${name} is an estimate: ${tariff}.${free}${agreement}`;
  return { code: 'ferry_estimated', message, about: name };
}

/** The fare of the crossing, which may be 0, is published. Its days are not. */
export const dayInferredWarning = ({ name, tariff, day }: Told): Warning => ({
  code: 'ferry_day_inferred',
  message: `No source tells the days of the fare of ${name}; that it holds on ${day} is inferred: ${tariff}.`,
  about: name,
});

/** Warnings about a free crossing; `[]` where it is certainly free. */
export function listFreeWarnings(
  priced: Told,
  { isProbable, isFromAssumed }: FreeBasis,
): Warning[] {
  if (isProbable) return [estimatedWarning(priced)];
  return isFromAssumed ? [dayInferredWarning(priced)] : [];
}

/**
 * A warning about a toll that is added to the fare, the amount of which no source tells; `[]`: there is no such toll.
 */
export const listTollWarnings = (name: string, toll: FerryConnection['addedToll']): Warning[] =>
  toll === undefined
    ? []
    : [
        {
          code: 'ferry_toll_not_known',
          message: `Since ${toll.from} a toll of ${toll.project} is added to the fare of ${name}; its amount is not published, and the sums may lack it (${toll.source}).`,
          about: name,
        },
      ];

export const seasonWarning = (name: string, day: Day): Warning => ({
  code: 'ferry_season',
  message: `${name} sails in summer only: check the timetable for ${day}.`,
  about: name,
});

/** @param from the first day of the last known share; absent: no earlier share is known. */
export function shareAssumedWarning(
  { name }: Pick<Told, 'name'>,
  { from }: Partial<Pick<ZeroEmissionShare, 'from'>>,
): Warning {
  const used =
    from === undefined ? 'no earlier one is known: the ordinary fare is' : 'the last known is';
  const message = `The zero-emission share of ${name} is not published for the day; ${used} used.`;
  return { code: 'zero_emission_share_assumed', message, about: name };
}
