import { expect, test } from 'vitest';
import { atOnce } from '../../src/base/steps.ts';
import { chooseReading } from '../../src/statement/find-stations.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import { project, station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { drivesOf, reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const RING = project({ id: 'ring', name: 'Ring' });
const STATIONS = [
  station('Fv580 Grimesvingene, mot vest'),
  station('E 39 Mosvatnet, mot Nord - Stavanger sentrum'),
  station('E39 Bakkebøvegen (Førde vest)'),
  station('E39 Bruland (Førde Aust)'),
  station('E134 Karmsundgata/Norheim'),
  station('Fv. 78 Hjartåsen bomstasjon Kulstad'),
  station('Være (Gml. E6), N-snitt', { road: 'Fv950' }),
  station('Ringveg Vest Dolviken'),
  station('Sola'),
  station('Moa'),
  station('Hatlaåsen'),
  station('Haakon VIIs allé'),
  station('Tonstad, T-snitt', { passageKey: 'tonstad' }),
  station('Tonstad, T-snitt, rampe 1', { passageKey: 'tonstad-1' }),
  station('Klett - E6, S-snitt'),
  station('Klett - Rv.707, S-snitt', { tariffs: [tariff({ small: 30 })] }),
  station('Moen, O-snitt', { project: RING }),
  station('Moen, mot sør'),
  station('Fv. 334 Gamle Vegen, mot Nord', { alsoWritten: 'Fv. 334 Gml Vegn, mot Nord' }),
  station('Evjeveien', { road: 'F118' }),
];
const TERMS = termsOf(STATIONS);

test.each(
  table<'name' | 'found' | 'because'>(`
    name                       | found              | because
    Grimesvingene              |                    | neither its road nor where it leads
    Fv. 580 Grimesvingene      |                    | its road with a point
    GRIMESVINGENE BOMSTASJON   |                    | that it is a toll station is no name
    E39 Mosvatnet              |                    |
    E 39 Mosvatnet mot nord    |                    | a part of where it leads
    Mosvatnet                  |                    |
    Førde vest                 |                    | in brackets
    Bakkebøvegen               |                    | before them
    Norheim                    |                    | behind a stroke
    Hjartåsen                  |                    | its first word
    Dolviken                   |                    | its last word
    Være                       |                    |
    Fv950 Være                 |                    | the road that its record has
    Passering Grimesvingene    |                    | a longer text that has the name
    Tonstad                    |                    | several that cost the same
    Klett                      | station-not-unique | several that do not
    Klett - E6                 |                    | one of them
    Førde                      |                    | several that cost the same
    Moen                       | station-not-unique | several of other projects
    Stavanger sentrum          | station-not-known  | where it leads is no station
    mot Nord                   | station-not-known  |
    O-snitt                    | station-not-known  | nor is a section
    E39                        | station-not-known  | nor is a road
    Grimesvingen               | station-not-known  | a part of a word is no word
    E39 Mosvåtnet              | station-not-known  | another letter
    Håkon VIIs alle            |                    | å may be written aa, and é e
    HAAKON VIIS ALLÈ           |                    |
    Hatlaaasen                 |                    |
    Moa mot sentrum            |                    | a name of three letters with where it leads
    Moa (retning sentrum)      |                    |
    Moa brygge                 | station-not-known  | another place
    Gml Vegn                   |                    | the spelling of the road database
    Gamle Vegen                |                    |
  `),
)('a line of $name has "$found": $because', ({ name, found }) => {
  const { findings } = reconcile(rowsOf(`12:00 ${name} 32`), undefined, TERMS);
  expect(findings.map(({ kind }) => kind).join(' ')).toBe(found);
});

test.each([
  'Evjeveien',
  'F118 Evjeveien',
  'Fv. 118 Evjeveien',
  'Fv118 Evjeveien',
  'Bomstasjon Evjeveien',
  'Fv 118 Evjeveien bomstasjon',
])(
  '%s is a whole name beside lines of other projects, whatever is billed: its record has the road',
  (name) => {
    const other = station('Gate', { project: RING });
    const checked = reconcile(
      rowsOf(`12:00 Gate 32, 19T12:00 ${name} 61`),
      undefined,
      termsOf([...STATIONS, other]),
    );
    expect(tellFindings(checked)).toBe('2 other-amount 61>32');
  },
);

test.each(
  table<'name' | 'found' | 'because'>(`
    name                          | found                     | because
    E16 Olum                      |                           |
    E16 Moe-Olum - E16 Olum       |                           | its project stands before it
    E16 Olum (Moe - Olum)         |                           | or behind it, without the road
    E16 Moe-Olum - Fv. 2280 Moe   | 1 other-amount 51.2>32.8  | another one of the project
    E16 Moe-Olum                  | 1 station-not-unique 51.2>? | a project is several stations
    Fjordbrua                     | 1 other-amount 51.2>32.8  | or a station of its name
    Town Toll AS Fjordbrua        | 1 other-amount 51.2>32.8  | the operator before it
    Town Toll E6 Fjordbrua        | 1 other-amount 51.2>32.8  | with the road
    Town Toll: E16 Moe-Olum, E16 Olum |                       | also where the station follows
    Town Toll AS                  | 1 station-not-known 51.2>? | an operator is no station
    Nærøy                         | 1 other-amount 51.2>32.8  | a project with the name of its operator
    Fjordbrua - Leirvik           |                           | unless another one is named, too
    Far Away - Fv. 2280 Moe       | 1 station-not-known 51.2>? | the station of another project is not of this one
    Far Away, Nowhere             | 1 station-not-known 51.2>? | nor is a place that is not known
    Far Away, mot sør             | 1 other-amount 51.2>32.8  | its one station, and a direction
    Farthest, Lokket              | 1 other-amount 51.2>32.8  | what stands in brackets is its name, too
    Far Away, Moe                 | 1 station-not-known 51.2>? | without the other name of the project
    E16 Moe-Olum, snitt 4         | 1 station-not-unique 51.2>? | a section does not tell which
    E16 Moe-Olum, nord            | 1 station-not-unique 51.2>? | nor does a direction
    Nærlokket                     | 1 station-not-known 51.2>? | a part of a word is no word
    E18 Lokketunnelen             | 1 station-not-known 51.2>? |
    E18 Lokket nord               | 1 other-amount 51.2>32.8  | a word is
  `),
)('a text with a project in it means a station of the project: $name ($because)', (row) => {
  const moe = { project: project({ id: 'moe', name: 'E16 Moe-Olum' }) };
  const fjord = { project: project({ id: 'fjord', name: 'Fjordbrua' }) };
  const [cheap, dear] = [
    { tariffs: [tariff({ small: 41 })] },
    { tariffs: [tariff({ small: 64 })] },
  ];
  const stations = [
    station('Fv. 2280 Moe', { ...moe, ...cheap }),
    station('E16 Olum', { ...moe, ...dear }),
    station('E6 Fjordbrua', { ...fjord, ...cheap }),
    station('E6/E10 Leirvik', { ...fjord, ...dear }),
    station('Brua', {
      project: project({ id: 'near', name: 'Nærøy' }),
      operator: 'Nærøy',
      ...cheap,
    }),
    station('Lokket', { project: project({ id: 'far', name: 'Far Away (Farthest)' }), ...cheap }),
  ];
  const rows = rowsOf('12:00 x 51.2').map((one) => ({ ...one, station: row.name }));
  const checked = reconcile(rows, undefined, termsOf(stations));
  expect(tellFindings(checked)).toBe(row.found);
});

test.each(
  table<'cells' | 'read' | 'because'>(`
    cells                            | read          | because
    E16 Moe-Olum;E16 Olum            | E16 Olum      | a project is no station where another column has one
    E16 Olum;E16 Moe - Olum          | E16 Olum      | in either order
    Fjordbrua;Leirvik                | Leirvik       | also where a station has its name
    Fjordbrua;Passering              | Fjordbrua     | where no other column has one the project is read
    E16 Olum;Leirvik                 | E16 Olum      | of equal columns the first
  `),
)('of two columns with $cells $read is read: $because', ({ cells, read }) => {
  const stations = [
    station('E16 Olum', { project: project({ id: 'moe', name: 'E16 Moe-Olum' }) }),
    station('E6 Fjordbrua', { project: project({ id: 'fjord', name: 'Fjordbrua' }) }),
    station('E6/E10 Leirvik', { project: project({ id: 'fjord', name: 'Fjordbrua' }) }),
  ];
  const text = `Tidspunkt;Bomanlegg;Passeringssted;Beløp\n20.11.2026 08:05;${cells};51,20`;
  const statement = readStatement(new TextEncoder().encode(text));
  const { rows } = atOnce(chooseReading(statement, stations));
  expect(rows.map((row) => row.station)).toEqual([read]);
});

test.each(
  table<'rows' | 'drives' | 'found' | 'because'>(`
    rows                                    | drives                                    | found | because
    12:00 Klett 24                          | 12:02 Klett - Rv.707, S-snitt             |       | the drive passed one of them
    12:00 Klett 32, 14:00 Klett 24          | 12:20 Klett - E6, S-snitt, 14:20 Klett - Rv.707, S-snitt |  | each line has its own drive
    12:15 Tonstad 32, 12:35 Tonstad 32      | 12:00 Tonstad, T-snitt, 12:20 Tonstad, T-snitt, rampe 1 |  | in the order of time
    12:00 Tonstad 32                        | 18T18:00 Tonstad, T-snitt                 | 1 not-driven 32>0, - not-billed 0>32 | none of them was passed then
  `),
)('of several stations of a name that which was driven is meant: $because', (row) => {
  const driven = row.drives.split(/, (?=\S*\d\d:\d\d )/).map((one) => {
    const [moment = '', ...name] = one.split(' ');
    const [{ atMs } = { atMs: 0 }] = drivesOf(`${moment} x`);
    return { stationId: name.join(' '), atMs };
  });
  expect(tellFindings(reconcile(rowsOf(row.rows), driven, TERMS))).toBe(row.found);
});

test('of stations that cost the same none is told to be billed twice: it may be the other one', () => {
  const billed = (name: string) =>
    tellFindings(reconcile(rowsOf(`12:00 ${name} 32, 12:01 ${name} 32`), undefined, TERMS));
  expect(billed('Grimesvingene')).toBe('2 billed-twice 32>0');
  expect(billed('Tonstad')).toBe('');
});

test('stations that one of them alone has a rule for, or another hour, do not cost the same', () => {
  const findingsOf = (other: Parameters<typeof station>[1], rule = RING) => {
    const own = station('Lade, T-snitt', { project: rule, hourGroup: 'a' });
    const stations = [own, station('Lade, B-snitt', { ...own, ...other, passageKey: 'other' })];
    return tellFindings(reconcile(rowsOf('12:00 Lade 32'), undefined, termsOf(stations)));
  };
  const linkedStations = [
    { from: '2020-01-01', paid: ['other'], free: ['elsewhere'], source: 'test' },
  ];
  expect(findingsOf({})).toBe('');
  expect(findingsOf({}, project({ linkedStations }))).toBe('1 station-not-unique 32>?');
  expect(findingsOf({ hourGroup: 'b' })).toBe('1 station-not-unique 32>?');
  expect(findingsOf({ operator: 'Other' })).toBe('1 station-not-unique 32>?');
});

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                             | found                     | because
    12:00 E8 Cove 16, 19T12:00 Cove 16 |                         | the price at the station of the other line
    12:00 E8 Cove 16, 19T12:00 Cove 32 | 2 station-not-unique 32>? | the price at another one
    12:00 E8 Cove 16, 19T12:00 Cove 61 | 2 station-not-unique 61>? | no price, and the name of another one alone is spelt so
    12:00 E8 Cove 16, 19T12:00 Cove 0  | 2 station-not-unique 0>? |
    12:00 E8 Cove 16, 19T12:00 Bay 61  | 2 other-amount 61>16     | both are spelt so, and it is no price of either
    12:00 E8 Cove 16, 19T12:00 Bay 40  | 2 station-not-unique 40>? | the price without tag at another one
    12:00 E8 Cove 16, 19T12:00 Bay 20  | 2 tag-not-used 20>16      | the price without tag at the own one
    12:00 E8 Cove 16, 19T12:00 Reef 16 |                           | its direction is no part of its name
  `),
)(
  'another line tells the city of a name where neither name nor amount are those of another city: $rows ($because)',
  ({ rows, found }) => {
    const north = { project: project({ id: 'north', name: 'North' }), operator: 'North AS' };
    const west = { project: project({ id: 'west', name: 'West' }), operator: 'West AS' };
    const tariffs = [tariff({ small: 20 })];
    const stations = [
      station('Cove', { ...west, id: 'west-cove' }),
      station('E8 Cove', { ...north, id: 'north-cove', tariffs }),
      station('Bay', { ...west, id: 'west-bay', passageKey: 'west-bay' }),
      station('Bay', { ...north, id: 'north-bay', passageKey: 'north-bay', tariffs }),
      station('Reef', { ...west, id: 'west-reef', passageKey: 'west-reef' }),
      station('E8 Reef, mot Nord', { ...north, id: 'north-reef', tariffs }),
    ];
    expect(tellFindings(reconcile(rowsOf(rows), undefined, termsOf(stations)))).toBe(found);
  },
);

test.each(
  table<'rows' | 'found' | 'because'>(`
    rows                                          | found                      | because
    12:00 E18 Gate 32, 19T12:00 Foss 61           | 2 station-not-known 61>?   | it may be another station that has this name
    12:00 E18 Gate 32, 19T12:00 Foss 32           |                            | its price says that it is this one
    12:00 E18 Gate 32, 19T12:00 Foss 40           | 2 tag-not-used 40>32       |
    12:00 E18 Gate 32, 19T12:00 Foss bru 61       | 2 other-amount 61>32       | its whole name does
    12:00 E18 Gate 32, 19T12:00 Creek 61          | 2 other-amount 61>32       | also where it has two roads
    12:00 E6 Hill 32, 19T12:00 Parking Foss bru 61 | 2 station-not-known 61>?   | other words beside its name may tell another service
    12:00 E6 Hill 32, 19T12:00 Parking Foss bru 32 |                            | its price tells that they do not
    12:00 E6 Hill 32, 19T12:00 Foss bru (inn) 61  | 2 other-amount 61>32       | nor does a direction
    12:00 E6 Hill 32, 12:30 E18 Gate 32, 19T12:00 Foss 61 | 3 other-amount 61>32 | and another line of its project
    12:00 E6 Hill 32, 19T12:00 Bompassering Foss bru felt 2 61 | 2 other-amount 61>32 | nor do words of toll bills
    12:00 E6 Hill 32, 19T12:00 Foss bru rush bil QQ12345 61 | 2 other-amount 61>32 | nor a plate
    19T12:00 Foss 61, 20T12:00 Foss 61            | 1 station-not-known 61>?, 2 station-not-known 61>? | no other line tells more
    19T12:00 Foss 61, 20T12:00 Foss 32            | 1 other-amount 61>32       | the price of another line of this text says it
  `),
)('a part of a name elsewhere is no station unless its amount is: $rows ($because)', (row) => {
  const north = { project: project({ id: 'north', name: 'North' }) };
  const stations = [
    station('E18 Gate'),
    ...['E6 Foss bru', 'E6 Hill', 'E6/E10 Creek'].map((name) => station(name, north)),
  ];
  expect(tellFindings(reconcile(rowsOf(row.rows), undefined, termsOf(stations)))).toBe(row.found);
});

test('of several stations of a name the one that was driven is meant, whatever other lines tell', () => {
  const bay = (id: string) =>
    station('Bay', { id, passageKey: id, project: project({ id, name: id }) });
  const stations = [bay('west'), bay('north'), station('Hill', { project: bay('north').project })];
  const driven = ['west', 'Hill'].map((stationId, i) => ({
    stationId,
    atMs: (drivesOf('12:00 x, 14:00 x')[i] as { atMs: number }).atMs,
  }));
  const rows = rowsOf('12:00 Bay 32, 14:00 Hill 32');
  expect(tellFindings(reconcile(rows, driven, termsOf(stations)))).toBe('');
});
