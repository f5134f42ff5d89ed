/** The service from its start to its end: starting, serving, draining. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import { checkFiles } from './facts/check-files.ts';
import type { CurrentFacts } from './facts/keep-facts-current.ts';
import type { Services } from './http/services.ts';
import { makeHome } from './make-home.ts';
import { openCurrentFacts } from './open-current-facts.ts';
import { type Edition, type EditionTerms, type OnProgress, openEdition } from './open-edition.ts';

export interface Life extends Pick<Services, 'phase'> {
  /** The facts in force; throws as long as they are not open. */
  opened(): CurrentFacts<Edition>;
  /** Opens the facts in force; until then the service is starting. Renewed ones are taken over. */
  open(onProgress: OnProgress): Promise<void>;
  /** It goes on as before, and says that it is about to stop. */
  drain(): void;
  /** Renewed facts are not taken over any more. */
  close(): void;
}

/** @param terms what every edition of the facts is opened with. */
export function beginLife(
  config: Config,
  terms: Pick<EditionTerms, 'roadPlanner' | 'osrm' | 'queue'>,
  log: Logger,
): Life {
  let facts: CurrentFacts<Edition> | undefined;
  let isDraining = false;
  return {
    opened() {
      if (facts === undefined) throw new Error('Expected nobody to ask before the facts are open.');
      return facts;
    },
    phase() {
      if (isDraining) return 'draining';
      return facts === undefined ? 'starting' : 'serving';
    },
    async open(onProgress) {
      await makeHome(config.home);
      checkFiles(DATA_DIR);
      facts = await openCurrentFacts(config, {
        open: (inForce) => openEdition(inForce, { ...terms, config, log, onProgress }),
        log,
        onProgress,
      });
    },
    drain() {
      isDraining = true;
    },
    close: () => facts?.close(),
  };
}
