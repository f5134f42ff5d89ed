import type { LatLon } from '../../src/base/point.ts';
import type { OsmTags } from '../../src/network/osm/read-elements.ts';
import type { OsmData, OsmNode, OsmWay } from './osm-file.ts';

/** Real places: toll stations and quays as in the road database. */
const QUAYS = {
  sandvikvåg: { lat: 59.96816, lon: 5.3341 },
  halhjem: { lat: 60.14724, lon: 5.42795 },
} as const;
const STATIONS = {
  endalausmarka: { lat: 60.21964, lon: 5.42476 },
  fritzRieber: { lat: 60.31081, lon: 5.33118 },
  storetveitveien: { lat: 60.34623, lon: 5.34932 },
  nyebroen: { lat: 60.37924, lon: 5.33567 },
  kalfaret: { lat: 60.38913, lon: 5.33991 },
  småstrandgaten: { lat: 60.39345, lon: 5.32542 },
  sandviken: { lat: 60.41801, lon: 5.31297 },
} as const;

/** Stops of trips over the small map. */
export const STOPS = {
  sandvikvåg: { lat: 59.9642, lon: 5.334 },
  centre: { lat: 60.3905, lon: 5.3283 },
  åsane: { lat: 60.4664, lon: 5.3312 },
} as const;

/**
 * A map from Sandvikvåg over the fjord to Bergen and Åsane as mappers draw it. It has a car ferry, a toll road with two
 * carriageways, the toll ring with a main road and side roads into it, and streets. A passenger boat goes from
 * Sandvikvåg right into the town.
 */
export function smallMap(): OsmData {
  const nodes: OsmNode[] = [];
  const ways: OsmWay[] = [];
  const nodeAt = ({ lat, lon }: LatLon, tags?: OsmTags): number => {
    const known = nodes.find(({ at }) => at.lat === lat && at.lon === lon);
    if (known !== undefined) return known.id;
    const id = 12_400_000_000 + nodes.length * 17;
    nodes.push({ id, at: { lat, lon }, ...(tags && { tags }) });
    return id;
  };
  const draw = (line: readonly LatLon[], tags: OsmTags) =>
    ways.push({
      id: 1_350_000_000 + ways.length * 13,
      nodeIds: line.map((at) => nodeAt(at)),
      tags,
    });

  const north = { lat: 60.4655, lon: 5.3285 };
  const { centre, åsane } = STOPS;
  const motorwayFrom = { lat: 60.205, lon: 5.4262 };
  const motorwayTo = { lat: 60.295, lon: 5.3293 };
  const split = { lat: 60.33, lon: 5.3345 };
  const ringSouth = { lat: 60.3835, lon: 5.3355 };
  const ringNorth = { lat: 60.396, lon: 5.3282 };
  // A mapper has put a toll booth where the gantry stands.
  nodeAt({ lat: 60.3524, lon: 5.338139 }, { barrier: 'toll_booth' });
  nodeAt(STOPS.sandvikvåg, { highway: 'turning_circle' });

  draw([STOPS.sandvikvåg, { lat: 59.9661, lon: 5.3341 }], {
    highway: 'residential',
    name: 'Kaien',
  });
  draw([{ lat: 59.9661, lon: 5.3341 }, QUAYS.sandvikvåg], { highway: 'trunk', ref: 'E 39' });
  draw([QUAYS.sandvikvåg, { lat: 60.05, lon: 5.36 }, QUAYS.halhjem], {
    route: 'ferry',
    motor_vehicle: 'yes',
    duration: '00:40',
    name: 'Halhjem - Sandvikvåg',
  });
  draw([QUAYS.sandvikvåg, { lat: 60.2, lon: 5.2 }, centre], { route: 'ferry', name: 'Hurtigbåt' });
  draw([QUAYS.halhjem, { lat: 60.18, lon: 5.43 }, motorwayFrom], {
    highway: 'trunk',
    ref: 'E 39',
    maxspeed: '80',
  });
  for (const direction of ['north', 'south'] as const) {
    const eastDeg = direction === 'north' ? 0.00018 : -0.00018;
    const inner = [
      { lat: 60.21, lon: 5.4257 },
      STATIONS.endalausmarka,
      { lat: 60.225, lon: 5.4243 },
      { lat: 60.26, lon: 5.38 },
    ].map(({ lat, lon }) => ({ lat, lon: lon + eastDeg }));
    const line = [motorwayFrom, ...inner, motorwayTo];
    draw(direction === 'north' ? line : line.toReversed(), {
      highway: 'motorway',
      ref: 'E 39',
      oneway: 'yes',
      toll: 'yes',
      maxspeed: '100',
    });
  }
  const main = { highway: 'trunk', ref: 'E 39', maxspeed: '60', toll: 'yes' };
  draw([motorwayTo, STATIONS.fritzRieber, split], main);
  draw([split, { lat: 60.3524, lon: 5.338139 }, { lat: 60.37, lon: 5.3395 }], main);
  draw([{ lat: 60.37, lon: 5.3395 }, STATIONS.nyebroen, ringSouth], main);
  draw(
    [split, STATIONS.storetveitveien, { lat: 60.36, lon: 5.3485 }, { lat: 60.385, lon: 5.347 }],
    {
      highway: 'secondary',
      ref: '582',
      maxspeed: '40',
    },
  );
  draw([{ lat: 60.385, lon: 5.347 }, STATIONS.kalfaret, { lat: 60.3915, lon: 5.334 }, centre], {
    highway: 'secondary',
    ref: '585',
    maxspeed: '30',
  });
  draw([ringSouth, { lat: 60.3885, lon: 5.3303 }, centre], {
    highway: 'residential',
    name: 'Gata',
  });
  draw([centre, { lat: 60.3918, lon: 5.3269 }, STATIONS.småstrandgaten, ringNorth], {
    highway: 'tertiary',
    ref: '577',
    maxspeed: '30',
  });
  draw([ringNorth, STATIONS.sandviken, { lat: 60.43, lon: 5.307 }, north], main);
  draw([ringSouth, { lat: 60.39, lon: 5.3365 }, ringNorth], { ...main, tunnel: 'yes' });
  draw([north, åsane], { highway: 'residential', name: 'Åsane senter' });
  draw([centre, { lat: 60.3901, lon: 5.3262 }], { highway: 'footway' });
  return { nodes: nodes.sort((a, b) => a.id - b.id), ways };
}
