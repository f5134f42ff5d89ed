import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { lookUpBy } from '../../src/upstream/vehicle-register/read-vehicle-record.ts';
import { identifyVehicle } from '../../src/vehicle/identify-vehicle.ts';
import type { FindVehicle } from '../../src/vehicle/vehicle.ts';
import type { QuoteQuestion } from '../../src/wire/parameters.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { VEHICLE_RULES } from '../support/bundled-facts.ts';
import { NATIONAL_BOUNDS } from '../support/ferry-bounds.ts';
import { table } from '../support/table.ts';

const PARTS = { ferryBounds: NATIONAL_BOUNDS, vehicleRules: VEHICLE_RULES };
const ENDS = { from: '60,10', to: '61,11' };

const code = (kodeVerdi: string) => ({ kodeVerdi });

/** A diesel of so many kilograms, `M1 4500`; absent: the register does not tell it. */
function recordOf(text: string, euro?: string): string {
  const [kind = '', kg, mm] = text.split(' ');
  const tekniskGodkjenning = {
    kjoretoyklassifisering: { tekniskKode: code(kind) },
    tekniskeData: {
      vekter: { tillattTotalvekt: kg === '-' ? undefined : Number(kg) },
      dimensjoner: { lengde: mm === undefined ? undefined : Number(mm) },
      miljodata: {
        miljoOgdrivstoffGruppe: [{ drivstoffKodeMiljodata: code('2') }],
        ...(euro !== undefined && { euroKlasse: code(euro) }),
      },
    },
  };
  return JSON.stringify({ kjoretoydataListe: [{ godkjenning: { tekniskGodkjenning } }] });
}

const NOBODY: FindVehicle = () => Promise.reject(new Error('Expected nobody to be asked.'));
const DOWN: FindVehicle = () => Promise.reject(new Fault('upstream_down', 'It is down.'));

async function identify(
  question: QuoteQuestion,
  findVehicle: FindVehicle = NOBODY,
  day = '2026-11-20',
) {
  const parsed = parseQuoteRequest(
    { ...ENDS, ...question },
    { nowMs: 0, ferryBounds: NATIONAL_BOUNDS },
  );
  if (parsed.asked === undefined) throw new Error('Expected a question about a vehicle.');
  const parts = { ...PARTS, lookUp: lookUpBy(findVehicle) };
  const vehicle = await identifyVehicle(parsed.asked, parts, day);
  const { toll, ferry } = vehicle;
  return { vehicle, request: { size: toll.size, ferry, vehicle: toll } };
}

const withRecord = (record: string, question: QuoteQuestion = {}) =>
  identify({ plate: 'QQ12345', ...question }, async () => recordOf(record));

test.each(
  table<'vehicle' | 'euro' | 'is' | 'because'>(`
    vehicle | euro | is | because
    N1 3500 | 6L   | 6  | a light vehicle
    N2 3501 | 6L   |    | the class of light engines says nothing of a vehicle above group 1
    N2 3501 | 6T   | 6  | that of heavy ones does
    N2 3501 | 5L   | 5  | older than Euro VI in any case
  `),
)('$vehicle with $euro has the Euro class $is, for $because', async ({ vehicle, euro, is }) => {
  const asked = await identify({ plate: 'QQ12345' }, async () => recordOf(vehicle, euro));
  expect(String(asked.vehicle.toll.euroClass ?? '')).toBe(is);
});

describe('the tariff group', () => {
  test.each(
    table<'record' | 'asked' | 'size' | 'from' | 'because'>(`
      record    | asked              | size  | from      | because
      M1 3500   |                    | small | plate     | up to 3 500 kg
      M1 3501   |                    | small | plate     | a passenger car with a tag, whatever its weight
      M1 3501   | tag=0              | large | plate     | a heavy passenger car without a tag
      M1G 4500  | tag=1              | small | plate     | off-road passenger cars as well
      N1 3500   |                    | small | plate     | a van
      N1 3501   |                    | large | plate     | a heavy van, tag or not
      N2 4250   |                    | large | plate     | a lorry
      N3 -      |                    | large | plate     | heavy by definition
      M1 -      |                    | small | default   | the register does not tell the weight
      M1 2000   | weight=4000        | small | parameter | what is asked for beats the plate, and it is still a car
      N1 4000   | weight=3000        | small | parameter | what is asked for beats the plate
      M1 2000   | heavy=1            | large | parameter | heavy keeps its meaning
      N3 26000  | heavy=0            | large | plate     | heavy=0 says nothing
    `),
  )('$record, $asked: $size by $from, for $because', async ({ record, asked, size, from }) => {
    const { request, vehicle } = await withRecord(record, questionOf(asked));
    expect(vehicle.facts.size).toEqual({ value: size, from });
    expect([request.size, request.vehicle.size]).toEqual([size, size]);
  });

  // Source: ferde.no/ufaqs/i-kva-takstklasse-er-kjoretoygruppe-m1/ (in force since 2016-04-04).
  test.each(
    table<'day' | 'asked' | 'size' | 'because'>(`
      day        | asked                            | size  | because
      2016-04-03 | vehicleType=car&weight=3501&tag=1    | large | the tag of a heavy passenger car changed nothing yet
      2016-04-04 | vehicleType=car&weight=3501&tag=1    | small | it is in group 1 from this day on
      2016-04-04 | vehicleType=car&weight=3501&tag=0    | large | not without a tag
      2016-04-03 | vehicleType=camper&weight=4200&tag=1 | large | a camper is a passenger car
      2016-04-03 | vehicleType=camper&weight=3500&tag=1 | small | a light one was always in group 1
    `),
  )('on $day $asked is $size: $because', async ({ day, asked, size }) => {
    const { vehicle } = await identify(questionOf(asked), NOBODY, day);
    expect(vehicle.facts.size.value).toBe(size);
  });

  test('without a plate the weight alone decides, and nothing is assumed', async () => {
    const heavy = await identify({ weight: '3501', fuel: 'electric' });
    expect(heavy.vehicle.facts.size).toEqual({ value: 'large', from: 'parameter' });
    const light = await identify({ fuel: 'electric' });
    expect(light.vehicle).toMatchObject({
      facts: { size: { value: 'small', from: 'default' } },
      isSizeAssumed: false,
      isFerryClassAssumed: false,
    });
  });
});

describe('the ferry class', () => {
  test.each(
    table<'record' | 'asked' | 'is' | 'from' | 'because'>(`
      record         | asked                         | is  | from      | because
      M1 2000 6000   |                               | AP1 | plate     | 6.00 m
      M1 2000 6001   |                               | AP2 | plate     | 6.01 m
      N3 26000 18750 |                               | AP7 | plate     | 18.75 m
      L3e 300 2200   |                               | MC  | plate     | a motorcycle
      L3e 300 2200   | vehicleLength=7               | AP2 | parameter | what is asked for beats the plate
      M1 2000 4500   | vehicleLength=7               | AP2 | parameter | what is asked for beats the plate
      M1 2000 4500   | ferryClass=AP3                | AP3 | parameter | what is asked for beats the plate
      M1 2000 4500   | ferryClass=AP3&vehicleLength=7 | AP3 | parameter | ferryClass beats vehicleLength
      M1 2000        |                               | AP1 | default   | nobody tells the length
    `),
  )('$record, $asked: $is by $from, for $because', async ({ record, asked, is, from }) => {
    const { request, vehicle } = await withRecord(record, questionOf(asked));
    expect(vehicle.facts.ferryClass).toEqual({ value: is, from });
    expect(request.ferry.ferryClass).toBe(is);
  });
});

describe('a kind of vehicle that is asked for', () => {
  // Sources: data/vehicle-types.json; docs/interface.md, kinds of vehicle.
  test.each(
    table<'type' | 'record' | 'asked' | 'group' | 'ferry' | 'priced' | 'assumed' | 'because'>(`
      type       | record         | asked           | group           | ferry         | priced | assumed | because
      motorcycle | none           |                 | small default   | MC parameter  | L      |         | it has no plate
      motorcycle | none           | vehicleLength=2.2 | small default | MC parameter  | L      |         | ferries ask for no length of it
      motorcycle | none           | ferryClass=AP1  | small default   | AP1 parameter | L      |         | a class says more
      motorcycle | M1 2000 4500   |                 | small plate     | MC parameter  | L      |         | the plate says less
      car        | none           |                 | small parameter | AP1 default   | M1     |         | the ordinary car
      car        | none           | tag=0           | small default   | AP1 default   | M1     |         |
      car        | none           | weight=3501     | small parameter | AP1 default   | M1     |         | a passenger car with a tag
      car        | none           | weight=3501&tag=0 | large parameter | AP1 default | M1     |         | and without one
      car        | L3e 300 2200   |                 | small plate     | AP1 plate     | M1     |         | the plate says less
      car        | N3 26000 9000  |                 | small plate     | AP3 plate     | M1     |         | any weight with a tag; the length stays
      car        | none           | heavy=1         | large parameter | AP1 default   | M1     |         | heavy says more
      van        | none           |                 | small default   | AP1 default   | N1     | both    | vans differ in weight and length
      van        | none           | weight=3500&vehicleLength=6.9 | small parameter | AP2 parameter | N1 | |
      van        | none           | weight=3501     | large parameter | AP1 default   | N1     | ferry   | a heavy van, tag or not
      van        | N2 4250 6000   |                 | large plate     | AP1 plate     | N1     |         | a heavy van by its plate
      bus        | none           |                 | large parameter | AP1 default   | M3     | ferry   | group 2 without a weight
      bus        | none           | weight=3500     | small parameter | AP1 default   | M3     | ferry   | a small bus
      bus        | M2 3500 6000   |                 | small plate     | AP1 plate     | M3     |         | the plate is that of a bus, and tells its weight
      bus        | M3 - 12000     |                 | large parameter | AP4 plate     | M3     |         |
      truck      | none           | vehicleLength=12 | large parameter | AP4 parameter | N3     |         | group 2 without a weight
      truck      | M1 2300 4500   |                 | large parameter | AP1 plate     | N3     |         | the plate of a car says less
      truck      | M1 2300 4500   | weight=2300     | small parameter | AP1 plate     | N3     |         | a weight says more
      truck      | N1 3000 5000   |                 | large parameter | AP1 plate     | N3     |         | a van is no truck
      camper     | none           | vehicleLength=7.4 | small parameter | AP2 parameter | M1   |         | group 1 with a tag at any weight
      camper     | none           | weight=5500     | small parameter | AP1 default   | M1     | ferry   |
      camper     | none           | tag=0           | small default   | AP1 default   | M1     | both    | without a tag its weight decides
      camper     | none           | tag=0&weight=4250&ferryClass=AP3 | large parameter | AP3 parameter | M1 | |
    `),
  )('$type, $record, $asked: group $group, ferry $ferry, for $because', async (row) => {
    const question = { ...questionOf(row.asked), vehicleType: row.type };
    const { vehicle, request } =
      row.record === 'none' ? await identify(question) : await withRecord(row.record, question);
    const told = ({ value, from }: { value: string; from: string }) => `${value} ${from}`;
    const { size, ferryClass, vehicleType, technicalCode } = vehicle.facts ?? {};
    expect(size && told(size)).toBe(row.group);
    expect(ferryClass && told(ferryClass)).toBe(row.ferry);
    expect([vehicleType?.value, technicalCode]).toEqual([row.type, undefined]);
    expect(request.vehicle.technicalCode).toBe(row.priced);
    const assumed = [vehicle.isSizeAssumed && 'toll', vehicle.isFerryClassAssumed && 'ferry'];
    const names = assumed.filter(Boolean).join(' ');
    expect(names).toBe(row.assumed === 'both' ? 'toll ferry' : row.assumed);
  });

  test.each(
    table<'type' | 'record' | 'warns'>(`
      type       | record   | warns
      truck      | M1 2300  | vehicle_type_differs
      motorcycle | M1 2300  | vehicle_type_differs
      car        | M1G 2300 |
      bus        | M2 3500  |
      van        | N2 4250  |
    `),
  )(
    'a plate of another kind is told: $type, $record, "$warns"',
    async ({ type, record, warns }) => {
      const { vehicle } = await withRecord(record, { vehicleType: type });
      expect(vehicle.warnings.map(({ code }) => code).join()).toBe(warns);
    },
  );
});

test.each(
  table<'asked' | 'is' | 'from' | 'warns' | 'because'>(`
    asked                       | is       | from      | warns | because
    fuel=diesel                 | none     | default   |       | a tag that is assumed is not taken for shown
    tag=1                       | tag      | parameter |       | a tag that is told of is
    tag=0                       | none     | default   |       |
    tag=1&ferryAgreement=none   | none     | parameter |       | the agreement is told
    tag=1&ferryAgreement=private | private | parameter |       |
    ferryAgreement=business     | business | parameter |       |
    tag=0&ferryAgreement=none   | none     | parameter |       |
    tag=0&ferryAgreement=tag    | tag      | parameter | ferry_agreement_without_tag | without a tag none is shown
    tag=0&ferryAgreement=private | private | parameter | ferry_agreement_without_tag | the agreement goes with a tag
    tag=0&ferryAgreement=business | business | parameter | ferry_agreement_without_tag |
  `),
)('$asked shows $is on ferries, by $from: $because', async ({ asked, is, from, warns }) => {
  const { vehicle } = await identify(questionOf(asked));
  expect(vehicle.facts.agreement).toEqual({ value: is, from });
  expect(vehicle.ferry.customer?.agreement).toBe(is);
  expect(vehicle.warnings.map(({ code }) => code).join()).toBe(warns);
});

test.each(
  table<'record' | 'asked' | 'assumed' | 'because'>(`
    record       | asked                           | assumed      | because
    none         | fuel=diesel                     |              | the ordinary car
    none         | vehicleType=car                 |              | the ordinary car
    none         | vehicleType=van                 | weight class | vans differ in both
    none         | vehicleType=van&weight=4000     | class        |
    none         | vehicleType=van&vehicleLength=5 | weight       |
    none         | vehicleType=camper&vehicleLength=5 | weight    | its tariff group is known, and its weight is not
    none         | vehicleType=van&heavy=1         | class        | it is told to be above 3 500 kg
    none         | vehicleType=truck               | class        | above 3 500 kg by definition
    none         | vehicleType=truck&ferryClass=AP3 |             |
    M1 -         |                                 | weight class | the register tells neither
    M1 2000 4500 |                                 |              | the register tells both
  `),
)('$record, $asked: ferries assume "$assumed", for $because', async (row) => {
  const question = questionOf(row.asked);
  const { vehicle } =
    row.record === 'none' ? await identify(question) : await withRecord(row.record, question);
  const { isWeightAssumed, isClassAssumed } = vehicle.ferry.customer ?? {};
  const found = [isWeightAssumed && 'weight', isClassAssumed && 'class'];
  expect(found.filter(Boolean).join(' ')).toBe(row.assumed);
});

test('explicit facts beat those of the plate, each for itself', async () => {
  const { vehicle } = await withRecord('N1 3000 5000', {
    fuel: 'hydrogen',
    euroClass: 'VI',
    tag: '0',
    ferryAgreement: 'business',
    trailerLength: '4.5',
  });
  expect(vehicle.facts).toEqual({
    technicalCode: { value: 'N1', from: 'plate' },
    code: 'N1',
    fuel: { value: 'hydrogen', from: 'parameter' },
    euroClass: { value: 6, from: 'parameter' },
    weightKg: { value: 3000, from: 'plate' },
    lengthM: { value: 5, from: 'plate' },
    trailerM: { value: 4.5, from: 'parameter' },
    tagged: { value: false, from: 'parameter' },
    agreement: { value: 'business', from: 'parameter' },
    size: { value: 'small', from: 'plate' },
    ferryClass: { value: 'AP1', from: 'plate' },
  });
});

test.each(
  table<'record' | 'asked' | 'kg' | 'because'>(`
    record       | asked                | kg   | because
    N1 3000 5000 | trailerLength=3      | 3000 | the plate tells it
    N1 3000 5000 | heavy=1              | 3501 | the question says that it is above 3 500 kg
    none         | heavy=1&weight=1500  | 3501 | heavy beats weight
    none         | weight=1500          | 1500 | nothing contradicts the weight
    none         | heavy=1&weight=19000 | 19000 | both say the same
  `),
)('on ferries $record, $asked weighs $kg kg: $because', async ({ record, asked, kg }) => {
  const question = questionOf(asked);
  const { vehicle } = await (record === 'none' ? identify(question) : withRecord(record, question));
  expect(vehicle.ferry.customer?.weightKg).toBe(Number(kg));
});

describe('a register that fails', () => {
  test.each([
    'vehicleType=van',
    'fuel=diesel',
    'euroClass=6',
    'weight=2000',
    'heavy=1',
    'ferryClass=AP2',
    'vehicleLength=5',
  ])('is done without where %s describes the vehicle, and a warning says so', async (asked) => {
    const { vehicle } = await identify({ plate: 'QQ12345', ...questionOf(asked) }, DOWN);
    expect(vehicle.warnings.map(({ code }) => code)).toEqual(['vehicle_register_down']);
  });

  test.each(['', 'tag=1', 'ferryAgreement=private', 'trailerLength=3'])(
    'is a fault where nothing but "%s" stands beside the plate',
    async (asked) => {
      await expect(
        identify({ plate: 'QQ12345', ...questionOf(asked) }, DOWN),
      ).rejects.toMatchObject({ code: 'upstream_down' });
    },
  );

  test('is no excuse for a plate that it does not know, nor for a defect of ours', async () => {
    const asked = { plate: 'QQ12345', fuel: 'diesel' };
    const unknown: FindVehicle = () => Promise.reject(new Fault('not_found', 'Unknown.'));
    await expect(identify(asked, unknown)).rejects.toMatchObject({ code: 'not_found' });
    const defect: FindVehicle = () => Promise.reject(new TypeError('defect'));
    await expect(identify(asked, defect)).rejects.toThrow('defect');
  });
});

test('the plate of a trailer is refused: the motor vehicle pays', async () => {
  await expect(withRecord('O2 1300 5000')).rejects.toMatchObject({
    code: 'invalid_parameter',
    publicMessage: expect.stringContaining('trailer'),
  });
});

/** `fuel=diesel&tag=0` as a question. */
const questionOf = (text: string): QuoteQuestion =>
  Object.fromEntries(new URLSearchParams(text)) as QuoteQuestion;
