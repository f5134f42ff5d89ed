import type { LatLon } from '../../src/base/point.ts';
import type { Call, ConnectionToDraw } from '../../tools/compile-data/network/add-ferries.ts';

/** Quays and connections on a drawn map. Each letter of a connection is a quay at which it calls. */
export function drawnFerries(map: { at(name: string): LatLon }) {
  const call = (quay: string, facts: Partial<Call> = {}): Call => ({
    quay,
    at: map.at(quay),
    forCars: true,
    ...facts,
  });
  const connection = (quays: string, facts: Partial<ConnectionToDraw> = {}): ConnectionToDraw => ({
    name: `Line ${quays}`,
    category: 'F',
    calls: [...quays].map((quay) => call(quay)),
    ...facts,
  });
  return { call, connection };
}
