/** Passages that a refined quote may charge, told by nearness and heading alone. */
import type { LatLon } from '../base/point.ts';
import { utmLineOf } from '../geo/measured-line.ts';
import { angleBetweenDeg } from '../geo/on-line.ts';
import { distanceM } from '../geo/utm-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import type { Gate } from './gate.ts';
import { findPassages } from './passage.ts';
import type { PlannedRoute, StationPassage } from './planned-route.ts';
import { headingsAt } from './site-passage.ts';
import { buildStationIndex } from './station-index.ts';

/** A station that the line passes, or perhaps passes. */
export interface DoubtedPassage extends StationPassage {
  readonly isSure: boolean;
}

/** Gives the places of a route: metres and seconds at a share of a leg. */
export type LocateOn = (
  route: PlannedRoute,
) => (leg: number, share: number) => Pick<StationPassage, 'alongM' | 'atS'>;

/** A line this near to a gate goes through it. Metres; six decimals place both 0.1 m off. */
const THROUGH_M = 0.3;
/** A drive within this angle of a direction goes that way; beyond the other one, against it. */
const ALONG_DEG = 60;
const AGAINST_DEG = 120;

/**
 * Finds passages of gates, within so many metres of the line: sure where the line goes through the gate in a charged direction, left
 * out where it plainly drives the other way, and in doubt beside the gate or at an angle to it.
 */
export function buildDoubtFinder(gates: readonly Gate[], nearM: number, locateOn: LocateOn) {
  const index = buildStationIndex(gates.map(({ at }) => toUtm33(at)));
  return (route: PlannedRoute): DoubtedPassage[] => {
    const placeOn = locateOn(route);
    const line = utmLineOf(route.line);
    const look = (withinM: number) =>
      findPassages(line, index, withinM).flatMap(({ point, leg, share }) => {
        const gate = gates[point];
        if (gate === undefined) return [];
        const ends = [line[leg], line[leg + 1]];
        // Gates are vertices of their road: a line without one there is on another road.
        const isVertex = ends.some((end) => end && distanceM(end, toUtm33(gate.at)) <= THROUGH_M);
        const byHeading = judge(gate, headingsAt(route.line, leg, share));
        const charge = byHeading === 'yes' && !isVertex ? 'perhaps' : byHeading;
        return [{ stationId: gate.stationId, ...placeOn(leg, share), charge }];
      });
    const through = look(THROUGH_M);
    // The gates of two carriageways stand side by side: who goes through one passes the other.
    const beside = look(nearM).filter(
      (passage, i, all) =>
        ![...through, ...all.slice(0, i)].some((other) => isSameSpot(other, passage, 2 * nearM)),
    );
    return [
      ...through.filter(({ charge }) => charge !== 'no').map((one) => toDoubted(one, true)),
      ...beside.map((one) => toDoubted(one, false)),
    ].toSorted((a, b) => a.alongM - b.alongM);
  };
}

const isSameSpot = (a: StationPassage, b: StationPassage, spotM: number): boolean =>
  a.stationId === b.stationId && Math.abs(a.alongM - b.alongM) < spotM;

const toDoubted = (
  { charge, ...passage }: StationPassage & { readonly charge: Charged },
  isThrough: boolean,
): DoubtedPassage => ({ ...passage, isSure: isThrough && charge === 'yes' });

type Charged = 'yes' | 'no' | 'perhaps';

/** Is a drive with these headings charged? */
function judge(
  { forwardBearingDeg, charged }: Gate,
  headings: readonly (number | undefined)[],
): Charged {
  const offDeg = headings.map((deg) =>
    deg === undefined ? undefined : angleBetweenDeg(deg, forwardBearingDeg),
  );
  const isForward = offDeg.every((deg) => deg !== undefined && deg <= ALONG_DEG);
  const isBackward = offDeg.every((deg) => deg !== undefined && deg >= AGAINST_DEG);
  if (!isForward && !isBackward) return 'perhaps';
  return charged === 'both' || (charged === 'forward') === isForward ? 'yes' : 'no';
}

/** Sites as places without a direction, for a look in a wider circle. */
export const withoutDirection = <Site extends { readonly stationId: string; readonly at: LatLon }>(
  sites: readonly Site[],
) => sites.map(({ stationId, at }) => ({ stationId, at }));
