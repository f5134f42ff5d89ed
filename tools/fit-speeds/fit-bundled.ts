/** The fit of the bundled network's speeds, only from the files of `data/`. */
import { loadFerryServices } from '../../src/facts/load-ferries.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { loadNetworkInputs, type RoadLink } from '../../src/network/link.ts';
import { prepareNetwork } from '../../src/network/n1000/compile.ts';
import { openRouter } from '../../src/routing/router.ts';
import type { FerryService } from '../../src/trip/ferry-service.ts';
import type { PublishedTime } from '../compile-data/all-files.ts';
import { readEdited } from '../compile-data/check-data.ts';
import { type DrivenStretch, driveStretches } from './drive-stretches.ts';
import { fitSpeeds, type JudgedStretch, judgeByOthers } from './fit.ts';
import { type KnownCrossing, withRanges } from './ranges.ts';

export interface BundledFit {
  readonly speeds: Speeds;
  readonly stretches: readonly DrivenStretch[];
  readonly judged: readonly JudgedStretch[];
  readonly towns: readonly (PublishedTime & { readonly minutes: number })[];
}

/** @param data the project's `data/`. */
export async function fitBundled(data: string): Promise<BundledFit> {
  const { readLinks, speeds: kept } = loadNetworkInputs(data);
  const links = readLinks();
  const start = startOf(kept);
  const { rebuilt, towns } = readEdited(data, 'road-network/travel-times.json');
  const { stretches: rows } = readEdited(data, 'road-network/stretches.json');
  const whyOf = new Map(rebuilt.map(({ id, why }) => [id, why]));
  const stretches = driveStretches(rows, links, start, whyOf);
  const used = stretches.filter(({ leftOut }) => leftOut === undefined);
  const fitted = roundFigures(fitSpeeds(start, used));
  const judged = judgeByOthers(start, used);
  const driven = driveTowns(links, loadFerryServices({ bundled: data }), fitted, towns);
  const ratios = driven.map(toTownRatio);
  return {
    speeds: roundFigures(withRanges(fitted, judged, ratios, listKnownCrossings(data))),
    stretches,
    judged,
    towns: driven,
  };
}

/** The connections between two quays with a published time, and the length that they sail. */
function listKnownCrossings(data: string): KnownCrossing[] {
  const { services } = readBundled(data, 'ferry-service.json');
  const minOf = new Map(
    services.flatMap(({ connectionId, crossings = [] }) =>
      crossings.map(({ min }) => [connectionId, min] as const),
    ),
  );
  return readBundled(data, 'ferry-connections.json').connections.flatMap(
    ({ id, quayIds, sailingKm, straightKm, crossingMin }) => {
      const min = minOf.get(id) ?? crossingMin;
      return quayIds.length === 2 && min !== null ? [{ km: sailingKm ?? straightKm, min }] : [];
    },
  );
}

/** Published minutes divided by calculated minutes, with the middle of the published range. @internal for the audit */
export const toTownRatio = ({ leastMin, mostMin, minutes }: BundledFit['towns'][number]): number =>
  (leastMin + mostMin) / 2 / minutes;

function driveTowns(
  links: readonly RoadLink[],
  services: readonly FerryService[],
  speeds: Speeds,
  towns: readonly PublishedTime[],
) {
  const { network, index } = prepareNetwork(links, { placed: [], sections: [], services }, speeds);
  const router = openRouter(network, index);
  return towns.map((town) => {
    const stops = [town.from, town.to].map(([lat, lon]) => router.snap({ lat, lon }));
    const [drive] = router.drive(
      stops.filter((stop) => stop !== undefined),
      { avoidTolls: false, others: 0, closed: [] },
    );
    if (drive === undefined) throw new Error(`Expected a way ${town.name}.`);
    return { ...town, minutes: drive.durationMs / 60_000 };
  });
}

/** Rounds the figures for the file: speeds to a tenth of a kilometre per hour, ranges to a percent. */
function roundFigures({ roads, builtUpRange, slowing, ferry, ...rest }: Speeds): Speeds {
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  const roundRange = ({ p10, p90 }: Speeds['ferry']['range']) => ({
    p10: round(p10, 2),
    p90: round(p90, 2),
  });
  const rounded = Object.entries(slowing).map(([trait, value]) => [trait, round(value, 3)]);
  return {
    ...rest,
    roads: roads.map(({ class: name, kmh, range }) => ({
      class: name,
      kmh: round(kmh, 1),
      range: roundRange(range),
    })),
    builtUpRange: roundRange(builtUpRange),
    slowing: Object.fromEntries(rounded) as Speeds['slowing'],
    ferry: { ...ferry, range: roundRange(ferry.range) },
  };
}

/**
 * Usual limit, and factor of the functional class. The class of county roads is not known. Their factors are the mean
 * of classes 4 and 5, and of 7 and 9. With these, through roads (the E39 by Kvivsvegen, rv. 3) are quicker than the
 * county roads beside them.
 */
const OFFICIAL = {
  motorway: [110, 1.15],
  ramp: [60, 1.2],
  'motor-traffic-road': [90, 1.15],
  E: [80, 1.15],
  R: [80, 1.2],
  'F-primary': [80, 1.305],
  'F-secondary': [70, 1.56],
  K: [50, 1.46],
  P: [50, 1.46],
} as const;

const UNKNOWN_RANGE = { p10: 1, p90: 1 };

/**
 * The start of the fit: the usual limit of a class divided by the factor of its functional class.
 *
 * Source: the model of the official routing data set (NVDB Ruteplan nettverksdatasett, Statens vegvesen, NLOD).
 *
 * @param kept the speeds in force. Figures that are not fitted are taken from them.
 */
const startOf = (kept: Speeds): Speeds => ({
  ...kept,
  roads: Object.entries(OFFICIAL).map(([name, [limitKmh, factor]]) => ({
    class: name,
    kmh: limitKmh / factor,
    range: UNKNOWN_RANGE,
  })),
  // From usual limits: 60 instead of 70 in a built-up area, 80 instead of 90 on motor roads of a city.
  slowing: { builtUp: 0.15, street: 0.25, tunnel: 0.05, west: 0.05, bends: 0.08, city: 0.1 },
});
