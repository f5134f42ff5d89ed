import { type Day, yearOf } from '../base/day.ts';
import type { Warning } from '../base/warning.ts';
import type { PassagePrice } from './price-passage.ts';
import type { ByVehicle, TollStation } from './tariff.ts';
import type { TollClass } from './toll-vehicle.ts';
import type { VehicleTariff } from './vehicle-tariff.ts';
import type { VehicleCharge } from './vehicle-toll.ts';

/** Why the price of a vehicle is an estimate, each reason once per project, in travel order. */
export function listVehicleWarnings(charges: readonly VehicleCharge[]): Warning[] {
  const warnings = charges.flatMap((charge) => warn(charge) ?? []);
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}

/** `undefined` where there is no doubt, and where other warnings tell of it already. */
function warn({ passage, vehicle, doubt }: VehicleCharge): Warning | undefined {
  const { project } = passage.station;
  const about = project.name;
  if (doubt === undefined || doubt.kind === 'ordinary-not-known') return undefined;
  if (doubt.kind === 'vehicle-not-known')
    return {
      code: 'vehicle_not_known',
      message: `The ${WORDS[doubt.fact]} of the vehicle is not known: the ordinary tariff of ${about} is charged.`,
      about,
    };
  const who = describe(doubt.tollClass, vehicle.size);
  const { day } = passage.time;
  if (doubt.kind === 'carried')
    return {
      code: 'vehicle_tariff_carried',
      message: `The tariff of ${who} in ${about} is not published for ${day}: ${tellUsed(doubt.row, passage)}.`,
      about,
    };
  if (doubt.kind === 'exemption-not-known')
    return {
      code: 'vehicle_tariff_not_known',
      message: `Whether ${who} with a tag passed for nothing in ${about} on ${day} is not known, only that they do from ${doubt.row.from} on: their tariff of before is charged.`,
      about,
    };
  return {
    code: 'vehicle_tariff_not_known',
    message: `The tariff of ${who} in ${about} on ${day} is not known: the ordinary one is charged${recall(doubt.tollClass, passage)}.`,
    about,
  };
}

/** Which row of another day stands in, and why it may. */
function tellUsed({ from }: VehicleTariff, { time, isTariffKnown }: PassagePrice): string {
  if (time.day < from)
    return `that of ${from} is charged, of which nobody tells since when it holds, beside the ordinary one of the same notice`;
  return isTariffKnown
    ? `that of ${from} is carried forward, because the ordinary one stands as it stood then`
    : `that of the notice of ${yearOf(from)} is charged, whose day is not told, beside the ordinary one of the same notice`;
}

const WORDS = { fuel: 'fuel', euroClass: 'Euro class' } as const;

/** What was known last, of the project or the station, is told, and not used. */
function recall(tollClass: TollClass, { station, time }: PassagePrice): string {
  if (tollClass !== 'electric' && tollClass !== 'hydrogen') return '';
  const last = station.project.byVehicle?.lastShare ?? findLastShare(station, time.day, tollClass);
  if (last === undefined) return '';
  const since = last.from === undefined ? '' : `, from ${last.from}`;
  return ` (last published: ${last.percentOfTagged} % of the price with tag${since})`;
}

/** Terms of single stations: the last notice of the day or before it with a share. */
function findLastShare(
  { vehicleTariffs = [] }: TollStation,
  day: Day,
  tollClass: TollClass,
): ByVehicle['lastShare'] {
  const shares = vehicleTariffs.flatMap(({ price, beside, classes, from }) =>
    price.kind === 'share' && beside !== undefined && classes.includes(tollClass) && from <= day
      ? [{ percentOfTagged: price.percentOfTagged, from }]
      : [],
  );
  return shares.at(-1);
}

function describe(tollClass: TollClass, size: 'small' | 'large'): string {
  if (tollClass === 'euro-6') return `${size} Euro VI vehicles`;
  if (tollClass === 'euro-5-and-older') return `${size} vehicles of Euro V and older`;
  if (tollClass === 'other') return `${size} vehicles of another fuel`;
  return `${size} ${tollClass} vehicles`;
}
