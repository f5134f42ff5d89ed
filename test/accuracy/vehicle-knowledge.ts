/** What is known of the tariffs of single vehicles, by project, as a table in Markdown. */
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import { pricePassage } from '../../src/pricing/toll/price-passage.ts';
import { priceVehicle } from '../../src/pricing/toll/price-vehicle.ts';
import type { TollVehicle } from '../../src/pricing/toll/terms.ts';
import { calendar, stations } from '../support/toll-clerk.ts';
import { vehicleOf } from '../support/vehicle-clerk.ts';

/** An ordinary Wednesday outside every rush. */
const DAY = '2026-11-18';
const AT_MS = fromOsloWallClock(`${DAY}T12:00`);

const COLUMNS = [
  ['small electric', 'electric'],
  ['small hydrogen', 'hydrogen'],
  ['small petrol', 'petrol'],
  ['large Euro VI', 'large diesel euro6'],
] as const;

/** Wednesdays on which the knowledge is counted. */
const COUNTED = [DAY, '2024-11-20', '2022-11-16', '2020-11-18'];

/** How well the price of small electric vehicles with a tag is known, by stations, for some days. */
export function countVehicleKnowledge(): string[] {
  const observed = stations.filter((station) => station.id !== station.passageKey);
  return COUNTED.map((day) => {
    const found = observed.map((station) => kindOf(station, fromOsloWallClock(`${day}T12:00`)));
    const counts = KINDS.map((kind) => found.filter((one) => one === kind).length);
    return `| ${day} | ${counts.join(' | ')} |`;
  });
}

const KINDS = ['known', 'holds', 'ceiling', 'of-unknown', 'ordinary', 'none'] as const;

function kindOf(station: TollStation, atMs: number): (typeof KINDS)[number] {
  const passage = pricePassage({ station, atMs }, calendar);
  const { amount, doubt } = priceVehicle(passage, vehicleOf('electric'));
  if (amount === undefined) return 'none';
  if (doubt?.kind === 'carried') return 'holds';
  return amount.certainty === 'carried' ? 'of-unknown' : amount.certainty;
}

/** One row per project for which something of a column is not known on the day. */
export function listVehicleKnowledge(): string[] {
  const observed = stations.filter(
    (station) => station.id !== station.passageKey && tariffOf(station) !== undefined,
  );
  const names = [...new Set(observed.map(({ project }) => project.name))];
  return [
    `| Project | ${COLUMNS.map(([head]) => head).join(' | ')} | zero emission pays, as last published |`,
    `|---|${COLUMNS.map(() => '---|').join('')}---|`,
    ...names
      .toSorted((a, b) => a.localeCompare(b, 'nb'))
      .flatMap((name) => {
        const own = observed.filter(({ project }) => project.name === name);
        const cells = COLUMNS.map(([, vehicle]) => describe(own, vehicleOf(vehicle)));
        return cells.every((cell) => cell === 'known')
          ? []
          : [`| ${name} | ${cells.join(' | ')} | ${recall(own)} |`];
      }),
  ];
}

function describe(own: readonly TollStation[], vehicle: TollVehicle): string {
  const states = own.map((station) => stateOf(station, vehicle));
  const kinds = [...new Set(states)].sort();
  if (kinds.length === 1) return kinds.join();
  const of = (kind: string) => states.filter((state) => state === kind).length;
  return kinds.map((kind) => `${kind} at ${of(kind)} of ${own.length}`).join(', ');
}

/** The newest share of each station that has begun; a dash where its project has published none. */
function recall(own: readonly TollStation[]): string {
  const shares = own.map(({ vehicleTariffs }) => {
    const share = vehicleTariffs.findLast(
      ({ price, from, classes, isOfState }) =>
        price.kind === 'share' && from <= DAY && classes.includes('electric') && !isOfState,
    );
    if (share?.price.kind !== 'share') return '-';
    const since = share.from < '1900' ? '' : `, ${share.from}`;
    const end = share.end === undefined ? '' : ` until ${share.end.day}`;
    return `${share.price.percentOfTagged} %${since}${end}`;
  });
  const kinds = [...new Set(shares)];
  const of = (kind: string) => shares.filter((share) => share === kind).length;
  return kinds.length === 1
    ? kinds.join()
    : kinds.map((kind) => `${kind} at ${of(kind)} of ${own.length}`).join('; ');
}

const tariffOf = (station: TollStation) =>
  pricePassage({ station, atMs: AT_MS }, calendar).small?.untagged.ore;

function stateOf(station: TollStation, vehicle: TollVehicle): string {
  const passage = pricePassage({ station, atMs: AT_MS }, calendar);
  const { amount, doubt } = priceVehicle(passage, vehicle);
  if (amount === undefined) return 'unpriced';
  if (doubt?.kind === 'carried')
    return doubt.row.price.kind === 'tariff' ? `carried from ${doubt.row.from}` : 'holds';
  if (amount.certainty === 'ceiling') return '**ceiling**';
  return amount.certainty === 'ordinary' ? '**not known**' : 'known';
}
