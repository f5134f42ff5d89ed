import { flatDistanceM } from '../../geo/on-line.ts';
import { tariffOf } from '../compile/station-rush.ts';
import type { ConnectionRecord } from '../schema/ferries.ts';
import type { ObservedTariff, StationRecord } from '../schema/toll-stations.ts';
import { isSameTariff } from './renew-data.ts';
import {
  type ClosureChange,
  type ConnectionChange,
  compareClosures,
  compareConnections,
  listClosed,
} from './renew-overlays.ts';
import type { Change, Named, RenewableData } from './renewed-data.ts';

/** The changes by a renewal. Every list is in the order of the ids. */
export interface DataChanges {
  readonly stations: Counts & {
    readonly tariffs: readonly TariffChange[];
    readonly new: readonly (Named & ShownTariff)[];
    readonly gone: readonly (Named & ShownTariff)[];
    readonly moved: readonly (Named & { readonly byM: number })[];
    /** Changes of other facts that prices depend on. */
    readonly altered: readonly Alteration[];
  };
  readonly quays: Counts & NamedChanges;
  /** Ferry connections that have not ended. */
  readonly connections: Counts & { readonly told: readonly ConnectionChange[] };
  readonly cameras: Counts & NamedChanges;
  /** Roads and ferries that are closed on some days. */
  readonly closures: Counts & { readonly days: readonly ClosureChange[] };
}

interface Counts {
  readonly before: number;
  readonly after: number;
}

/** Whole kroner; `null` or absent: not known. */
export type ShownTariff = ObservedTariff;

interface TariffChange extends Named {
  readonly before: ShownTariff;
  readonly after: ShownTariff;
}

interface Alteration extends Named, Required<Change> {
  readonly what: (typeof ALTERABLE)[number];
}

interface NamedChanges {
  readonly new: readonly Named[];
  readonly gone: readonly Named[];
}

const ALTERABLE = [
  'name',
  'project',
  'operator',
  'road',
  'hourGroup',
  'charged',
  'chargedBearingDeg',
  'passageKey',
] as const satisfies readonly (keyof StationRecord)[];

/** @param movedM a station that moves by less counts as not moved. Metres. */
export function compareData(
  before: RenewableData,
  after: RenewableData,
  movedM: number,
): DataChanges {
  const was = new Map(before.stations.map((station) => [station.id, station]));
  const is = new Set(after.stations.map(({ id }) => id));
  const pairs = after.stations.flatMap((now) => {
    const old = was.get(now.id);
    return old === undefined ? [] : [{ id: now.id, name: now.name, old, now }];
  });
  const shown = (station: StationRecord) => ({ ...nameOf(station), ...tariffOf(station) });
  return {
    stations: {
      ...count(before.stations, after.stations),
      tariffs: pairs
        .filter(({ old, now }) => !isSameTariff(old, now))
        .map(({ id, name, old, now }) => ({
          id,
          name,
          before: tariffOf(old),
          after: tariffOf(now),
        })),
      new: after.stations.filter(({ id }) => !was.has(id)).map(shown),
      gone: before.stations.filter(({ id }) => !is.has(id)).map(shown),
      moved: pairs
        .map(({ id, name, old, now }) => ({ id, name, byM: Math.round(flatDistanceM(old, now)) }))
        .filter(({ byM }) => byM > movedM),
      altered: pairs.flatMap(({ id, name, old, now }) =>
        ALTERABLE.filter((what) => old[what] !== now[what]).map((what) => ({
          ...{ id, name, what },
          ...{ before: String(old[what]), after: String(now[what]) },
        })),
      ),
    },
    quays: compareNamed(before.quays, after.quays),
    connections: compareFerries(before.connections.connections, after.connections.connections),
    cameras: compareNamed(before.cameras, after.cameras),
    closures: {
      ...count(listClosed(before.closures), listClosed(after.closures)),
      days: compareClosures(before.closures, after.closures),
    },
  };
}

function compareFerries(
  before: readonly ConnectionRecord[],
  after: readonly ConnectionRecord[],
): DataChanges['connections'] {
  const sails = ({ endedOn }: ConnectionRecord) => endedOn === undefined;
  return {
    ...count(before.filter(sails), after.filter(sails)),
    told: compareConnections(before, after),
  };
}

const count = (before: readonly unknown[], after: readonly unknown[]): Counts => ({
  before: before.length,
  after: after.length,
});

interface MaybeNamed {
  readonly id: string;
  readonly name: string | null;
}

const nameOf = ({ id, name }: MaybeNamed): Named => ({ id, name: name ?? 'without a name' });

function compareNamed(
  before: readonly MaybeNamed[],
  after: readonly MaybeNamed[],
): Counts & NamedChanges {
  const [was, is] = [before, after].map((records) => new Set(records.map(({ id }) => id)));
  return {
    ...count(before, after),
    new: after.filter(({ id }) => was?.has(id) === false).map(nameOf),
    gone: before.filter(({ id }) => is?.has(id) === false).map(nameOf),
  };
}
