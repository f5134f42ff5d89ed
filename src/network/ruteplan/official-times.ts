/**
 * What driving a link takes by the official model: its length at the limit, times the factor of its functional class.
 * Some random links show whether the minutes of the file still say the same.
 */
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import type { SpeedCheck } from '../compile/compile-links.ts';
import type { FileLink } from './road-file.ts';

const CHECKED_LINKS = 1000;
/** The file tells minutes to six decimals, and forest roads are measured in single precision. */
const AGREEING_MS = 0.1;
const AGREEING_SHARE = 3e-6;
const MS_PER_MIN = 60_000;
const ONE_WAYS = ['FT', 'TF'];

/** @param rows of the file, of which a thousand are checked: the same ones for each reader. */
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
    /** Milliseconds with the line and against it; of a direction that is not driven they mean nothing. */
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

/** Numbers of rows that hang together in no way. Source: D. Lehmer's generator with the factor 48 271. */
function drawRows(rows: number): ReadonlySet<number> {
  if (rows <= CHECKED_LINKS) return new Set(Array.from({ length: rows }, (_, row) => row));
  const drawn = new Set<number>();
  for (let state = 1; drawn.size < CHECKED_LINKS; ) {
    state = (state * 48_271) % 2_147_483_647;
    drawn.add(state % rows);
  }
  return drawn;
}
