import { type Command, DONE } from './command.ts';
import { formatChanges, type ShownChanges } from './format-changes.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris data renew [--dry-run] [--force] [--if-due] [--json]

Reads toll stations, ferry quays, speed cameras and roads closed in winter from the road database, puts
them in force, and prints what changed. A running server takes them over within seconds. A toll station
or closed road that is odd keeps its old record and is listed; a harvest that is not sound otherwise is refused, and the data in force
stays. ROAD_DATABASE_CONTACT must be set.

  --dry-run   print what would change, write nothing
  --force     go on where more changes than data/renewal.json allows; never over what is not sound
  --if-due    do nothing when the last renewal is less than 20 hours old
  --json      print the outcome and all changes as JSON`;

export interface RenewOptions {
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly ifDue: boolean;
}

/** How a renewal ended. */
export interface ShownRenewal {
  readonly outcome: 'renewed' | 'unchanged' | 'not-due' | 'dry-run';
  /** The version in force afterwards; absent: it is what it was. */
  readonly version?: string;
  /** Absent when it was not due. */
  readonly changes?: ShownChanges;
  /** Rows that need a decision by hand. */
  readonly undecided: readonly {
    readonly id: string;
    readonly name: string;
    readonly what: string;
  }[];
  /** Toll stations that were set aside and why, one sentence without full stop each. */
  readonly oddStations: readonly string[];
  /** Closed roads that keep their days and why, as above. */
  readonly oddClosures: readonly string[];
  /** One sentence without full stop each. */
  readonly notes: readonly string[];
}

/** @param renew renews the data; what it throws is a failure, and the data in force stays. */
export function dataRenewCommand(
  renew: (options: RenewOptions, onProgress: (step: string) => void) => Promise<ShownRenewal>,
): Command {
  return {
    name: 'data renew',
    summary: 'renew stations, quays, cameras and closed roads from the road database',
    help: HELP,
    async run(args, terminal) {
      const flags = ['dry-run', 'force', 'if-due', 'json'] as const;
      const options = readOptions(
        args,
        Object.fromEntries(flags.map((flag) => [flag, 'flag'] as const)),
      );
      if ('problem' in options) return options.problem;
      const isOn = (flag: (typeof flags)[number]) => options.values.has(flag);
      const renewal = await renew(
        { dryRun: isOn('dry-run'), force: isOn('force'), ifDue: isOn('if-due') },
        (step) => terminal.report(step),
      );
      terminal.print(isOn('json') ? JSON.stringify(renewal, undefined, 2) : format(renewal));
      return DONE;
    },
  };
}

const SENTENCES: Readonly<Record<ShownRenewal['outcome'], string>> = {
  renewed: 'The renewed data is in force',
  unchanged: 'The data in force is what the road database has',
  'not-due': 'The last renewal is less than 20 hours old; nothing was done',
  'dry-run': 'This would change; nothing was written',
};

function format({
  outcome,
  version,
  changes,
  undecided,
  oddStations,
  oddClosures,
  notes,
}: ShownRenewal): string {
  const name = version === undefined ? '' : `: ${version}`;
  const list = (head: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${head}:`, ...lines.map((line) => `  ${line}`)];
  return [
    `${SENTENCES[outcome]}${name}.`,
    ...(changes === undefined ? [] : ['', ...formatChanges(changes)]),
    ...list(
      'Needs a decision in data/curated',
      undecided.map((row) => `${row.id} ${row.name}: ${row.what}`),
    ),
    ...list('Odd toll stations', oddStations),
    ...list('Odd closed roads', oddClosures),
    ...list('To look at', notes),
  ].join('\n');
}
