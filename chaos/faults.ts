import { clockStepped } from './fault/clock-stepped.ts';
import { diskFull } from './fault/disk-full.ts';
import { killInstance } from './fault/kill-instance.ts';
import { killOnlyInstance } from './fault/kill-only-instance.ts';
import { postgresFailedOver } from './fault/postgres-failed-over.ts';
import { postgresFull } from './fault/postgres-full.ts';
import { postgresSlow } from './fault/postgres-slow.ts';
import { postgresStopped } from './fault/postgres-stopped.ts';
import { sigterm } from './fault/sigterm.ts';
import type { Fault } from './fault.ts';

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
};
