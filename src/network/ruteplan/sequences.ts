/** Link positions of the road database on the links of the official network. */
import type { CarriagewayPiece, LinkPosition } from '../../geo/road-link.ts';
import type { ReadLinks } from './read-links.ts';
import type { FileMark } from './road-file.ts';

/** A place on a link, and whether the link runs with the sequence there. */
export interface SequencePlace {
  readonly link: number;
  /** Share of the link before it. */
  readonly share: number;
  readonly isWith: boolean;
}

/** A position with the travel that is charged relative to the link's line. */
export interface ChargedPlace extends SequencePlace {
  readonly forward: boolean;
  readonly backward: boolean;
}

export interface Sequences {
  /** The places of a position: one, and several where the network has a sequence twice; `[]` where it is not there. */
  find(sequenceId: number, at: number): readonly SequencePlace[];
  /** Links of which some lies on a stretch. */
  listOn(stretch: FileMark): readonly number[];
}

/** @param wanted sequences that will be asked for. */
export function openSequences(
  { sequenceId, fromMeasure, toMeasure, linkId }: ReadLinks,
  wanted: Iterable<number>,
  wantedLinks: Iterable<number> = [],
): Sequences {
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
    find(id, at) {
      const on = (linksOf.get(id) ?? []).filter((link) => {
        const { low, high } = reach(link);
        return low <= at && at <= high && low < high;
      });
      // Where two links meet the position belongs to the one that begins there.
      const begun = on.filter((link) => at < reach(link).high);
      return (begun.length > 0 ? begun : on).map((link) => {
        const { a, b } = reach(link);
        return { link, share: (at - a) / (b - a), isWith: a < b };
      });
    },
    listOn(mark) {
      if (mark.linkId !== undefined) return linkOf.get(mark.linkId) ?? [];
      const [from, to] = [mark.from ?? 0, mark.to ?? 1];
      return (linksOf.get(mark.sequenceId ?? Number.NaN) ?? []).filter((link) => {
        const { low, high } = reach(link);
        return low < to && from < high;
      });
    },
  };
}

/**
 * Where a station charges on the links: on its own sequence, and on the carriageways of the road that it stands on.
 *
 * @param isOneWay tells of a link.
 */
export function listChargedPlaces(
  positions: readonly LinkPosition[],
  carriageways: readonly CarriagewayPiece[],
  { find }: Pick<Sequences, 'find'>,
  isOneWay: (link: number) => boolean,
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
      return { ...place, forward, backward: backward && !isOneWay(place.link) };
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

/** The position on a carriageway of a position on its road. */
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
