/** Drawn roads, ready to be driven by the routing kernel at 10 m/s. */
import type { LatLon } from '../../src/base/point.ts';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { prepareNetwork } from '../../src/network/n1000/compile.ts';
import type { PlacedStation, SectionToPlace } from '../../src/network/placement/place.ts';
import { type Drive, lineOf as lineOfDrive } from '../../src/routing/drive.ts';
import { listGatePlaces } from '../../src/routing/network.ts';
import { openRouter } from '../../src/routing/router.ts';
import { metresAt } from './drawn.ts';
import { drawnNetwork } from './drawn-network.ts';

/** 10 m/s on every road; five minutes to board. */
const SPEEDS: Speeds = {
  roads: [
    'motorway',
    'ramp',
    'motor-traffic-road',
    'E',
    'R',
    'F-primary',
    'F-secondary',
    'K',
    'P',
  ].map((name) => ({ class: name, kmh: 36, range: { p10: 0.9, p90: 1.2 } })),
  slowing: { builtUp: 0, street: 0, tunnel: 0, west: 0, bends: 0, city: 0 },
  west: { eastLon: 0, northLat: 0 },
  firstSecondaryCountyRoad: 1000,
  builtUpRange: { p10: 0.9, p90: 1.2 },
  ferry: { knots: 10, mooringMin: 0, boardingMin: 5, range: { p10: 0.5, p90: 2 } },
  choice: {
    otherNameS: 5,
    otherNameWhy: 'as bundled',
    ontoPrivateS: 3600,
    ontoPrivateWhy: 'as bundled',
    ontoMunicipalS: 75,
    ontoMunicipalWhy: 'as bundled',
    waitWeight: 2,
    mostWaitMin: 15,
    waitWeightWhy: 'as bundled',
  },
  lengthFactor: 1,
};

/** A station on a link. */
export interface DrawnGate {
  readonly id: string;
  /** The link, as an index into the drawn links. */
  readonly link: number;
  readonly alongM: number;
  /** Charged in one direction only; absent: in both. */
  readonly charged?: 'forward' | 'backward';
}

/**
 * Roads of a drawing, one letter for each point.
 *
 * @param draw gives links between the letters, as `drawnNetwork` names them.
 */
export function drawnRoads(
  art: string,
  draw: (map: ReturnType<typeof drawnNetwork>) => readonly RoadLink[],
  gates: readonly DrawnGate[] = [],
  drawSections: (map: ReturnType<typeof drawnNetwork>) => readonly SectionToPlace[] = () => [],
) {
  const map = drawnNetwork(art);
  const links = draw(map);
  const placed: PlacedStation[] = gates.map(({ id, link, alongM, charged }) => ({
    id,
    link,
    alongM,
    offM: 0,
    forward: charged !== 'backward',
    backward: charged !== 'forward',
    by: 'road-number',
  }));
  const { network, index } = prepareNetwork(links, { placed, sections: drawSections(map) }, SPEEDS);
  const router = openRouter(network, index);
  const letters = [...new Set(art.replace(/[^a-z0-9]/gi, ''))];

  const placeOf = (stop: string | LatLon) => (typeof stop === 'string' ? map.at(stop) : stop);
  const drive = (
    stops: readonly (string | LatLon)[],
    wish: Partial<Parameters<typeof router.drive>[1]> = {},
  ): Drive[] => {
    const snapped = stops.map((stop) => {
      const found = router.snap(placeOf(stop));
      if (found === undefined) throw new Error('Expected a road near the stop.');
      return found;
    });
    return router.drive(snapped, { avoidTolls: false, others: 0, closed: [], ...wish });
  };
  const letterAt = (place: LatLon) =>
    letters.find((letter) => flatDistanceM(map.at(letter), place) < 1) ?? '';
  const { links: table } = network.graph;
  const lineOf = (way: Drive): LatLon[] => lineOfDrive(table, way);
  const nameWay = (way: Drive) => lineOf(way).map(letterAt).join('');
  return {
    ...map,
    /** The letters that a drive comes past. */
    nameWay,
    /** The place so many metres east of a letter. */
    eastOf: (letter: string, eastM: number): LatLon => {
      const [x, y] = map.metres(letter);
      return metresAt(x + eastM, y);
    },
    network,
    index,
    /** The places of the gates. */
    gatePoints: listGatePlaces(network),
    router,
    lineOf,
    drive,
    /** The letters that the best drive comes past, its whole seconds and its stations; `undefined`: there is no way. */
    tell(
      stops: readonly (string | LatLon)[],
      wish: Partial<Parameters<typeof router.drive>[1]> = {},
    ) {
      const [best] = drive(stops, wish);
      if (best === undefined) return undefined;
      return {
        way: nameWay(best),
        seconds: Math.round(best.durationMs / 1000),
        stations: best.passages.map(({ station }) => network.gates.stationIds[station]).join(' '),
      };
    },
  };
}
