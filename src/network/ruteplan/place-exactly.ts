/**
 * Puts toll stations on the official network: by link position where the facts know it, else by road, distance and
 * direction as on any map that is true to metres.
 */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { angleBetweenDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import { LINK } from '../../routing/graph.ts';
import type { LinkColumns } from '../compile/link-columns.ts';
import {
  bearingOn,
  placeByRoad,
  pointOn,
  type StationCut,
  type StationPlacement,
} from '../compile/place-on-links.ts';
import type { OsmPlacing } from '../compile/placing-road.ts';
import type { PlacedStation, StationToPlace, UnplacedStation } from '../place.ts';
import type { ReadLinks } from './read-links.ts';
import { type ChargedPlace, listChargedPlaces, openSequences } from './sequences.ts';

export interface StationTerms {
  readonly stations: readonly StationToPlace[];
  readonly carriageways: readonly CarriagewayPiece[];
  readonly rules: RuteplanRules;
  readonly placing: OsmPlacing;
}

export function placeExactly(
  read: ReadLinks,
  { stations, carriageways, rules, placing }: StationTerms,
): StationPlacement {
  const isOneWay = (link: number) => ((read.links.flags[link] as number) & LINK.oneWay) !== 0;
  const sequences = openSequences(read, [
    ...stations.flatMap(({ positions = [] }) => positions.map(({ linkId }) => linkId)),
    ...carriageways.map(({ linkId }) => linkId),
  ]);
  const cuts: StationCut[] = [];
  const placed: PlacedStation[] = [];
  const astray = new Map<string, string>();
  const others: StationToPlace[] = [];
  for (const station of stations) {
    const places = listChargedPlaces(station.positions ?? [], carriageways, sequences, isOneWay)
      .map((place) => decide(read.links, station, place, placing.limits.bearingDeg))
      .filter(({ forward, backward }) => forward || backward)
      .map((place) => ({ ...place, offM: flatDistanceM(pointOn(read.links, place), station.at) }))
      .sort((a, b) => a.offM - b.offM || a.link - b.link);
    const nearest = places[0];
    if (nearest === undefined || nearest.offM > rules.stationM) {
      const why = whyNotExact(station, nearest?.offM);
      if (why !== undefined) astray.set(station.id, why);
      others.push(station);
      continue;
    }
    const { id } = station;
    for (const { link, share, forward, backward } of places)
      cuts.push({ link, share, forward, backward, stationId: id });
    const { link, share, offM, forward, backward } = nearest;
    const alongM = share * (read.links.lengthM[link] as number);
    placed.push({ id, link, alongM, offM, forward, backward, by: 'link-position' });
  }
  const byRoad = placeByRoad(read, others, placing);
  const name = (station: UnplacedStation): UnplacedStation => {
    const why = astray.get(station.id);
    return why === undefined ? station : { ...station, why: `${why}, and ${station.why}` };
  };
  return {
    cuts: [...cuts, ...byRoad.cuts],
    placement: {
      placed: [...placed, ...byRoad.placement.placed],
      unplaced: byRoad.placement.unplaced.map(name),
    },
  };
}

function whyNotExact(
  { positions = [] }: StationToPlace,
  offM: number | undefined,
): string | undefined {
  if (positions.length === 0) return undefined;
  return offM === undefined
    ? 'its link position is not in the network'
    : `its link position lies ${Math.round(offM)} m from its place`;
}

/** Where an operator's word decided the direction it goes before what the links say. */
function decide(
  links: LinkColumns,
  { charged, chargedBearingDeg, isDirectionDecided }: StationToPlace,
  place: ChargedPlace,
  mostDeg: number,
): ChargedPlace {
  if (isDirectionDecided !== true) return place;
  const isTwoWay = ((links.flags[place.link] as number) & LINK.oneWay) === 0;
  if (charged !== 'one-way' || chargedBearingDeg === undefined)
    return { ...place, forward: true, backward: isTwoWay };
  const offDeg = angleBetweenDeg(chargedBearingDeg, bearingOn(links, place));
  return { ...place, forward: offDeg <= mostDeg, backward: isTwoWay && offDeg >= 180 - mostDeg };
}
