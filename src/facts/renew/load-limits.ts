import Type from 'typebox';
import type { Area } from '../../geo/area.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { checkOnce, factFault } from '../check-records.ts';
import { bundledOf, type DataPlace, pathOf } from '../data-place.ts';
import { loadPlaces } from '../load-places.ts';
import { readChecked } from '../read-checked.ts';
import { checkNorway } from './check-norway.ts';

/** Between which values a limit still tells a broken harvest from a change. */
const SANE = {
  mostFallPercent: [1, 50],
  mostRisePercent: [1, 50],
  mostRushFallPercent: [1, 50],
  mostClosedPercent: [1, 50],
  mostTurnedPercent: [1, 50],
  mostMovedM: [100, 20_000],
  mostMovedPercent: [1, 50],
  adjustedPercent: [1, 50],
  mostChangedPercent: [1, 60],
  besideNorwayM: [0, 20_000],
  mostSmallNok: [200, 2000],
  mostLargeNok: [700, 10_000],
  mostFactor: [1.1, 5],
  movedM: [0, 100],
  askLinksAgainAfterDays: [1, 365],
} as const satisfies Readonly<Record<string, readonly [least: number, most: number]>>;

type LimitName = keyof typeof SANE;

const NAMES = Object.keys(SANE) as LimitName[];

/** What a renewal must keep to; see `data/renewal.json` for the reasons. */
export type RenewalLimits = Readonly<Record<LimitName, number>>;

const FILE = 'renewal.json';

const LimitsFile = Type.Object({
  limits: Type.Array(
    Type.Object(
      {
        name: Type.Enum(NAMES),
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

/**
 * Reads `renewal.json`.
 *
 * @throws Error with one sentence when a limit is missing, stands there twice, or lets everything
 * or nothing pass.
 */
export function loadRenewalLimits(place: DataPlace): RenewalLimits {
  const { limits } = readChecked(pathOf(place, FILE), LimitsFile).content;
  checkOnce(
    FILE,
    'the limit',
    limits.map(({ name }) => name),
  );
  const limitOf = (wanted: LimitName) => {
    const limit = limits.find(({ name }) => name === wanted);
    if (limit === undefined) throw new Error(`${FILE}: the limit ${wanted} is missing.`);
    const [least, most] = SANE[wanted];
    if (limit.value < least || limit.value > most)
      throw factFault(FILE, wanted, `${limit.value} does not lie between ${least} and ${most}`);
    return limit.value;
  };
  return Object.fromEntries(NAMES.map((name) => [name, limitOf(name)])) as RenewalLimits;
}

/** Towns are known for certain; a hamlet at the border lies 15 cm outside the simplified outline. */
const KNOWN_RANK = 3;

/**
 * Reads `norway.json`: the outline of the country and its waters.
 *
 * @param places as `loadPlaces` gives them, for whoever has them already.
 * @throws Error with one sentence when the outline is not whole, or leaves out a town.
 */
export function loadNorway(
  place: DataPlace,
  places: ReturnType<typeof loadPlaces> = loadPlaces(bundledOf(place)),
): Area {
  const { rings } = readChecked(pathOf(place, 'norway.json'), NorwayFile).content;
  const lines = rings.map(({ line }) => line);
  const norway = lines.map((line) => decodePolyline(line));
  checkNorway(
    lines,
    norway,
    places.filter(({ rank }) => rank <= KNOWN_RANK),
  );
  return norway;
}
