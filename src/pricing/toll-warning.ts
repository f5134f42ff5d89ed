import type { Day } from '../base/day.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { Warning, WarningCode } from '../base/warning.ts';
import { findCollectionDoubt } from './collection.ts';
import { warnOfListPrice } from './list-price-warning.ts';
import { listPastDayWarnings } from './past-day-warning.ts';
import type { PassagePrice } from './price-passage.ts';
import { hasBegun, type Tariff, type TollStation, type UnappliedRule } from './tariff.ts';
import type { TollTerms } from './toll-terms.ts';

/**
 * What a reader of the bill must know, each once, in the order of the trip. Rules of a project are
 * told once per project, unknown prices and directions once per station, and what the stations of a
 * past day were once per bill.
 */
export function listTollWarnings(
  passages: readonly PassagePrice[],
  { rulesBetweenPassages }: Pick<TollTerms, 'rulesBetweenPassages'>,
): Warning[] {
  const warnings = passages.flatMap(listForPassage);
  warnings.push(...listUnapplied(passages, rulesBetweenPassages));
  warnings.push(...listPastDayWarnings(passages));
  return [...new Map(warnings.map((warning) => [keyOf(warning), warning])).values()];
}

const keyOf = ({ code, message, about }: Warning) => JSON.stringify([code, about, message]);

function listForPassage(passage: PassagePrice): Warning[] {
  const { station, tariff, small, large } = passage;
  if (station.listed !== undefined) return [warnOfListPrice(passage, station.listed)];
  const warnings: Warning[] = [];
  if (small === undefined || large === undefined) warnings.push(unpriced(passage));
  if (tariff === undefined || (small === undefined && large === undefined)) return warnings;

  const project = station.project.name;
  warnings.push(...listCollection(passage), ...listUnknown(passage, tariff));
  if (tariff.smallByFuel === true && small !== undefined)
    warnings.push({
      code: 'fuel_assumed',
      message: `Small vehicles pay by fuel in ${project}: the price assumes diesel, the dearest.`,
      about: project,
    });
  if (small?.rush === 'unknown') warnings.push(rushUnknown('small', project));
  if (large?.rush === 'unknown') warnings.push(rushUnknown('large', project));
  if (large?.rush === 'yes' && tariff.largeRushCarriedFrom !== undefined)
    warnings.push(rushUnknown('large', project, tariff.largeRushCarriedFrom));
  warnings.push(...listDirection(station));
  return warnings;
}

function listDirection({ name, directionUndecided, directionInferred }: TollStation): Warning[] {
  const warn = (code: WarningCode, message: string) => [{ code, message, about: name }];
  if (directionUndecided === true)
    return warn(
      'direction_undecided',
      `${name} charges one direction, and nobody could tell which: it is charged in both.`,
    );
  if (directionInferred === true)
    return warn(
      'direction_inferred',
      `${name} charges one direction; which one is not published, and is worked out from the metering of its road.`,
    );
  return [];
}

function unpriced({ station, small, large }: PassagePrice): Warning {
  const message =
    small === undefined && large === undefined
      ? `${station.name} has no known tariff: the sums leave it out.`
      : missingFor(station.name, small === undefined ? 'small' : 'large');
  return { code: 'station_unpriced', message, about: station.name };
}

const missingFor = (name: string, size: VehicleSize) =>
  `${name} has no known tariff for ${size} vehicles: their sums leave it out.`;

/** The passage is charged all the same, so that no toll is left out by a guess. */
function listCollection({ station, time }: PassagePrice): Warning[] {
  const doubt = findCollectionDoubt(station, time);
  if (doubt === undefined) return [];
  const about = station.project.name;
  const { what, from, by } = doubt;
  const when = from === undefined ? `by ${by}` : `between ${from} and ${by}`;
  const message = `Whether ${about} collected on ${time.day} is not known at every station passed, only that it ${what} ${when}: they are charged.`;
  return [{ code: 'collection_not_known', message, about }];
}

function listUnknown({ station, time, isTariffKnown }: PassagePrice, tariff: Tariff): Warning[] {
  const { name } = station.project;
  const warn = (what: string, used: string): Warning => ({
    code: 'tariff_not_known_for_day',
    message: `The tariff ${what} ${name} on ${time.day} is not known: ${used} is used.`,
    about: name,
  });
  if (!isTariffKnown) {
    const isLater = !hasBegun(tariff, time);
    return [warn('of', isLater ? `a later one, of ${tariff.from},` : `the one of ${tariff.from}`)];
  }
  return (tariff.carriedOver ?? []).map((size) =>
    warn(`of ${size} vehicles in`, 'the nearest known one'),
  );
}

function rushUnknown(size: VehicleSize, project: string, publishedOn?: Day): Warning {
  const used =
    publishedOn === undefined ? 'the ordinary one' : `the last published, of ${publishedOn},`;
  return {
    // No small rush tariff is missing today; the general code says the same if one ever is.
    code: size === 'large' ? 'large_rush_tariff_unknown' : 'tariff_not_known_for_day',
    message: `The rush tariff of ${size} vehicles in ${project} is not published: ${used} is used.`,
    about: project,
  };
}

/** A preliminary bill has no rule between passages, and needs none to charge one payment twice. */
function listUnapplied(passages: readonly PassagePrice[], hasRules: boolean): Warning[] {
  const passed = new Set(passages.map(({ station }) => station.passageKey));
  const isMet = ({ stations, atLeast, mayBeOnePayment }: UnappliedRule) =>
    (hasRules || mayBeOnePayment === true) &&
    stations.filter((key) => passed.has(key)).length >= atLeast;

  const projects = new Set(passages.map(({ station }) => station.project));
  return [...projects].flatMap(({ name: about, unappliedRules }) =>
    unappliedRules.filter(isMet).map(({ note: message, mayBeOnePayment }): Warning => {
      const code = mayBeOnePayment === true ? 'payments_not_known' : 'local_rule_not_applied';
      return { code, message, about };
    }),
  );
}
