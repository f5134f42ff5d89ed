import type { Warning } from '../base/warning.ts';
import type { PriceDoubt } from './price-vehicle.ts';
import type { ByVehicle } from './tariff.ts';
import type { TollClass } from './toll-vehicle.ts';
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
  if (doubt.kind === 'carried')
    return {
      code: 'vehicle_tariff_carried',
      message: `The tariff of ${who} in ${about} is not published for ${passage.time.day}: that of ${doubt.row.from} is carried forward, because the ordinary one stands as it stood then.`,
      about,
    };
  return {
    code: 'vehicle_tariff_not_known',
    message: `The tariff of ${who} in ${about} on ${passage.time.day} is not known: the ordinary one is charged${recall(doubt, project.byVehicle)}.`,
    about,
  };
}

const WORDS = { fuel: 'fuel', euroClass: 'Euro class' } as const;

/** What was known last is told, and not used. */
function recall({ tollClass }: { readonly tollClass: TollClass } & PriceDoubt, by?: ByVehicle) {
  const last = by?.lastShare;
  if (last === undefined || (tollClass !== 'electric' && tollClass !== 'hydrogen')) return '';
  const since = last.from === undefined ? '' : `, from ${last.from}`;
  return ` (last published: ${last.percentOfTagged} % of the price with tag${since})`;
}

function describe(tollClass: TollClass, size: 'small' | 'large'): string {
  if (tollClass === 'euro-6') return `${size} Euro VI vehicles`;
  if (tollClass === 'euro-5-and-older') return `${size} vehicles of Euro V and older`;
  if (tollClass === 'other') return `${size} vehicles of another fuel`;
  return `${size} ${tollClass} vehicles`;
}
