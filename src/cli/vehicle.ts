import { readList, readRecord } from '../base/read-loose.ts';
import { bare, type Command, flag, required, text, toJson } from './command.ts';
import { formatTable } from './format-table.ts';

const OPTIONS = {
  plate: bare(required(text('P', 'registration number; --plate may be left out'))),
  json: flag('print the answer of GET /api/vehicle'),
};

/** `veipris vehicle`: a vehicle by its plate. */
export const vehicleCommand = (
  openFindVehicle: () => Promise<(plate: string) => Promise<string>>,
): Command<typeof OPTIONS> => ({
  name: 'vehicle',
  summary: 'look up a vehicle by its plate',
  usage: '--plate P [--json]',
  about: `What the vehicle register knows of a vehicle, as far as it matters for tolls and ferries. Without a
register (VEHICLE_REGISTER=vegvesen) the vehicles are fictitious: QQ10001 and the ones after it.`,
  options: OPTIONS,
  async run({ plate, json }, { print }) {
    const findVehicle = await openFindVehicle();
    const record: unknown = JSON.parse(await findVehicle(plate));
    print(json ? toJson(record) : format(record));
  },
});

/**
 * The facts to print: their names, their places in the record, and their units. Source: interface.md, Vehicle record.
 */
const FACTS: readonly (readonly [head: string, path: string, unit?: string])[] = [
  ['plate', 'kjoretoyId.kjennemerke'],
  ['registered', 'forstegangsregistrering.registrertForstegangNorgeDato'],
  ['own weight', 'godkjenning.tekniskGodkjenning.tekniskeData.vekter.egenvektMinimum', 'kg'],
  ['total weight', 'godkjenning.tekniskGodkjenning.tekniskeData.vekter.tillattTotalvekt', 'kg'],
];
const FUELS = 'godkjenning.tekniskGodkjenning.tekniskeData.miljodata.miljoOgdrivstoffGruppe';

function format(record: unknown): string {
  const vehicles = readList(readRecord(record)?.kjoretoydataListe);
  return formatTable(
    [...FACTS.map(([head]) => head), 'fuel'],
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
