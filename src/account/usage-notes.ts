import type { Background } from './background.ts';
import type { OpenCallsParts } from './open-calls.ts';
import type { UsageCell, UsageStore } from './ports.ts';

/** Answers noted for the usage page, which may show them a moment later. */
export interface UsageNotes {
  note(call: UsageCell): void;
  /** Hands over to the background what has been noted so far. */
  flush(): void;
}

/** The page is looked at by people; a process that is killed loses what it has noted since. */
const GATHER_MS = 200;

/**
 * Gathers the answers of a moment: under load hundreds of them are one statement, and the quota, which
 * must not lose any, has the database to itself.
 */
export function gatherUsage(
  usage: Pick<UsageStore, 'note'>,
  timer: OpenCallsParts['timer'],
  background: Background,
): UsageNotes {
  let gathered = new Map<string, { readonly call: UsageCell; calls: number }>();

  function flush(): void {
    const notes = [...gathered.values()];
    gathered = new Map();
    for (const { call, calls } of notes)
      background.run(usage.note(call, calls), 'calls could not be noted for the usage page');
  }

  return {
    note(call) {
      if (gathered.size === 0) timer.start(GATHER_MS, flush);
      const key = [call.accountId, call.day, call.endpoint, call.statusClass].join(' ');
      const known = gathered.get(key) ?? { call, calls: 0 };
      known.calls += 1;
      gathered.set(key, known);
    },
    flush,
  };
}
