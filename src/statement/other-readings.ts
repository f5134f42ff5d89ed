/** Other readings of lines of which a file does not tell how they are meant. Nothing is asked back that one of them denies. */
import { groupBy } from '../base/lists.ts';
import { type Ore, sumOre } from '../base/nok.ts';
import { limitExcess } from './limit-excess.ts';
import { type BilledPassage, excessOf, type Finding } from './statement.ts';

interface OtherReading {
  /** Rows of each vehicle. */
  readonly vehicles: readonly (readonly BilledPassage[])[];
  /** Why the lines may be meant so. */
  readonly because: string;
}

const MORE_VEHICLES =
  'a column or lines between the passages may name several vehicles, as drivers, units or foreign plates do: write the plate beside each passage, in a column of its own.';
const PAID_BACK =
  'a line that corrects another one has no minus, and may pay back: write what is paid back with a minus.';

/** @param vehicles rows of each, as they are read at first. */
export function listOtherReadings(
  vehicles: readonly (readonly BilledPassage[])[],
): readonly OtherReading[] {
  const parted = vehicles.flatMap((rows) => [...groupBy(rows, ({ unit }) => unit).values()]);
  const isParted = parted.length > vehicles.length;
  const isOpen = vehicles.some((rows) => rows.some(({ mayPayBack }) => mayPayBack));
  const all = isParted ? [vehicles, parted] : [vehicles];
  return [
    ...(isParted ? [{ vehicles: parted, because: MORE_VEHICLES }] : []),
    ...(isOpen ? all : []).map((some) => ({
      vehicles: some.map((rows) => rows.map(payBack)),
      because: PAID_BACK,
    })),
  ];
}

function payBack(row: BilledPassage): BilledPassage {
  const { ore, vatOre = 0 } = row;
  return row.mayPayBack ? { ...row, ore: -ore, ...(vatOre !== 0 && { vatOre: -vatOre }) } : row;
}

/** @param others the findings of another reading. @param because why the lines may be meant so. */
export function limitByReading(
  findings: readonly Finding[],
  others: readonly Finding[],
  because: string,
): readonly Finding[] {
  const ofLine = groupBy(
    others.filter(({ estimated }) => !estimated),
    ({ line }) => line,
  );
  return findings.map((one) => {
    const otherOre: Ore = sumOre(ofLine.get(one.line) ?? [], excessOf);
    if (one.estimated || excessOf(one) <= otherOre) return one;
    return limitExcess([one], otherOre, because)[0] ?? one;
  });
}
