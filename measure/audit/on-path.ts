import type { LatLon } from '../../src/base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatLengthM, pointAlong } from '../../src/geo/on-line.ts';
import type { StationToPlace } from '../../src/network/placement/place.ts';
import type { AuditNetwork } from './network.ts';
import type { Step } from './steps.ts';

/** A station that lies on a path. */
export interface OnPath {
  /** NVDB object id. */
  readonly id: string;
  /** Bearing of travel at the station. */
  readonly travelDeg: number;
  /** Does it collect, and charge this direction, as its record says? */
  readonly isCharged: boolean;
}

/** The bearing of the road is measured over this distance to either side of a station. Metres. */
const BEARING_M = 15;

/**
 * The stations on the links of a path, in travel order. Only the driven links, the places of the stations on them, and
 * the directions in the records of the stations decide. The gates, and the directions from placing, are not used.
 */
export function listOnPath(network: AuditNetwork, steps: readonly Step[]): OnPath[] {
  const { listOnLink, links, getStation, collects } = network;
  return steps.flatMap(({ link, fromM, toM }) =>
    listOnLink(link)
      .filter(({ alongM }) => isWithin(alongM, fromM, toM))
      .toSorted((a, b) => (a.alongM - b.alongM) * (toM - fromM))
      .map(({ id, alongM }) => {
        const roadDeg = bearingAt(links[link]?.line ?? [], alongM);
        const travelDeg = toM > fromM ? roadDeg : (roadDeg + 180) % 360;
        return {
          id,
          travelDeg,
          isCharged: collects(id) && isChargedTowards(getStation(id), travelDeg),
        };
      }),
  );
}

/** A station at the end of a link is passed by every drive along that link. */
const isWithin = (alongM: number, fromM: number, toM: number) =>
  Math.abs(alongM - fromM) + Math.abs(alongM - toM) < Math.abs(toM - fromM) + 1;

function bearingAt(line: readonly LatLon[], alongM: number): number {
  const [from, to] = [alongM - BEARING_M, alongM + BEARING_M].map((m) =>
    pointAlong(line, Math.min(Math.max(0, m), flatLengthM(line))),
  );
  return from === undefined || to === undefined ? 0 : flatBearingDeg(from.at, to.at);
}

function isChargedTowards(station: StationToPlace, travelDeg: number): boolean {
  const { charged, chargedBearingDeg } = station;
  if (charged !== 'one-way' || chargedBearingDeg === undefined) return true;
  return angleBetweenDeg(chargedBearingDeg, travelDeg) < 90;
}
