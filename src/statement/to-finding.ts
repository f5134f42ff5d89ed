/** A finding, with a sentence that an operator understands without the statement beside it. */
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { Explained } from './mistaken-prices.ts';
import type { BilledPassage, Finding } from './statement.ts';

export const tellNok = (ore: Ore): string => `${toNok(ore).toFixed(2)} NOK`;

export const tellPlace = ({ name, project }: TollStation): string => `${name} (${project.name})`;

export const NOTHING_KNOWN = 'nothing can be said of the amount.';

interface Found extends Explained {
  /** How the station is called in the sentence; absent: as the row writes it. */
  readonly place?: string;
  /** Absent: not known. */
  readonly expectedOre?: Ore;
  /** Absent: the expected amount is no estimate. */
  readonly estimated?: boolean;
  readonly atMost?: Finding['atMost'] | undefined;
  readonly source?: Finding['source'] | undefined;
}

/** @param row what is billed; without `line` no row bills it. */
export function toFinding(
  { line, andLines, atMs, station, ore: billedOre, plate }: Billed,
  { kind, because, place = station, expectedOre, estimated = false, atMost, source }: Found,
): Finding {
  const moment = formatOsloInstant(atMs).slice(0, 16).replace('T', ' ');
  const beside = andLines === undefined ? '' : ` with line ${andLines.join(', ')}`;
  const most = atMost ? 'at most ' : '';
  const wanted = expectedOre === undefined ? '' : `, expected ${most}${tellNok(expectedOre)}`;
  const from = source === undefined ? '' : ` Tariff: ${source}.`;
  return {
    kind,
    ...(line !== undefined && { line }),
    ...(andLines && { andLines }),
    atMs,
    station,
    ...(plate !== undefined && { plate }),
    billedOre,
    expectedOre,
    ...(atMost && { atMost }),
    ...(source !== undefined && { source }),
    estimated,
    reason: `${place}, ${moment}: billed ${tellNok(billedOre)}${beside}${wanted}. ${because}${from}`,
  };
}

type Billed = Omit<BilledPassage, 'line' | 'vatOre'> & Partial<Pick<BilledPassage, 'line'>>;
