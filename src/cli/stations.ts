import { parseLatLon } from '../base/parse-lat-lon.ts';
import type { LatLon } from '../base/point.ts';
import { type Command, DONE } from './command.ts';
import { formatNok, formatTable } from './format-table.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris stations [--find TEXT] [--near LAT,LON] [--limit N] [--json]

Lists toll stations with their ordinary prices in NOK; "?" is a price that is not known.

  --find TEXT            in the name, the project or the operator, or an id
  --near LAT,LON         the nearest first
  --limit N              at most so many
  --json                 print the records of GET /data/toll-stations.json`;

/** What the list shows of a record of `/data/toll-stations.json`. */
export interface ListedStation extends LatLon {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly operator: string | null;
  readonly road: string;
  readonly smallNok: number | null;
  readonly largeNok: number | null;
  readonly smallRushNok: number | null;
}

/** `veipris stations`: the toll stations in force. */
export function stationsCommand(openStations: () => Promise<readonly ListedStation[]>): Command {
  return {
    name: 'stations',
    summary: 'list toll stations and their prices',
    help: HELP,
    async run(args, terminal) {
      const kinds = { find: 'once', near: 'once', limit: 'once', json: 'flag' } as const;
      const options = readOptions(args, kinds);
      if ('problem' in options) return options.problem;
      const { values } = options;
      const one = (name: string) => values.get(name)?.[0];
      const wanted = { find: one('find'), near: one('near'), limit: one('limit') };
      const found = listFitting(await openStations(), wanted);
      if ('problem' in found) return { kind: 'wrong-usage', line: `--${found.problem}` };
      const { stations } = found;
      terminal.print(
        values.has('json') ? JSON.stringify(stations, undefined, 2) : format(stations),
      );
      return DONE;
    },
  };
}

interface WantedStations {
  readonly find?: string | undefined;
  readonly near?: string | undefined;
  readonly limit?: string | undefined;
}

/** The stations that fit, by name or the nearest first; `problem`: a value that is none, as a sentence without its stop. */
export function listFitting(
  stations: readonly ListedStation[],
  { find, near: written, limit }: WantedStations,
): { readonly stations: readonly ListedStation[] } | { readonly problem: string } {
  const near = written === undefined ? undefined : parseLatLon(written);
  if (near !== undefined && 'problem' in near) return { problem: `near ${near.problem}` };
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    return { problem: 'limit must be a whole number above 0' };
  const most = limit === undefined ? undefined : Number(limit);
  return { stations: sort(stations.filter(fits(find)), near).slice(0, most) };
}

const fits = (text = '') => {
  const wanted = text.toLowerCase();
  return ({ id, name, project, operator }: ListedStation) =>
    id === wanted ||
    [name, project, operator].some((one) => one?.toLowerCase().includes(wanted) === true);
};

function sort(stations: readonly ListedStation[], near: LatLon | undefined) {
  if (near === undefined) return [...stations].sort((a, b) => a.name.localeCompare(b.name, 'nb'));
  const shrink = Math.cos((near.lat * Math.PI) / 180);
  const away = ({ lat, lon }: LatLon) => Math.hypot(lat - near.lat, (lon - near.lon) * shrink);
  return [...stations].sort((a, b) => away(a) - away(b));
}

const format = (stations: readonly ListedStation[]) =>
  formatTable(
    [
      ...['id', 'name', 'road', 'project'].map((head) => ({ head, align: 'left' }) as const),
      ...['small', 'in rush', 'large'].map((head) => ({ head, align: 'right' }) as const),
    ],
    stations.map(({ id, name, road, project, smallNok, smallRushNok, largeNok }) => [
      id,
      name,
      road,
      project,
      priceOf(smallNok),
      smallRushNok === null ? '' : priceOf(smallRushNok),
      priceOf(largeNok),
    ]),
  );

const priceOf = (nok: number | null) => (nok === null ? '?' : formatNok(nok));
