/**
 * Puts toll stations on the official network by their link position. A station whose position is not known or does not
 * fit is placed by road, distance and direction, as on any map that is true to metres.
 */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { angleBetweenDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { CarriagewayPiece, LinkPosition } from '../../geo/road-link.ts';
import { isOneWay } from '../../routing/network.ts';
import type { LinkColumns } from '../compile/link-columns.ts';
import type { PlaceOnLink } from '../compile/merge-links.ts';
import {
  bearingOn,
  placeByRoad,
  pointOn,
  type StationCut,
  type StationPlacement,
} from '../compile/place-on-links.ts';
import type { OsmPlacing } from '../compile/placing-road.ts';
import type { PlacedStation, StationToPlace, UnplacedStation } from '../placement/place.ts';
import type { ReadLinks } from './read-links.ts';
import type { FileMark } from './road-file.ts';

interface StationTerms {
  readonly stations: readonly StationToPlace[];
  readonly carriageways: readonly CarriagewayPiece[];
  readonly rules: RuteplanRules;
  readonly placing: OsmPlacing;
}

export function placeExactly(
  read: ReadLinks,
  { stations, carriageways, rules, placing }: StationTerms,
): StationPlacement {
  const sequences = openSequences(read, [
    ...stations.flatMap(({ positions = [] }) => positions.map(({ linkId }) => linkId)),
    ...carriageways.map(({ linkId }) => linkId),
  ]);
  const cuts: StationCut[] = [];
  const placed: PlacedStation[] = [];
  const astray = new Map<string, string>();
  const others: StationToPlace[] = [];
  for (const station of stations) {
    const places = listChargedPlaces(station.positions ?? [], carriageways, sequences, read.links)
      .map((place) => decide(read.links, station, place, placing.limits.bearingDeg))
      .filter(({ forward, backward }) => forward || backward)
      .map((place) => ({ ...place, offM: flatDistanceM(pointOn(read.links, place), station.at) }))
      .sort((a, b) => a.offM - b.offM || a.link - b.link);
    // Other carriageways lie farther from the record, so the limit holds for the nearest place only.
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

/** The direction that the operator has decided replaces the direction that follows from the links. */
function decide(
  links: LinkColumns,
  { charged, chargedBearingDeg, isDirectionDecided }: StationToPlace,
  place: ChargedPlace,
  mostDeg: number,
): ChargedPlace {
  if (isDirectionDecided !== true) return place;
  const isTwoWay = !isOneWay(links, place.link);
  if (charged !== 'one-way' || chargedBearingDeg === undefined)
    return { ...place, forward: true, backward: isTwoWay };
  const offDeg = angleBetweenDeg(chargedBearingDeg, bearingOn(links, place));
  return { ...place, forward: offDeg <= mostDeg, backward: isTwoWay && offDeg >= 180 - mostDeg };
}

/** A place on a link, and whether the link runs with the sequence there. */
interface SequencePlace extends PlaceOnLink {
  readonly isWith: boolean;
}

/** A position with the charged directions of travel, relative to the link's line. */
type ChargedPlace = SequencePlace & Pick<StationCut, 'forward' | 'backward'>;

/** Finds link positions of the road database on the links. @param wanted sequences that will be asked for. */
export function openSequences(
  { sequenceId, fromMeasure, toMeasure, linkId }: ReadLinks,
  wanted: Iterable<number>,
  wantedLinks: Iterable<number> = [],
) {
  const linksOf = new Map<number, number[]>(Array.from(wanted, (id) => [id, []]));
  const linkOf = new Map<number, number[]>(Array.from(wantedLinks, (id) => [id, []]));
  for (let link = 0; link < sequenceId.length; link++) {
    linksOf.get(sequenceId[link] as number)?.push(link);
    linkOf.get(linkId[link] as number)?.push(link);
  }
  const reach = (link: number) => {
    const [a, b] = [fromMeasure[link] as number, toMeasure[link] as number];
    return { a, b, low: Math.min(a, b), high: Math.max(a, b) };
  };
  return {
    /** The places of a position, several if the network has the sequence twice; `[]`: it lacks the position. */
    find(id: number, at: number): readonly SequencePlace[] {
      const on = (linksOf.get(id) ?? []).filter((link) => {
        const { low, high } = reach(link);
        return low <= at && at <= high && low < high;
      });
      // A position at which two links meet belongs to the link that begins there.
      const begun = on.filter((link) => at < reach(link).high);
      return (begun.length > 0 ? begun : on).map((link) => {
        const { a, b } = reach(link);
        return { link, share: (at - a) / (b - a), isWith: a < b };
      });
    },
    /** Links that lie on a stretch at least partly. */
    listOn(mark: FileMark): readonly number[] {
      if (mark.linkId !== undefined) return linkOf.get(mark.linkId) ?? [];
      const [from, to] = [mark.from ?? 0, mark.to ?? 1];
      return (linksOf.get(mark.sequenceId ?? Number.NaN) ?? []).filter((link) => {
        const { low, high } = reach(link);
        return low < to && from < high;
      });
    },
  };
}

/** The places on links at which a station charges: on its own sequence, and on the carriageways of its road. */
function listChargedPlaces(
  positions: readonly LinkPosition[],
  carriageways: readonly CarriagewayPiece[],
  { find }: ReturnType<typeof openSequences>,
  links: LinkColumns,
): readonly ChargedPlace[] {
  const onAll = positions.flatMap((position) => [
    position,
    ...carriageways
      .filter(({ road }) => isOn(road, position))
      .map((piece) => toCarriageway(piece, position)),
  ]);
  const places = onAll.flatMap(({ linkId, at, charged }) =>
    find(linkId, at).map((place) => {
      const forward = charged === 'both' || (charged === 'with') === place.isWith;
      const backward = charged === 'both' || !forward;
      return { ...place, forward, backward: backward && !isOneWay(links, place.link) };
    }),
  );
  const byLink = new Map<number, ChargedPlace>();
  for (const place of places) {
    const known = byLink.get(place.link);
    byLink.set(place.link, {
      ...place,
      forward: place.forward || known?.forward === true,
      backward: place.backward || known?.backward === true,
    });
  }
  return [...byLink.values()].filter(({ forward, backward }) => forward || backward);
}

const isOn = (road: CarriagewayPiece['road'], { linkId, at }: LinkPosition): boolean =>
  road.linkId === linkId && road.from <= at && at <= road.to;

/** Gives the position on a carriageway that belongs to a position on its road. */
function toCarriageway(
  { linkId, from, to, road, isReversed }: CarriagewayPiece,
  { at, charged }: LinkPosition,
): LinkPosition {
  const share = road.to === road.from ? 0 : (at - road.from) / (road.to - road.from);
  const turned = charged === 'with' ? 'against' : 'with';
  return {
    linkId,
    at: from + (isReversed ? 1 - share : share) * (to - from),
    charged: isReversed && charged !== 'both' ? turned : charged,
  };
}
