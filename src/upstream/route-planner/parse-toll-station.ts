import { fromNok, type Ore } from '../../base/nok.ts';
import type { LatLon } from '../../base/point.ts';
import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { parseLocation } from './parse-location.ts';

/** A toll station as the planner names it on a part of a route. */
export interface PlannedTollStation {
  /** NVDB id, object type 45; empty where the planner gives none. */
  readonly id: string;
  readonly name: string;
  /** List prices; absent: the planner gives none. */
  readonly smallOre?: Ore;
  readonly largeOre?: Ore;
  readonly at?: LatLon;
}

/**
 * Reads one entry of `roadFeatures.bomstasjoner`, in which every value is a string.
 *
 * @returns `undefined` for what is not an object.
 */
export function parseTollStation(value: unknown): PlannedTollStation | undefined {
  const raw = readRecord(value);
  if (raw === undefined) return undefined;
  const id = readText(raw.id) ?? readInstanceId(raw.avoidFeatureInstanceId) ?? '';
  const small = readNumber(raw.takstLitenBil);
  const large = readNumber(raw.takstStorBil);
  const at = parseLocation(raw.location);
  return {
    id,
    name: readText(raw.navn) ?? (id === '' ? 'Toll station without a name' : `Toll station ${id}`),
    ...(small !== undefined && { smallOre: fromNok(small) }),
    ...(large !== undefined && { largeOre: fromNok(large) }),
    ...(at && { at }),
  };
}

/** `Bomstasjon;990000045` holds the id once more. */
const readInstanceId = (value: unknown) => /^Bomstasjon;(\d+)$/.exec(readText(value) ?? '')?.[1];
