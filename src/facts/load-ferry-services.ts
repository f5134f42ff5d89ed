import { parseClock } from '../base/oslo-time.ts';
import type { FerryEstimate, FerryService, Sailing } from '../trip/ferry-service.ts';
import { bundledOf, type DataPlace, readFact } from './data-place.ts';
import type { ConnectionRecord } from './schema/ferries.ts';
import type { FerryServices, SailingRecord } from './schema/ferry-service.ts';
import { readBundled } from './schema/read-data.ts';

const COUNTY = /^county (\d+)$/;

/** The connections with what `ferry-service.json` says of them, or lets assume. @throws Error when a file is damaged. */
export function loadFerryServices(place: DataPlace): readonly FerryService[] {
  const file = readBundled(bundledOf(place), 'ferry-service.json');
  const known = new Map(file.services.map((service) => [service.connectionId, service]));
  const quays = new Map(
    readFact(place, 'ferry-quays.json').content.quays.map(({ id, lat, lon }) => [
      id,
      { id, at: { lat, lon } },
    ]),
  );
  return readFact(place, 'ferry-connections.json').content.connections.map((connection) => {
    const { id, name, quayIds, endedOn } = connection;
    const { crossings = [], sailings = [] } = known.get(id) ?? {};
    return {
      id,
      name,
      quays: quayIds.flatMap((quayId) => quays.get(quayId) ?? []),
      crossings,
      sailings: sailings.map(toSailing),
      estimate: estimateOf(connection, file),
      ...(endedOn !== undefined && { endedOn }),
    };
  });
}

function toSailing({
  fromQuayId,
  days,
  headwayMin,
  nightHeadwayMin,
  ...hours
}: SailingRecord): Sailing {
  return {
    fromQuayId,
    days,
    headwayMin,
    ...(nightHeadwayMin !== undefined && { nightHeadwayMin }),
    ...toHours(hours),
  };
}

function estimateOf(
  { road, authority, name }: ConnectionRecord,
  { estimates, turnaroundMin }: FerryServices,
): FerryEstimate {
  const county = COUNTY.exec(authority)?.[1];
  const row = estimates.find(
    (estimate) =>
      road.startsWith(estimate.road) &&
      (estimate.county === undefined || estimate.county === county),
  );
  if (row === undefined)
    throw new Error(`ferry-service.json has no estimate for ${name} (${road}).`);
  const { vessels, leastHeadwayMin, sailsAtNight = false, ...hours } = row;
  return { vessels, turnaroundMin, leastHeadwayMin, sailsAtNight, ...toHours(hours) };
}

function toHours({ first, last }: { readonly first?: string; readonly last?: string }) {
  const firstMin = first === undefined ? undefined : parseClock(first);
  const lastMin = last === undefined ? undefined : parseClock(last);
  const isNextDay = firstMin !== undefined && lastMin !== undefined && lastMin < firstMin;
  return {
    ...(firstMin !== undefined && { firstMin }),
    ...(lastMin !== undefined && { lastMin: isNextDay ? lastMin + 1440 : lastMin }),
  };
}
