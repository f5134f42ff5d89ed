import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditAnswer } from '../../../measure/audit/product.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import type { ReceiptLine } from './receipt.ts';

type Bill = AuditAnswer['bill'];

/**
 * Cities where several streets lead through the toll and none of them is the only right one: a
 * receipt may name the hour group, which is paid once whichever street is taken.
 */
const GROUPS: Readonly<Record<string, string>> = {
  'Oslo, inner rings': 'oslo-a',
  'Oslo, city border': 'oslo-b',
  'Bergen, any station': 'bergen',
  'Nord-Jæren, any station': 'nord-jaeren',
  'Kristiansand, any station': 'kristiansand',
  'Haugesund, any station': 'haugaland',
  'Ålesund, any station': 'alesund',
  'Bodø, any station': 'bodo',
  'Harstad, any station': 'harstad',
  'Tromsø, any station': 'tromso',
};

const { stations } = JSON.parse(readFileSync(join(DATA_DIR, 'toll-stations.json'), 'utf8')) as {
  stations: readonly {
    readonly id: string;
    readonly hourGroup: string | null;
    readonly passageKey: string;
  }[];
};
const groupOf = new Map(stations.map(({ id, hourGroup }) => [id, hourGroup]));

/** A station whose records are named after its two tubes, and which is one passage. */
const TUBES: Readonly<Record<string, string>> = {
  'e39-svegatjorn-radal/endalausmarka': 'E39 Endalausmarka',
};
const nameOf = new Map(
  stations.flatMap(({ id, passageKey }) => {
    const name = TUBES[passageKey];
    return name === undefined ? [] : [[id, name] as const];
  }),
);

/**
 * What the product says is passed, in the order of the drive, as a receipt writes it. Passages of
 * the groups that the receipt names stand under the group's name, those in the hour of one that is
 * paid fall away.
 */
export function readBill(bill: Bill, receipt: readonly ReceiptLine[]): ReceiptLine[] {
  const named = new Map(
    receipt.flatMap(({ station }) => {
      const group = GROUPS[station];
      return group === undefined ? [] : [[group, station] as const];
    }),
  );
  return listPassages(bill).flatMap(({ id, line }) => {
    const group = named.get(groupOf.get(id) ?? '');
    if (group === undefined) return [{ ...line, station: nameOf.get(id) ?? line.station }];
    return line.free === 'in the hour' ? [] : [{ ...line, station: group }];
  });
}

interface Passage {
  readonly id: string;
  readonly line: ReceiptLine;
}

function listPassages({ chargedStations, freePassages, unpricedStations }: Bill): Passage[] {
  const paid = chargedStations.map((station) => ({
    ...station,
    line: {
      station: station.name,
      small: station.smallNoDiscountNok,
      large: station.largeNoDiscountNok,
      ...(station.rule !== undefined && { free: 'with tag' as const }),
    },
  }));
  const free = freePassages.map((station) => ({ ...station, line: freeLine(station.name) }));
  const unpriced = unpricedStations.map((station) => ({
    ...station,
    line: { station: station.name, small: null, large: null },
  }));
  return [...paid, ...free, ...unpriced]
    .toSorted((a, b) => a.passedAt.localeCompare(b.passedAt))
    .map(({ id, line }) => ({ id, line }));
}

/** The bill does not say what a free passage would have cost. */
const freeLine = (station: string): ReceiptLine => ({
  station,
  small: 0,
  large: 0,
  free: 'in the hour',
});

/** Names of the crossings, in the order of the alphabet. */
export const listFerries = ({ ferries, ferryUnpriced = [] }: Bill): string[] =>
  [...ferries, ...ferryUnpriced].map(({ name }) => name).toSorted();
