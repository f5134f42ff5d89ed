import { bundledCorrupted } from './fault/bundled-corrupted.ts';
import { clockStepped } from './fault/clock-stepped.ts';
import { dataCorrupted } from './fault/data-corrupted.ts';
import { diskFull } from './fault/disk-full.ts';
import { killInstance } from './fault/kill-instance.ts';
import { killOnlyInstance } from './fault/kill-only-instance.ts';
import { mailFault } from './fault/mail.ts';
import { networkDeleted } from './fault/network-deleted.ts';
import { noName } from './fault/no-name.ts';
import { postgresFailedOver } from './fault/postgres-failed-over.ts';
import { postgresFull } from './fault/postgres-full.ts';
import { postgresSlow } from './fault/postgres-slow.ts';
import { postgresStopped } from './fault/postgres-stopped.ts';
import { renewalOfGarbage } from './fault/renewal-of-garbage.ts';
import { roadsFault } from './fault/roads.ts';
import { roadsLate } from './fault/roads-late.ts';
import { sigterm } from './fault/sigterm.ts';
import { upstreamFault } from './fault/upstream.ts';
import type { Fault } from './fault.ts';

const SERVICES = ['planner', 'osrm', 'register'] as const;
const WAYS = ['hung', 'reset', 'lying', 'slow'] as const;

const UPSTREAMS = SERVICES.flatMap((service) =>
  WAYS.map((way) => [`${service}-${way}`, upstreamFault(service, way)] as const),
);

const MAIL = WAYS.map((way) => [`mail-${way}`, mailFault(way)] as const);

/** All faults, in the order of the table. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill-instance': killInstance,
  'kill-only-instance': killOnlyInstance,
  sigterm,
  'postgres-stopped': postgresStopped,
  'postgres-slow': postgresSlow,
  'postgres-full': postgresFull,
  'postgres-failed-over': postgresFailedOver,
  'disk-full': diskFull,
  'clock-stepped': clockStepped,
  ...Object.fromEntries(UPSTREAMS),
  ...Object.fromEntries(MAIL),
  'roads-late': roadsLate,
  'roads-reset': roadsFault('reset'),
  'roads-lying': roadsFault('lying'),
  'no-name': noName,
  'network-deleted': networkDeleted,
  'bundled-corrupted': bundledCorrupted,
  'data-corrupted': dataCorrupted,
  'renewal-of-garbage': renewalOfGarbage,
};
