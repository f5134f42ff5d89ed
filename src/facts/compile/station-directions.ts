/** Decides the directions of all stations: first each alone, then by its twin and by the metering of its road. */
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { ChargedRing, StationCuration } from './station-curation.ts';
import {
  both,
  type Direction,
  decideAlone,
  type FindMetering,
  findMeteredNeighbour,
  listMilestones,
  type Metered,
  type Milestone,
  meteringDeg,
  oneWay,
  openMetering,
  turn,
  undecided,
} from './station-direction.ts';
import { openOwnPlaces, type RoadPlace, type StationRoad } from './station-roads.ts';

/** A record whose direction is still to be decided. */
export type Draft = Omit<StationRecord, keyof Direction>;

export interface DirectionSources {
  readonly roads: readonly StationRoad[];
  readonly curation: StationCuration;
  /** Other places on metered roads, which show how a road is metered; absent: none. */
  readonly milestones?: readonly Milestone[];
}

interface Scene {
  readonly row: StationRow;
  readonly draft: Draft;
  readonly place: RoadPlace | undefined;
}

/** The direction of every row, in the order of the rows. Old records are not merged yet. */
export function decideDirections(
  rows: readonly StationRow[],
  drafts: readonly Draft[],
  { roads, curation, milestones = [] }: DirectionSources,
): Metered[] {
  const findMetering = openMetering(roads, [...listMilestones(rows), ...milestones]);
  const findOwnPlace = openOwnPlaces(roads);
  const scenes = rows.map((row, i): Scene => {
    const draft = drafts[i] as Draft;
    const where = curation.places.find(({ id }) => id === draft.id);
    // The road beside a ramp does not tell where the ramp leads.
    const isAside = draft.onRamp === true && where?.road === undefined;
    const place = isAside ? undefined : findOwnPlace(row, where, curation.limits);
    return { row, draft, place };
  });
  const alone = scenes.map(({ row, draft, place }) =>
    decideAlone(roads, {
      row,
      name: draft.name,
      place,
      decision: curation.directions.find(({ id }) => id === draft.id),
      ring: findRing(draft, curation),
    }),
  );
  const known = scenes.flatMap((scene, i) => {
    const direction = alone[i];
    return direction === undefined ? [] : [toMetered(scene, direction)];
  });
  return scenes.map((scene, i) =>
    toMetered(
      scene,
      alone[i] ?? decideByMetering(scene, findMetering) ?? decideByOthers(scene, scenes, known),
    ),
  );
}

function toMetered({ row, draft }: Scene, direction: Direction): Metered {
  const isRampOrOld = draft.onRamp === true || draft.staleTwinOf !== undefined;
  return { row, project: draft.project, isRampOrOld, direction };
}

/** Decides a direction by the place of the station on the metering of its road, which the road database has. */
function decideByMetering(
  { row, draft, place }: Scene,
  findMetering: FindMetering,
): Direction | undefined {
  if (draft.onRamp === true) return undefined;
  const alongDeg = place && findMetering(row, place);
  const deg = alongDeg === undefined ? undefined : turn(row, alongDeg);
  if (deg === undefined) return undefined;
  const why = `"${row.direction}" the metering, by the road references along ${row.road}.`;
  return oneWay(place, deg, 'metering', why);
}

function decideByOthers(
  { row, draft, place }: Scene,
  scenes: readonly Scene[],
  known: readonly Metered[],
): Direction {
  if (row.direction === null)
    return both('none', 'The source names no direction, and nothing else does.');
  if (row.direction !== 'with' && row.direction !== 'against')
    return undecided('The source names a direction that is not known.');
  const neighbour = draft.onRamp ? undefined : findMeteredNeighbour(known, row, draft.project);
  const alongDeg = neighbour && meteringDeg(neighbour);
  const deg = alongDeg === undefined ? undefined : turn(row, alongDeg);
  if (neighbour !== undefined && deg !== undefined) {
    const why = `"${row.direction}" the metering, which runs on ${row.road} as at ${neighbour.row.nvdbId}.`;
    return oneWay(place, deg, 'metering', why);
  }
  const twin = scenes.find(
    (other) =>
      other.draft.passageKey === draft.passageKey &&
      other.row.direction === (row.direction === 'with' ? 'against' : 'with'),
  );
  if (twin !== undefined)
    return both('twin', `${twin.draft.id} charges the other direction of the same station.`);
  return undecided(
    `The source says "${row.direction}", relative to a metering that it does not give; neither name, ring, twin nor road tells which way that is.`,
  );
}

/**
 * The final direction of one row. An old record takes over the direction of its current record. The current record
 * charges both directions if the old record adds the other direction.
 */
export function mergeDirection(
  i: number,
  drafts: readonly Draft[],
  metered: readonly Metered[],
): Direction {
  const draft = drafts[i] as Draft;
  const { row, direction } = metered[i] as Metered;
  if (draft.staleTwinOf !== undefined) {
    const current = drafts.findIndex(({ id }) => id === draft.staleTwinOf);
    return {
      ...mergeDirection(current, drafts, metered),
      chargedWhy: `Never charged: an old record of ${draft.staleTwinOf}.`,
    };
  }
  if (direction.charged === 'both') return direction;
  const adds = metered.find(
    (other, j) =>
      drafts[j]?.staleTwinOf === draft.id &&
      other.row.direction !== null &&
      other.row.direction !== row.direction,
  );
  if (adds === undefined) return direction;
  const why = `The source says "${row.direction}" here and "${adds.row.direction}" on the old record ${adds.row.nvdbId}.`;
  return both('twin', why);
}

/** The ring that gives the charged direction of the station. It is not used for ramps: they are decided one by one. */
function findRing(draft: Draft, { osloRings, rings }: StationCuration): ChargedRing | undefined {
  if (draft.onRamp === true) return undefined;
  const osloRing = osloRings.find(({ id }) => id === draft.id)?.ring;
  return rings.find(
    ({ project, ring, ids }) =>
      project === draft.project &&
      (ring === undefined || ring === osloRing) &&
      (ids === undefined || ids.includes(draft.id)),
  );
}
