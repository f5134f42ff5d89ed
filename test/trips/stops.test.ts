/** Where stops are put, and what a move past stations and over water says: the product on its bundled data. */
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPlaces } from '../../src/facts/load-country.ts';
import { loadTerms, openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { parseQuoteRequest } from '../../src/wire/question.ts';
import { NETWORK_HOME } from '../support/network-home.ts';
import { table } from '../support/table.ts';

let answers: Awaited<ReturnType<typeof openAnswers>>;
beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  answers = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
});

const OSLO = '59.9115,10.7335';
const TRONDHEIM = '63.4305,10.395';
const ask = async (from: string, to: string, more: Record<string, string> = {}) =>
  answers.answerRoute(
    parseQuoteRequest(
      { from, to, startTime: '2026-11-18T10:00:00+01:00', refine: '1', ...more },
      loadTerms(),
    ),
  );

test.each(
  table<'what' | 'from' | 'to' | 'pays' | 'stations'>(`
    what                                       | from            | to              | pays | stations
    the museums of Bygdøy, into the city       | 59.9042,10.6845 | 59.9115,10.7335 | 33.6 | Dronning Blancas vei
    and home again                             | 59.9115,10.7335 | 59.9042,10.6845 | 33.6 | Dronning Blancas vei
    Lade, inside of the stations of Trondheim  | 63.4455,10.447  | 63.4305,10.395  | 0    |
    Lade to Ranheim, past one                  | 63.4455,10.447  | 63.428,10.54    | 12.8 | Haakon VIIs gate, O-snitt
    Rissa by fv. 717, whose ferry has a toll   | 63.586,9.962    | 63.4305,10.395  | 57   | Ferje Rørvik-Flakk
    Rissa by fv. 715                           | 63.584,9.999    | 63.4305,10.395  | 57   | Ferje Rørvik-Flakk
    Flakk, which lies before the quay          | 63.4496,10.1957 | 63.584,9.999    | 57   | Ferje Flakk-Rørvik
    Rissa past the quay, without sailing       | 63.505,10.06    | 63.55,10.2      | 0    |
    Brekstad, over a ferry with a toll         | 63.6886,9.6647  | 63.635,9.69     | 45   | Ferje Brekstad - Valset
    from its very quay                         | 63.6878,9.6695  | 63.635,9.69     | 45   | Ferje Brekstad - Valset
    and back                                   | 63.635,9.69     | 63.6886,9.6647  | 45   | Ferje Brekstad - Valset
    Rissa to Brekstad by land                  | 63.5845,9.9589  | 63.6886,9.6647  | 45.6 | Krinsvatn
  `),
)('$what: $pays kr', async ({ from, to, pays, stations }) => {
  const [bill] = (await ask(from, to))._billing.routes;
  expect(bill?.tollSmall).toBe(Number(pays));
  expect(bill?.chargedStations.map(({ name }) => name).join('; ')).toBe(stations);
});

test.each(
  table<'what' | 'from' | 'to' | 'avoidTolls' | 'said'>(`
    what                                            | from            | to               | avoidTolls | said
    round the station of rv. 25 by a forest road    | 60.795,11.068   | 60.88,11.56      | 1          | yes
    the same past the station                       | 60.795,11.068   | 60.88,11.56      | 0          | no
    to Målia, which a private road leads to         | 60.795,11.068   | 60.98166,11.23786 | 1         | no
    and from there                                  | 60.98166,11.23786 | 60.795,11.068  | 1          | no
    Tindevegen, which has a warning of its own      | 61.2363,7.7019  | 61.4592,7.7904   | 0          | no
  `),
)('$what, avoidTolls $avoidTolls: private roads are told of: $said', async (row) => {
  const { from, to, avoidTolls } = row;
  const [bill] = (await ask(from, to, { avoidTolls }))._billing.routes;
  const codes = bill?.warnings.map(({ code }) => code) ?? [];
  expect(codes.includes('private_road_driven')).toBe(row.said === 'yes');
});

describe('no stop is moved over the sea, out of a lake, or over water from abroad', () => {
  test.each([
    ['58.939,11.171', /^The start lies abroad, across the sea/, 'Strömstad is not Herføl'],
    ['59.8945,10.73', /^The start lies in the sea, or on an island/, 'nobody drives to Hovedøya'],
    ['59.861,10.545', /^The start lies on an island/, 'nor to Brønnøya, over a narrow sound'],
    ['61.12,6.5', /^The start lies in the sea/, 'nor out of the Sognefjord'],
    ['59.8975,10.727', /^The start lies in the sea/, 'nor to the north of Hovedøya'],
    ['59.888,10.744', /^The start lies in the sea/, 'nor to Bleikøya'],
    ['60.0247,10.2486', /^The start lies in a lake, or on an island/, 'nor to Utøya'],
    ['60.77,10.75', /^The start lies in a lake/, 'nor out of Mjøsa off Gjøvik'],
    ['60.35,10.4', /^The start lies in a lake/, 'nor out of Randsfjorden'],
    ['63.37,10.57', /^The start lies in a lake/, 'nor out of Jonsvatnet, south of its islands'],
    ['70.083,27.873', /^The start lies abroad, across a river/, 'nor from Nuorgam over the Tana'],
    ['69.41,30.22', /^The start lies abroad, across a lake/, 'nor from Nikel'],
    [
      '59.0437,5.83',
      /^The start lies on an island/,
      'nor down from Sør-Hidle into Ryfylketunnelen',
    ],
    ['59.04739,5.82746', /^The start lies in the sea, or/, 'nor from its quay'],
    ['58.2,9.5', /^The start lies more than 10 km from/, 'nor out of the Skagerrak'],
  ])('%s: %s, because %s', async (from, message) => {
    await expect(ask(from, OSLO)).rejects.toMatchObject({
      code: 'route_not_possible',
      publicMessage: expect.stringMatching(message),
      problems: [{ parameter: 'from' }],
    });
    const swapped = message.source.replace('start', 'end');
    await expect(ask(OSLO, from)).rejects.toMatchObject({
      publicMessage: expect.stringMatching(new RegExp(swapped)),
      problems: [{ parameter: 'to' }],
    });
    await expect(ask(OSLO, TRONDHEIM, { via: from })).rejects.toMatchObject({
      problems: [{ parameter: 'via' }],
    });
  });

  test.each([
    ['61.56,4.77', 'Kinn'],
    ['70.34,21.42', 'Loppa'],
    ['67.43,14.35', 'Landego'],
  ])('a stop whose roads are joined to no others is named: %s, %s', async (stop) => {
    const apart = /lies where no known road or car ferry leads to the others\.$/;
    await expect(ask(stop, OSLO)).rejects.toMatchObject({
      publicMessage: expect.stringMatching(new RegExp(`^The start ${apart.source}`)),
    });
    await expect(ask(OSLO, stop)).rejects.toMatchObject({
      publicMessage: expect.stringMatching(new RegExp(`^The end ${apart.source}`)),
    });
  });

  test.each([
    ['58.994,11.055', 'Herføl, whose quay is all that the network has of it'],
    ['59.31,4.88', 'Utsira'],
    ['67.66,12.69', 'Værøy'],
    ['59.0945,11.2525', 'the bridge at Svinesund'],
    ['60.478,6.83', 'the middle of Hardangerbrua'],
    ['59.9015,10.752', 'Sørenga, a pier of Oslo that stands in the sea as it is drawn'],
    ['62.473,6.152', 'the harbour of Ålesund'],
    ['69.648,18.962', 'and that of Tromsø'],
  ])('%s is driven from: %s', async (from) => {
    expect((await ask(from, OSLO))._billing.routes.length).toBeGreaterThan(0);
  });
});

test('each stop says what was asked, where it was put, how far off, on which road and by which place', async () => {
  const via = '60.194,11.1';
  const { _billing } = await ask(OSLO, TRONDHEIM, { via });
  expect(_billing.stops).toHaveLength(3);
  expect(_billing.stops[0]).toEqual({
    askedLat: 59.9115,
    askedLon: 10.7335,
    lat: expect.closeTo(59.9136, 3),
    lon: expect.closeTo(10.7288, 3),
    movedM: 349,
    road: 'R162',
    place: 'Oslo',
    between: [],
  });
  expect(_billing.stops[1]).toMatchObject({ askedLat: 60.194, askedLon: 11.1 });
});

test('preliminary answers and estimates have the same stops as refined ones', async () => {
  const refined = await ask(OSLO, TRONDHEIM);
  const plain = await ask(OSLO, TRONDHEIM, { refine: '0' });
  expect(plain._billing.stops).toEqual(refined._billing.stops);
  const question = parseQuoteRequest({ from: OSLO, to: TRONDHEIM }, loadTerms());
  const estimate = await answers.answerEstimate(question);
  expect(estimate._billing.stops).toEqual(refined._billing.stops);
});

test.each(
  table<'from' | 'between' | 'because'>(`
    from            | between           | because
    59.9,8.9        | lake              | on Tinnsjå, which the map does not name, 300 m
    70.2,28.2       | river             | on the Tana, 78 m
    60.6,11.98      | river             | over the Glomma at Elverum
    60.7945,11.068  |                   | Hamar lies ashore
    60.795,10.69    |                   | and Gjøvik
    60.25,10.42     |                   | Jevnaker, at the end of Randsfjorden
    60.72,11        |                   | Helgøya, an island that a bridge leads to
    63.25,10.8      |                   | at the shore of Selbusjøen
    59.742,10.15    |                   | Drammenselva there is drawn as the sea
  `),
)('a stop at $from is moved past [$between]: $because', async ({ from, between }) => {
  const { _billing } = await ask(from, OSLO);
  const found = _billing.stops[0]?.between.map(({ kind, name = '' }) => `${kind} ${name}`.trim());
  expect(found?.join(', ')).toBe(between);
  const [bill] = _billing.routes;
  const moved = bill?.warnings.filter(({ code }) => code === 'point_moved') ?? [];
  const [, name] = between.split(' ');
  const words = name === undefined ? 'over water' : `over water (${name})`;
  expect(moved.map(({ message }) => message.includes(words))).toEqual(between === '' ? [] : [true]);
  expect(bill?.missing.filter(({ kind }) => kind === 'stop')).toHaveLength(moved.length);
});

test.each(
  table<'from' | 'place'>(`
    from          | place
    69.398,25.85  | Karigasniemi
    68.426,18.13  | Riksgränsen
  `),
)(
  'a stop abroad that is moved over land is told of, and the answer not complete: $place',
  async ({ from }) => {
    const [bill] = (await ask(from, OSLO))._billing.routes;
    const moved = bill?.warnings.filter(({ code }) => code === 'point_moved');
    expect(moved).toMatchObject([{ message: expect.stringMatching(/over the border\.$/) }]);
    expect(bill?.missing).toContainEqual(
      expect.objectContaining({ kind: 'stop', name: 'The start' }),
    );
  },
);

test.each(
  table<'stop' | 'movedM' | 'complete' | 'because'>(`
    stop              | movedM | complete | because
    60.11627,6.42975  | 5122   | no       | below it lies a tunnel of 10.7 km, whose mouth is so far
    63.49483,9.28536  | 1057   | yes      | below it lies the tunnel of fv. 714, with a station at its mouth
    60.6993,7.6048    | 2001   | no       | the road of Geiterygghytta is drawn without a way to fv. 50
    65.4774,12.1341   | 3      | yes      | the quay of Sauren, whose ferry sails from a quay that fv. 76 leads to
    61.858357,9.77637 | 4166   | no       | Rondvassbu, where the road is closed from Spranget on
  `),
)('a stop at $stop is moved $movedM m, complete: $complete, as $because', async (row) => {
  const startTime = '2026-07-15T10:00:00+02:00';
  const { _billing } = await ask(row.stop, '65.4728,12.2097', { startTime });
  expect(_billing.stops[0]?.movedM).toBeCloseTo(Number(row.movedM), -1);
  const missing = _billing.routes[0]?.missing.filter(({ kind }) => kind === 'stop');
  expect(missing).toHaveLength(row.complete === 'yes' ? 0 : 1);
});

test.each([
  ['60.6015,7.5042', 'Finse: one cycles there on Rallarvegen'],
  ['60.6642,7.2423', 'nor to Hallingskeid'],
  ['62.29,9.33', 'behind Snøheim, whose road is for buses alone'],
])('no car drives to %s, %s', async (stop) => {
  await expect(ask(OSLO, stop)).rejects.toMatchObject({
    publicMessage: expect.stringMatching(/^The end lies more than 10 km from/),
  });
});

test.each([
  ['straight through Trondheim', '63.0478,10.2781', '63.4697,10.9155', 0],
  ['off at the junction of the ramps', '63.0478,10.2781', '63.4092,10.4800', 2],
])('a drive on the E6 %s is warned of so many ramps of it', async (_, from, to, count) => {
  const [bill] = (await ask(from, to))._billing.routes;
  const unseen = bill?.warnings.filter(({ code }) => code === 'station_not_on_network');
  expect(unseen).toHaveLength(count);
});

test('a stop at the end of a private toll road that the network lacks is not complete, by its name as well: Nibbevegen to Dalsnibba', async () => {
  const [bill] = (await ask('62.0489,7.2706', '61.87,9.1'))._billing.routes;
  expect(bill?.warnings).toContainEqual(
    expect.objectContaining({ code: 'private_toll_not_known', about: 'Nibbevegen' }),
  );
  expect(bill?.missing).toMatchObject([
    { kind: 'road', name: 'Nibbevegen' },
    { kind: 'road', name: 'Nibbevegen' },
  ]);
  expect(bill?.warnings).toContainEqual(
    expect.objectContaining({ code: 'road_closed_in_winter', about: 'Nibbevegen' }),
  );
  const { lat, lon } = loadPlaces(DATA_DIR).find(({ name }) => name === 'Dalsnibba') ?? {};
  const [named] = (await ask(`${lat},${lon}`, '61.87,9.1'))._billing.routes;
  expect(named?.missing).toEqual(bill?.missing);
  const [below] = (await ask('62.0369,7.2577', '61.87,9.1'))._billing.routes;
  expect(below?.missing).toEqual([]);
});

test('a short move over water is warned of, and makes the answer incomplete', async () => {
  const [bill] = (await ask('59.6,10.62', OSLO))._billing.routes;
  const moved = bill?.warnings.filter(({ code }) => code === 'point_moved');
  expect(moved).toMatchObject([{ message: expect.stringMatching(/over water\.$/) }]);
  expect(bill?.complete).toBe(false);
  expect(bill?.missing).toMatchObject([{ kind: 'stop', name: 'The start' }]);
});
