import { expect, test } from 'vitest';
import { listUnseenStations } from '../../src/trip/list-unseen-stations.ts';
import { table } from '../support/table.ts';

/** Metres north of the start, in degrees of latitude. */
const at = (northM: number) => ({ lat: 60 + northM / 111_195, lon: 10 });

test.each(
  table<'stationM' | 'movedM' | 'named' | 'because'>(`
    stationM | movedM | named     | because
    400      | 0      | the start | within 500 m the drive may begin there
    600      | 0      |           | farther off it is another way
    600      | 700    | the start | the way to the road is not known that far
    9600     | 0      | the end   | the end of the drive is as unknown as its start
  `),
)('a station $stationM m on, start moved $movedM m: $because', ({ stationM, movedM, named }) => {
  const stops = [
    { at: at(0), movedM: Number(movedM) },
    { at: at(10_000), movedM: 0 },
  ];
  const warnings = listUnseenStations(stops, [{ name: 'Smia', at: at(Number(stationM)) }], 500);
  expect(warnings.map(({ code, about }) => [code, about])).toEqual(
    named === '' ? [] : [['station_not_on_network', 'Smia']],
  );
  if (named !== '') expect(warnings[0]?.message).toContain(`Smia near ${named} stands`);
});

test('a station near two stops is named once', () => {
  const stops = [
    { at: at(0), movedM: 0 },
    { at: at(100), movedM: 0 },
  ];
  expect(listUnseenStations(stops, [{ name: 'Smia', at: at(50) }], 500)).toHaveLength(1);
});
