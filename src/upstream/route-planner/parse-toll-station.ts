import { fromNok, type Ore } from '../../base/nok.ts';
import type { LatLon } from '../../base/point.ts';
import { readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { parseLocation } from './parse-part.ts';

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
  const smallOre = readPrice(raw.takstLitenBil);
  const largeOre = readPrice(raw.takstStorBil);
  const at = parseLocation(raw.location);
  return {
    id,
    name: readText(raw.navn) ?? (id === '' ? 'Toll station without a name' : `Toll station ${id}`),
    ...(smallOre !== undefined && { smallOre }),
    ...(largeOre !== undefined && { largeOre }),
    ...(at && { at }),
  };
}

/** Kroner; `undefined` for what cannot be a price. */
function readPrice(value: unknown): Ore | undefined {
  const nok = readNumber(value);
  return nok === undefined || nok < 0 ? undefined : fromNok(nok);
}

/** `Bomstasjon;990000045` holds the id once more. */
const readInstanceId = (value: unknown) => /^Bomstasjon;(\d+)$/.exec(readText(value) ?? '')?.[1];
