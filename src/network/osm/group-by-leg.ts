import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { PlacedStation } from '../place.ts';

/** A leg shorter than this has no room for a station, if there is a longer one near. Metres. */
const ROOM_M = 3;
/** A station may move by this much along its road to find room. Metres. */
const MOVE_M = 40;

/** Stations by the index of the leg that has room for them, with the distance along that leg. */
export function groupByLeg(
  line: readonly LatLon[],
  stations: readonly PlacedStation[],
): Map<number, PlacedStation[]> {
  const legs = listLegs(line);
  const groups = new Map<number, PlacedStation[]>();
  for (const station of stations) {
    const { index, fromM, lengthM } = findRoom(legs, station.alongM);
    const alongM = Math.min(lengthM, Math.max(0, station.alongM - fromM));
    groups.set(index, [...(groups.get(index) ?? []), { ...station, alongM }]);
  }
  return groups;
}

interface Leg {
  readonly index: number;
  readonly fromM: number;
  readonly lengthM: number;
}

function listLegs(line: readonly LatLon[]): Leg[] {
  let fromM = 0;
  return line.slice(1).map((b, index) => {
    const lengthM = flatDistanceM(line[index] as LatLon, b);
    const leg = { index, fromM, lengthM };
    fromM += lengthM;
    return leg;
  });
}

/** The nearest leg with room; where none is near, the longest of those that are. */
function findRoom(legs: readonly Leg[], alongM: number): Leg {
  const awayM = ({ fromM, lengthM }: Leg) => Math.max(fromM - alongM, alongM - fromM - lengthM, 0);
  const near = legs.filter((leg) => awayM(leg) <= MOVE_M);
  const roomy = near.filter(({ lengthM }) => lengthM >= ROOM_M);
  const [first] =
    roomy.length > 0
      ? roomy.toSorted((a, b) => awayM(a) - awayM(b))
      : near.toSorted((a, b) => b.lengthM - a.lengthM);
  return first as Leg;
}
