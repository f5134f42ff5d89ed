import { refusedValue } from '../base/fault.ts';
import { type LatLon, parseLatLon } from '../base/point.ts';
import { bare, type Command, flag, text, toJson } from './command.ts';
import { formatNok, formatTable, right } from './format-table.ts';

const OPTIONS = {
  find: bare(
    text('TEXT', 'in the name, the project or the operator, or an id; --find may be left out'),
  ),
  near: text('LAT,LON', 'the nearest first'),
  limit: text('N', 'at most so many'),
  json: flag('print the records of GET /data/toll-stations.json'),
};

/** The members of a record of `/data/toll-stations.json` that the list shows. */
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
export const stationsCommand = (
  openStations: () => Promise<readonly ListedStation[]>,
): Command<typeof OPTIONS> => ({
  name: 'stations',
  summary: 'list toll stations and their prices',
  usage: '[--find TEXT] [--near LAT,LON] [--limit N] [--json]',
  about: 'Lists toll stations with their ordinary prices in NOK; "?" is a price that is not known.',
  options: OPTIONS,
  async run({ json, ...wanted }, { print }) {
    const found = listFitting(await openStations(), wanted, '--');
    print(json ? toJson(found) : format(found));
  },
});

/**
 * The stations that fit, by name or the nearest first.
 *
 * @param dashes the text before the names of values in sentences.
 * @throws Fault `invalid_parameter`.
 */
export function listFitting(
  stations: readonly ListedStation[],
  { find, near: written, limit }: Partial<Record<'find' | 'near' | 'limit', string | undefined>>,
  dashes = '',
): readonly ListedStation[] {
  const near = written === undefined ? undefined : parseLatLon(written);
  if (near !== undefined && 'problem' in near)
    throw refusedValue('near', `${dashes}near ${near.problem}.`);
  if (limit !== undefined && !/^[1-9]\d{0,5}$/.test(limit))
    throw refusedValue('limit', `${dashes}limit must be a whole number above 0.`);
  const most = limit === undefined ? undefined : Number(limit);
  return sort(stations.filter(fits(find)), near).slice(0, most);
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
    ['id', 'name', 'road', 'project', ...['small', 'in rush', 'large'].map(right)],
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
