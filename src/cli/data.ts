import type { DataChanges, ShownTariff } from '../facts/renew/compare-data.ts';
import type { Renewal, RenewOptions } from '../facts/renew/renew-facts.ts';
import type { Named } from '../facts/renew/renewed-data.ts';
import { type Command, file, flag, required, toJson } from './command.ts';
import { formatTable, right } from './format-table.ts';

const COMPILE = {
  from: required(
    file('DIR', 'the folder of the source extracts', 'the folder of the source extracts'),
  ),
  json: flag('print the files as data'),
};

/** A file that was compiled. */
export interface CompiledFile {
  /** Inside `data/`. */
  readonly path: string;
  readonly records: number;
  /** False when the file had this content before. */
  readonly changed: boolean;
}

export interface CompiledData {
  readonly files: readonly CompiledFile[];
  /** Things that a person should look at, one line each. */
  readonly notes: readonly string[];
}

/**
 * `veipris data compile`.
 *
 * @param compile reads the extracts in a folder and writes `data/`.
 */
export const dataCompileCommand = (
  compile: (from: string) => Promise<CompiledData>,
): Command<typeof COMPILE> => ({
  name: 'data compile',
  summary: 'compile the facts of data/ from source extracts',
  usage: '--from DIR [--json]',
  about: `Compiles the facts of data/ from a folder of source extracts and the decisions in data/curated/,
writes the files that differ, and says which. data/README.md names the extracts.`,
  options: COMPILE,
  async run({ from, json }, { print, report }) {
    const { files, notes } = await compile(from);
    for (const note of notes) report(note);
    print(json ? toJson(files) : formatFiles(files));
  },
});

const formatFiles = (files: readonly CompiledFile[]): string =>
  formatTable(
    ['file', right('records'), ''],
    files.map(({ path, records, changed }) => [
      path,
      String(records),
      changed ? 'written' : 'unchanged',
    ]),
  );

const RENEW = {
  dryRun: flag('print what would change, write nothing'),
  force: flag(
    'go on where more changes than data/renewal.json allows; never over what is not sound',
  ),
  ifDue: flag('do nothing when the last renewal is less than 20 hours old'),
  json: flag('print the outcome and all changes as JSON'),
};

/**
 * `veipris data renew`.
 *
 * @param renew renews the data. If it throws, the renewal has failed, and the data in force stays.
 */
export const dataRenewCommand = (
  renew: (options: RenewOptions, onProgress: (step: string) => void) => Promise<Renewal>,
): Command<typeof RENEW> => ({
  name: 'data renew',
  summary: 'renew stations, quays, cameras and closed roads from the road database',
  usage: '[--dry-run] [--force] [--if-due] [--json]',
  about: `Reads toll stations, ferry quays and connections, speed cameras and roads closed in winter from the road
database, puts them in force, and prints what changed. A running server takes them over within seconds.
A toll station, ferry connection or closed road that is odd keeps its old record and is listed; a harvest
that is not sound otherwise is refused, and the data in force stays. ROAD_DATABASE_CONTACT must be set.`,
  options: RENEW,
  async run({ json, ...options }, { print, report }) {
    const renewal = await renew(options, report);
    print(json ? toJson(renewal) : formatRenewal(renewal));
  },
});

const SENTENCES: Readonly<Record<Renewal['outcome'], string>> = {
  renewed: 'The renewed data is in force',
  unchanged: 'The data in force is what the road database has',
  'not-due': 'The last renewal is less than 20 hours old; nothing was done',
  'dry-run': 'This would change; nothing was written',
};

function formatRenewal({
  outcome,
  version,
  changes,
  undecided,
  oddStations,
  oddClosures,
  oddFerries,
  notes,
}: Renewal): string {
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
    ...list('Odd ferry connections', oddFerries),
    ...list('To look at', notes),
  ].join('\n');
}

/** The changes as lines for a person: first the counts, then each change of a station. */
function formatChanges(changes: DataChanges): string[] {
  const { stations, quays, connections, cameras, closures } = changes;
  return [
    formatCounts(changes),
    ...table(
      'Tariffs that change, in kroner',
      ['station', 'id', 'before', 'after'],
      stations.tariffs.map(({ id, name, before, after }) => [
        name,
        id,
        formatTariff(before),
        formatTariff(after),
      ]),
    ),
    ...table('New stations', ['station', 'id', 'tariff'], stations.new.map(toRow)),
    ...table('Stations that are gone', ['station', 'id', 'tariff'], stations.gone.map(toRow)),
    ...table(
      'Stations that moved',
      ['station', 'id', 'by'],
      stations.moved.map(({ id, name, byM }) => [name, id, `${byM} m`]),
    ),
    ...table(
      'Other changes of stations',
      ['station', 'id', 'what', 'before', 'after'],
      stations.altered.map(({ id, name, what, before, after }) => [name, id, what, before, after]),
    ),
    ...listNames('New ferry quays', quays.new),
    ...listNames('Ferry quays that are gone', quays.gone),
    ...listNames('New speed cameras', cameras.new),
    ...listNames('Speed cameras that are gone', cameras.gone),
    ...table(
      'Ferry connections of which something else is told',
      ['name', 'id', 'what', 'before', 'after'],
      connections.told.map(({ id, name, what, before = '-', after = '-' }) => [
        ...[name, id, what, before, after],
      ]),
    ),
    ...table(
      'Roads and ferries that are closed on other days',
      ['name', 'id', 'before', 'after'],
      closures.days.map(({ id, name, before = '-', after = '-' }) => [name, id, before, after]),
    ),
  ];
}

function formatCounts({ stations, quays, connections, cameras, closures }: DataChanges): string {
  const counted = {
    'toll stations': stations,
    'ferry quays': quays,
    'ferry connections': connections,
    'speed cameras': cameras,
    'closed roads and ferries': closures,
  };
  return formatTable(
    ['', right('before'), right('after')],
    Object.entries(counted).map(([what, { before, after }]) => [what, `${before}`, `${after}`]),
  );
}

const toRow = ({ id, name, ...tariff }: Named & ShownTariff) => [name, id, formatTariff(tariff)];

/** A tariff for small and large vehicles, such as `38 / 88, rush 70 / - 06:30-09:00 14:30-16:30`. */
function formatTariff({
  smallNok,
  largeNok,
  smallRushNok,
  largeRushNok,
  rush,
}: ShownTariff): string {
  const pair = (small: number | null, large: number | null) => `${small ?? '-'} / ${large ?? '-'}`;
  if (rush === null) return pair(smallNok, largeNok);
  const inRush = pair(smallRushNok, largeRushNok ?? null);
  return `${pair(smallNok, largeNok)}, rush ${inRush} ${rush.join(' ')}`;
}

function table(title: string, heads: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  return ['', `${title}: ${rows.length}`, formatTable(heads, rows)];
}

const listNames = (title: string, names: readonly Named[]) =>
  table(
    title,
    ['name', 'id'],
    names.map(({ id, name }) => [name, id]),
  );
