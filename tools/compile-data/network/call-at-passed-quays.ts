import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import type { Call, ConnectionToDraw } from './add-ferries.ts';
import { openCallPoints, openOwnQuays } from './boarding.ts';
import { cutFerries } from './cut-ferries.ts';
import { type Draft, insertPoint, toDrafts } from './draft.ts';

export interface PassingLimits {
  /** A ferry line that can be boarded within this distance of its nearest quay calls there. Metres. */
  readonly ownM: number;
  /** A line with stops calls at a quay of its connection if it passes the quay within this distance. Metres. */
  readonly passM: number;
}

export interface CalledAt {
  readonly links: readonly RoadLink[];
  /** Names of the quays at which a line now stops. */
  readonly called: readonly string[];
}

/**
 * Lets ferry lines with stops call at their quays. The source draws a line from the first quay to the last that only
 * passes the quays in between. A branch is drawn from the nearest point of the line to the quay. Connections with two
 * quays get no branches: a line that passes one of their quays belongs to another connection.
 */
export function callAtPassedQuays(
  links: readonly RoadLink[],
  connections: readonly ConnectionToDraw[],
  { ownM, passM }: PassingLimits,
): CalledAt {
  const drafts = toDrafts(links);
  const find = openFinder(drafts);
  const listCallPoints = openCallPoints(drafts);
  const callPoints = drafts.filter(isFerry).flatMap(listCallPoints);
  const isOwn = openOwnQuays(connections.flatMap(({ calls }) => calls));
  const branches: RoadLink[] = [];
  const called: string[] = [];
  const stops = new Set<string>();

  const callAt = ({ name }: ConnectionToDraw, { quay, at, forCars }: Call) => {
    const isCalledAt = callPoints.some(
      (point) => flatDistanceM(point, at) <= ownM && isOwn(point, at),
    );
    if (!forCars || isCalledAt) return;
    const near = find(at, passM, isFerry);
    if (near === undefined) return;
    const ferry = drafts[near.link] as Draft;
    const from = insertPoint(ferry, near.place.at);
    const to = toVertex(at);
    callPoints.push(to);
    stops.add(keyOf(from));
    called.push(quay);
    if (keyOf(from) === keyOf(to)) return;
    branches.push({
      kind: 'ferry',
      category: ferry.category,
      ...(ferry.number === undefined ? {} : { number: ferry.number }),
      added: `${name}: the line of the source passes ${quay} without calling`,
      line: [from, to],
    });
  };
  for (const connection of connections)
    if (connection.calls.length > 2) for (const call of connection.calls) callAt(connection, call);
  return { links: cutFerries([...drafts, ...branches], stops), called };
}

const isFerry = ({ kind }: Pick<RoadLink, 'kind'>) => kind === 'ferry';
