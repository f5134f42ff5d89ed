import { readList, readRecord } from '../base/read-loose.ts';
import { type Command, DONE } from './command.ts';
import { formatTable } from './format-table.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris vehicle --plate P [--json]

What the vehicle register knows of a vehicle, as far as it matters for tolls and ferries. Without a
register (VEHICLE_REGISTER=vegvesen) the vehicles are fictitious: QQ10001 and the ones after it.

  --plate P              registration number
  --json                 print the answer of GET /api/vehicle`;

/** `veipris vehicle`: a vehicle by its plate. */
export function vehicleCommand(
  openFindVehicle: () => Promise<(plate: string) => Promise<string>>,
): Command {
  return {
    name: 'vehicle',
    summary: 'look up a vehicle by its plate',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, { plate: 'once', json: 'flag' });
      if ('problem' in options) return options.problem;
      const [plate] = options.values.get('plate') ?? [];
      if (plate === undefined) return { kind: 'wrong-usage', line: '--plate is missing' };
      const findVehicle = await openFindVehicle();
      const record: unknown = JSON.parse(await findVehicle(plate));
      const isJson = options.values.has('json');
      terminal.print(isJson ? JSON.stringify(record, undefined, 2) : format(record));
      return DONE;
    },
  };
}

/** Where the record has what, and what it is called. Source: interface.md, Vehicle record. */
const FACTS: readonly (readonly [head: string, path: string, unit?: string])[] = [
  ['plate', 'kjoretoyId.kjennemerke'],
  ['registered', 'forstegangsregistrering.registrertForstegangNorgeDato'],
  ['own weight', 'godkjenning.tekniskGodkjenning.tekniskeData.vekter.egenvektMinimum', 'kg'],
  ['total weight', 'godkjenning.tekniskGodkjenning.tekniskeData.vekter.tillattTotalvekt', 'kg'],
];
const FUELS = 'godkjenning.tekniskGodkjenning.tekniskeData.miljodata.miljoOgdrivstoffGruppe';

function format(record: unknown): string {
  const vehicles = readList(readRecord(record)?.kjoretoydataListe);
  const columns = [...FACTS.map(([head]) => head), 'fuel'];
  return formatTable(
    columns.map((head) => ({ head, align: 'left' })),
    vehicles.map((vehicle) => [
      ...FACTS.map(([, path, unit]) => {
        const value = at(vehicle, path);
        return value === undefined ? '' : [value, unit].filter(Boolean).join(' ');
      }),
      readList(at(vehicle, FUELS))
        .map((group) => at(group, 'drivstoffKodeMiljodata.kodeNavn'))
        .filter(Boolean)
        .join(', '),
    ]),
  );
}

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => readRecord(found)?.[name], value);
