/** The renewal of the data as the settings have it: for `veipris data renew` and for the server. */
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import { compileAgain } from './facts/renew/compile-again.ts';
import { type Renewal, type RenewOptions, renewFacts } from './facts/renew/renew-facts.ts';
import type { RenewalParts } from './facts/renew/renewal-parts.ts';
import { makeHome } from './make-home.ts';
import { systemClock as clock } from './system-clock.ts';

export interface OpenRenewal {
  /** See `renewFacts`. */
  renew(options: RenewOptions): Promise<Renewal>;
  /** See `compileAgain`. */
  compileAgain(): Promise<void>;
}

/** Opens nothing by itself; a home is made where something is to be written. */
export function openRenewal(
  { home, roadDatabase, planner, osrmUrl }: Config,
  onProgress: (step: string) => void,
): OpenRenewal {
  const parts: RenewalParts = {
    folders: { data: DATA_DIR, home },
    roadDatabase,
    clock,
    usesNetwork: planner.kind === 'embedded' || osrmUrl === undefined,
    onProgress,
  };
  return {
    async renew(options) {
      if (!options.dryRun) await makeHome(home);
      return renewFacts(parts, options);
    },
    async compileAgain() {
      await makeHome(home);
      await compileAgain(parts);
    },
  };
}
