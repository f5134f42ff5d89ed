import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';

const DAY_S = 24 * 3600;

/** Which facts are in force, how old they are, and how their last renewal ended. */
export function publishDataMetrics(registry: Registry, services: Services): void {
  const registers = [registry];
  const isOpen = () => services.phase() !== 'starting';

  new Gauge({
    name: 'veipris_data_info',
    help: 'Always 1; the label names the facts in force.',
    labelNames: ['version'],
    registers,
    collect() {
      this.reset();
      if (isOpen()) this.set({ version: services.dataVersion }, 1);
    },
  });
  new Gauge({
    name: 'veipris_data_age_seconds',
    help: 'Age of the toll stations in force, in whole Norwegian days.',
    registers,
    collect() {
      this.remove();
      if (isOpen()) this.set(services.data.ageDays * DAY_S);
    },
  });
  new Gauge({
    name: 'veipris_data_problems',
    help: 'Reasons why newer data is not in force.',
    registers,
    collect() {
      this.remove();
      if (isOpen()) this.set(services.data.problems?.length ?? 0);
    },
  });
  publishRenewals(registry, () => (isOpen() ? services.data.lastRenewal : undefined));
}

interface Renewal {
  /** RFC 3339. */
  readonly at: string;
  readonly ok: boolean;
}

/** Nothing is said of a renewal that there was not. */
function publishRenewals(registry: Registry, last: () => Renewal | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'veipris_data_last_renewal_timestamp_seconds',
    help: 'When the last renewal from the road database ended, well or not. Unix time.',
    registers,
    collect() {
      this.remove();
      const renewal = last();
      if (renewal !== undefined) this.set(Date.parse(renewal.at) / 1000);
    },
  });
  new Gauge({
    name: 'veipris_data_last_renewal_success',
    help: '1 when the last renewal from the road database ended well, else 0.',
    registers,
    collect() {
      this.remove();
      const renewal = last();
      if (renewal !== undefined) this.set(renewal.ok ? 1 : 0);
    },
  });
}
