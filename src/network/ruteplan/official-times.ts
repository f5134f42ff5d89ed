/**
 * The driving time of a link by the official model: the time for its length at the limit, multiplied by the factor of
 * its functional class. A random sample of links shows whether the minutes of the file still agree with the model.
 */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import type { SpeedCheck } from '../compile/compile-links.ts';
import type { FileLink } from './road-file.ts';

const CHECKED_LINKS = 1000;
/** The tolerance: the file has minutes with six decimals, and the measures of forest roads have single precision. */
const AGREEING_MS = 0.1;
const AGREEING_SHARE = 3e-6;
const MS_PER_MIN = 60_000;
const ONE_WAYS = ['FT', 'TF'];

/** @param rows the number of rows of the file. A thousand of them are checked, the same rows in every reading. */
export function openTimes({ factors, forestFactor }: RuteplanRules, rows: number) {
  const factorOf = new Map(factors.map(({ class: roadClass, factor }) => [roadClass, factor]));
  const sample = drawRows(rows);
  const check = { checked: 0, agreeing: 0, withoutFactor: 0 };
  const compare = (ms: number, saidMs: number) => {
    check.checked++;
    if (Math.abs(ms - saidMs) <= AGREEING_MS + AGREEING_SHARE * ms) check.agreeing++;
  };
  return {
    check: (): SpeedCheck => ({ ...check }),
    /** Milliseconds with the line and against it. The value of a direction that is not driven has no meaning. */
    drive({ kmh, minutes, oneWay, roadClass, isForest }: FileLink, lengthM: number, row: number) {
      const factor = isForest ? forestFactor : factorOf.get(roadClass);
      if (factor === undefined) check.withoutFactor++;
      const driveOne = (i: 0 | 1) => {
        const limit = kmh[i];
        const saidMs = minutes[i] * MS_PER_MIN;
        if (factor === undefined || !(limit > 0)) return Math.max(0, saidMs);
        const ms = (lengthM / limit) * 3600 * factor;
        const isDriven = oneWay === 'B' || oneWay === ONE_WAYS[i];
        if (isDriven && saidMs >= 0 && sample.has(row)) compare(ms, saidMs);
        return ms;
      };
      return [driveOne(0), driveOne(1)] as const;
    },
  };
}

/** Pseudo-random numbers of rows. Source: D. Lehmer's generator with the factor 48 271. */
function drawRows(rows: number): ReadonlySet<number> {
  if (rows <= CHECKED_LINKS) return new Set(Array.from({ length: rows }, (_, row) => row));
  const drawn = new Set<number>();
  for (let state = 1; drawn.size < CHECKED_LINKS; ) {
    state = (state * 48_271) % 2_147_483_647;
    drawn.add(state % rows);
  }
  return drawn;
}
