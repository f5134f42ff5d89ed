import { bundledCorrupted } from './fault/bundled-corrupted.ts';
import { clockStepped } from './fault/clock-stepped.ts';
import { dataCorrupted } from './fault/data-corrupted.ts';
import { diskFull } from './fault/disk-full.ts';
import { killInstance, killOnlyInstance, sigterm } from './fault/instance.ts';
import { mailFault } from './fault/mail.ts';
import { networkDeleted } from './fault/network-deleted.ts';
import { noName } from './fault/no-name.ts';
import {
  postgresFailedOver,
  postgresFull,
  postgresSlow,
  postgresStopped,
} from './fault/postgres.ts';
import { roadsFault } from './fault/roads.ts';
import { roadsLate } from './fault/roads-late.ts';
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
  'renewal-of-garbage': roadsFault('full of garbage'),
};
