/** Compiles the bundled links to a network for routing. */
import type { Speeds } from '../../facts/schema/road-network.ts';
import { distancesAlongM } from '../../geo/on-line.ts';
import { buildGraph } from '../../routing/graph.ts';
import type { FerryService } from '../../trip/ferry-service.ts';
import type { Compiled } from '../compile/compile-links.ts';
import type { PreparedNetwork } from '../kernel-file.ts';
import { loadNetworkInputs, type RoadLink } from '../link.ts';
import type {
  FactsToPlace,
  PlacedStation,
  Placement,
  SectionToPlace,
  StationToPlace,
} from '../placement/place.ts';
import { placeStations } from '../placement/place-stations.ts';
import { nameUnplaced, prepareGraph } from '../prepare-network.ts';
import { crossingMin, openRoadSpeeds } from '../speeds.ts';
import { drawGraph } from './draw-graph.ts';

/** @param data the project's `data/`. */
export function compileN1000(
  data: string,
  { stations, sections = [], services = [] }: FactsToPlace,
  onProgress: (step: string) => void,
): Compiled {
  const { placement, links } = placeOnNetwork(data, stations);
  const { placed } = placement;
  onProgress(`placed ${placed.length} of ${stations.length} toll stations on the road network`);
  const { speeds } = loadNetworkInputs(data);
  const { unplaced, ...prepared } = prepareNetwork(links, { placed, sections, services }, speeds);
  for (const why of unplaced) onProgress(why);
  return { prepared, placement };
}

/** Where every station lies on the bundled network, or why it has no place there. Builds nothing. */
export function placeOnNetwork(
  data: string,
  stations: readonly StationToPlace[],
): { readonly placement: Placement; readonly links: readonly RoadLink[] } {
  const { readLinks, limits, overrides } = loadNetworkInputs(data);
  const links = readLinks();
  return { placement: placeStations(stations, links, { limits, overrides }), links };
}

/** The facts that are placed on the links. */
export interface PlacedFacts {
  /** Stations, by the index of their link. */
  readonly placed: readonly PlacedStation[];
  readonly sections: readonly SectionToPlace[];
  /** Absent: nothing is known of the ferries, and ways have no waits for them. */
  readonly services?: readonly FerryService[];
}

export function prepareNetwork(
  links: readonly RoadLink[],
  { placed, sections, services = [] }: PlacedFacts,
  speeds: Speeds,
): PreparedNetwork & {
  /** The lines that `nameUnplaced` gives. */
  readonly unplaced: readonly string[];
} {
  const { sources, gates, links: drawn } = drawGraph(links, placed, sections);
  const driveMs = openDriveTimes(links, speeds);
  const { prepared, unplaced } = prepareGraph(buildGraph(drawn), {
    sources,
    drivenM: (link, drawnM) =>
      sources[link]?.kind === 'ferry' ? drawnM : drawnM * speeds.lengthFactor,
    msOf: (link, drawnM) => driveMs(sources[link] as RoadLink, drawnM),
    services,
    speeds,
    ontoMunicipalS: speeds.choice.ontoMunicipalS,
    gates,
    sections,
  });
  return { ...prepared, unplaced: nameUnplaced(unplaced) };
}

/** Gives the milliseconds along a piece of a link by the drawn length of the piece, metres. */
function openDriveTimes(links: readonly RoadLink[], speeds: Speeds) {
  const speedOf = openRoadSpeeds(links, speeds);
  const kmhOf = new Map(
    links.flatMap((link) => (link.kind === 'road' ? [[link, speedOf(link)]] : [])),
  );
  return (link: RoadLink, drawnM: number): number => {
    const kmh = kmhOf.get(link);
    if (kmh !== undefined) return (drawnM * speeds.lengthFactor * 3600) / kmh;
    const wholeM = distancesAlongM(link.line).at(-1) ?? 0;
    return wholeM === 0 ? 0 : (drawnM / wholeM) * crossingMin(link, speeds) * 60_000;
  };
}
