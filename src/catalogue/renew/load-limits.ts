import Type from 'typebox';
import type { Area } from '../../geo/area.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { type DataPlace, pathOf } from '../data-place.ts';
import { readChecked } from '../read-checked.ts';

/** What a renewal must keep to; see `data/renewal.json` for the reasons. */
export interface RenewalLimits {
  readonly mostFallPercent: number;
  readonly mostRisePercent: number;
  readonly mostRushFallPercent: number;
  readonly mostClosedPercent: number;
  readonly mostTurnedPercent: number;
  readonly mostMovedM: number;
  readonly mostMovedPercent: number;
  readonly adjustedPercent: number;
  readonly mostChangedPercent: number;
  readonly besideNorwayM: number;
  readonly mostSmallNok: number;
  readonly mostLargeNok: number;
  readonly mostFactor: number;
  readonly movedM: number;
  readonly askLinksAgainAfterDays: number;
}

const NAMES = [
  'mostFallPercent',
  'mostRisePercent',
  'mostRushFallPercent',
  'mostClosedPercent',
  'mostTurnedPercent',
  'mostMovedM',
  'mostMovedPercent',
  'adjustedPercent',
  'mostChangedPercent',
  'besideNorwayM',
  'mostSmallNok',
  'mostLargeNok',
  'mostFactor',
  'movedM',
  'askLinksAgainAfterDays',
] as const satisfies readonly (keyof RenewalLimits)[];

const LimitsFile = Type.Object({
  limits: Type.Array(
    Type.Object(
      {
        name: Type.Enum([...NAMES]),
        value: Type.Number({ minimum: 0 }),
        why: Type.String({ minLength: 1 }),
      },
      { additionalProperties: false },
    ),
  ),
});

const NorwayFile = Type.Object({
  rings: Type.Array(Type.Object({ line: Type.String({ minLength: 1 }) }), { minItems: 1 }),
});

/** Reads `renewal.json`. @throws Error with one sentence when a limit is missing or wrong. */
export function loadRenewalLimits(place: DataPlace): RenewalLimits {
  const { limits } = readChecked(pathOf(place, 'renewal.json'), LimitsFile).content;
  const limitOf = (wanted: keyof RenewalLimits) => {
    const limit = limits.find(({ name }) => name === wanted);
    if (limit === undefined) throw new Error(`renewal.json: the limit ${wanted} is missing.`);
    return limit.value;
  };
  return {
    mostFallPercent: limitOf('mostFallPercent'),
    mostRisePercent: limitOf('mostRisePercent'),
    mostRushFallPercent: limitOf('mostRushFallPercent'),
    mostClosedPercent: limitOf('mostClosedPercent'),
    mostTurnedPercent: limitOf('mostTurnedPercent'),
    mostMovedM: limitOf('mostMovedM'),
    mostMovedPercent: limitOf('mostMovedPercent'),
    adjustedPercent: limitOf('adjustedPercent'),
    mostChangedPercent: limitOf('mostChangedPercent'),
    besideNorwayM: limitOf('besideNorwayM'),
    mostSmallNok: limitOf('mostSmallNok'),
    mostLargeNok: limitOf('mostLargeNok'),
    mostFactor: limitOf('mostFactor'),
    movedM: limitOf('movedM'),
    askLinksAgainAfterDays: limitOf('askLinksAgainAfterDays'),
  };
}

/** Reads `norway.json`: the outline of the country and its waters. */
export function loadNorway(place: DataPlace): Area {
  const { rings } = readChecked(pathOf(place, 'norway.json'), NorwayFile).content;
  return rings.map(({ line }) => decodePolyline(line));
}
