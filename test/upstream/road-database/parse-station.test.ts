import { describe, expect, test } from 'vitest';
import { parseStation } from '../../../src/upstream/road-database/parse-station.ts';
import { roadObject } from '../../support/fake-upstream/road-database.ts';
import { table } from '../../support/table.ts';

const AT = { lat: 59.36733, lon: 7.98053 };

/** A station with these properties, by their ids. */
const station = (properties: Readonly<Record<number, unknown>> = {}, facts = {}) =>
  parseStation(7, roadObject({ id: 7, at: AT, properties, road: 'F9999', ...facts }));

test('every property is found by its id, whatever its name', () => {
  const row = station({
    9390: 'AutoPASS bomstasjon',
    1078: ' Eksempel bomstasjon ',
    10714: 'Eksempelpakken',
    9414: ['Med metrering', 13259],
    9595: 901,
    11883: 990099,
    1820: 30,
    1819: 90,
    9410: 40,
    9411: 120,
    9407: '06:30',
    9408: '08:59',
    9412: ['Første passering gjelder', 13257],
    10952: 60,
    10951: 990001,
  });
  expect(row).toMatchObject({
    nvdbId: 7,
    name: 'Eksempel bomstasjon',
    category: 'AutoPASS bomstasjon',
    operator: 'Eksempelpakken',
    road: 'F9999',
    municipality: 301,
    ...AT,
    smallNok: 30,
    largeNok: 90,
    smallRushNok: 40,
    largeRushNok: 120,
    rushMorning: '06:30-08:59',
    rushAfternoon: null,
    direction: 'with',
    hourRule: 'first',
    hourRuleMin: 60,
    hourGroupNo: 990001,
    operatorId: 990099,
    stationCode: 901,
  });
});

test('what the object does not say is null, and never 0', () => {
  expect(station()).toMatchObject({
    name: null,
    operator: null,
    smallNok: null,
    largeNok: null,
    smallRushNok: null,
    largeRushNok: null,
    rushMorning: null,
    direction: null,
    hourRule: null,
    hourGroupNo: null,
    operatorId: null,
    positions: [],
  });
});

test.each(
  table<'id' | 'text' | 'choice' | 'field' | 'means' | 'because'>(`
    id    | text                      | choice | field     | means               | because
    9414  | Med metrering             | 13259  | direction | with                | the id says so
    9414  | Something new             | 13260  | direction | against             | texts change, ids do not
    9414  | Begge retninger           | -      | direction | both                | without an id the text tells
    9414  | Oppover                   | 99999  | direction | unknown             | nobody has heard of it
    9412  | Standard timesregel       | -      | hourRule  | first               | the older text of the same rule
    9412  | Dyreste passering gjelder | 21834  | hourRule  | dearest             | the dearest pays
    9412  | Ikke timesregel           | 13258  | hourRule  | none                | there is none
    9412  | Omvendt timesregel        | 18299  | hourRule  | unknown             | a rule that we do not have
    9390  | AutoPASS + automatisk     | 13133  | category  | AutoPASS bomstasjon | the older text
    9390  | Ferjeinnkrevingspunkt     | 13134  | category  | Ferjeinnkrevingspunkt | a known text goes before an old id
    9390  | 13132                     | -      | category  | unknown             | a number is no text
  `),
)('$id "$text" ($choice) means $means, because $because', ({ id, text, choice, field, means }) => {
  const value = choice === '-' ? text : [text, Number(choice)];
  expect(station({ [id]: value })).toMatchObject({ [field]: means });
});

test('numbers may be texts, with a decimal comma', () => {
  expect(station({ 1820: '38,5', 1819: '88.0' })).toMatchObject({ smallNok: 38.5, largeNok: 88 });
});

test.each([
  [{ 1820: 'gratis' }, 'property 1820 is not a number'],
  [{ 1819: '12 kr' }, 'property 1819 is not a number'],
  [{ 9407: '25:00', 9408: '09:00' }, 'property 9407 is not a time of day'],
])('%j is refused: a price must not follow from a guess', (properties, sentence) => {
  expect(() => station(properties)).toThrow(sentence);
});

test('a window needs both ends, and seconds do not count', () => {
  expect(station({ 9407: '06:30:00', 9408: '08:59:00' }).rushMorning).toBe('06:30-08:59');
  expect(station({ 9405: '15:00' }).rushAfternoon).toBeNull();
});

describe('the direction and the link positions', () => {
  const position = (lanes: readonly string[], facts = {}) => ({
    type: 'Punkt',
    veglenkesekvensid: 990000001,
    relativPosisjon: 0.5,
    retning: 'MOT',
    kjørefelt: lanes,
    ...facts,
  });
  const MED = ['Med metrering', 13259];

  test.each(
    table<'says' | 'metering' | 'lanes' | 'direction' | 'charged' | 'doubts'>(`
      says | metering | lanes | direction | charged | doubts
      MED  | MED      |       | with      | with    | 0
      MED  | MOT      |       | with      | against | 0
      MED  | MED      | 2 4   | against   | against | 1
      MED  | MED      | 1 2   | with      | with    | 1
      both | MED      | 1     | both      | with    | 0
      both | MED      | 1 2   | both      | both    | 0
      none | MED      | 2     | against   | against | 0
      none | MED      |       | null      | both    | 0
    `),
  )(
    'says $says, metered $metering, lanes [$lanes]: $direction, on the link $charged',
    ({ says, metering, lanes, direction, charged, doubts }) => {
      const written = { MED, both: ['Begge retninger', 13261], none: null }[says];
      const row = station(
        { 9414: written ?? null },
        {
          metering: { section: 1, part: 1, metre: 5, direction: metering },
          positions: [position(lanes === '' ? [] : lanes.split(' '))],
        },
      );
      expect(String(row.direction)).toBe(direction);
      expect(row.positions).toEqual([{ linkId: 990000001, at: 0.5, charged }]);
      expect(row.doubts).toHaveLength(Number(doubts));
    },
  );

  test('are read with eight decimals; a place that is no point is left out', () => {
    const places = [
      position([], { relativPosisjon: 0.123456789 }),
      position([], { relativPosisjon: undefined, startposisjon: 0, sluttposisjon: 1 }),
      position([], { veglenkesekvensid: undefined }),
      'odd',
    ];
    expect(station({}, { positions: places }).positions).toEqual([
      { linkId: 990000001, at: 0.12345679, charged: 'both' },
    ]);
  });
});
