/** Trips on the bundled network keep to roads and ferries that are open on the day. */
import { describe, expect, test } from 'vitest';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import type { LatLon } from '../../../src/base/point.ts';
import { loadFerryServices } from '../../../src/facts/load-ferries.ts';
import { loadRoadSections } from '../../../src/facts/open-facts.ts';
import { openKernelPlanner } from '../../../src/network/planning/kernel-planner.ts';
import type { PlannedRoute } from '../../../src/passages/planned-route.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { listRoadWarnings } from '../../../src/trip/road-section.ts';
import { openBundledNetwork } from '../../support/network-home.ts';
import { table } from '../../support/table.ts';

const sections = loadRoadSections({ bundled: DATA_DIR });
const byId = new Map(sections.map((section) => [section.id, section]));
const network = await openBundledNetwork();
const planner = openKernelPlanner(network, { sections });

interface Trip {
  readonly route: PlannedRoute;
  /** Of sections that close: those that are driven. */
  readonly over: readonly string[];
  readonly warnings: readonly string[];
}

async function drive(from: LatLon, to: LatLon, time: string): Promise<Trip> {
  const startMs = fromOsloWallClock(time);
  const trip = { from, to, via: [], startMs, avoidTolls: false, alternatives: 0 };
  const [route] = await planner.planTrip(trip);
  if (route === undefined) throw new Error('Expected a route.');
  const over = (route.sections ?? []).flatMap(({ id }) => {
    const section = byId.get(id);
    return section?.rule.kind === 'closed' ? [section.name] : [];
  });
  const warnings = listRoadWarnings(route, byId, startMs)
    .filter(({ code }) => code !== 'convoy_in_bad_weather')
    .map(({ code, about }) => `${code} ${about}`);
  return { route, over, warnings };
}

const DAY_MS = 86_400_000;
const move = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

describe('from gate to gate', () => {
  // `none`: no other way leads there. The days are those of the road database, or of the press.
  test.each(
    table<'road' | 'closed' | 'last' | 'january'>(`
      road                             | closed     | last       | january
      Aurlandsfjellet                  | 2025-10-16 | 2026-06-01 | round
      Sognefjellet                     | 2025-12-01 | 2026-05-01 | round
      Gaularfjellet                    | 2025-12-21 | 2026-05-01 | round
      Breiborg - Røldal                | 2025-12-10 | 2026-05-15 | round
      Friisvegen                       | 2025-11-01 | 2026-06-11 | round
      Værskei - Lenningen              | 2025-11-19 | 2026-06-08 | round
      Tyin - Eidsbugarden              | 2025-11-10 | 2026-06-12 | none
      Geiranger - Langvatn             | 2025-11-27 | 2026-05-20 | round
      Trollstigen                      | 2025-11-04 | 2026-05-28 | round
      Hamningberg                      | 2025-11-25 | 2026-05-16 | none
      Brokke - Suleskard               | 2025-10-31 | 2026-05-21 | round
      Lysevegen                        | 2025-11-30 | 2026-05-20 | round
      Tindevegen                       | 2025-11-01 | 2026-05-02 | round
      Tuddal - Svineroi                | 2025-12-17 | 2026-05-15 | round
      Imingfjell                       | 2025-11-30 | 2026-04-01 | round
      Matre - Bjordalen                | 2025-12-19 | 2026-05-01 | round
      Melfjellet                       | 2025-12-12 | 2026-05-17 | none
      Vintervollen - Grense Jakobselv  | 2025-12-16 | 2026-05-15 | none
      Mysusæter-Spranget               | 2025-11-01 | 2026-06-14 | none
      Leirdalen (Leirvassbu)           | 2025-11-01 | 2026-05-01 | none
      Andenes-Gryllefjord              | 2025-09-05 | 2026-05-18 | round
      Skrova-Skutvik                   | 2025-08-31 | 2026-06-01 | round
      Geiranger-Hellesylt              | 2025-11-01 | 2026-03-31 | round
    `),
  )('$road is driven in July, not in January, and in doubt at the edges', async (row) => {
    const { road, closed, last, january } = row;
    const section = sections.find(({ name, rule }) => name === road && rule.kind === 'closed');
    if (section === undefined) throw new Error(`Expected a section ${road}.`);
    const on = (day: string) => drive(...section.ends, `${day}T10:00`);
    const uncertain = `season_uncertain ${road}`;

    const summer = await on('2026-07-15');
    expect(summer.over).toContain(road);
    expect(summer.warnings).not.toContain(uncertain);

    for (const day of [closed, '2026-01-20', last]) {
      const { over, warnings } = await on(day);
      expect([day, over.includes(road)]).toEqual([day, january === 'none']);
      if (january === 'none') expect(warnings).toContain(`road_closed_in_winter ${road}`);
      else expect([day, warnings.includes(uncertain)]).toEqual([day, day !== '2026-01-20']);
    }
    for (const day of [move(closed, -1), move(closed, -14), move(last, 1), move(last, 14)]) {
      const { over, warnings } = await on(day);
      expect([day, over.includes(road)]).toEqual([day, true]);
      expect(warnings).toContain(uncertain);
    }
    const first = DOUBT_FROM[road] ?? move(closed, -14);
    expect((await on(first)).warnings).toContain(uncertain);
    expect((await on(move(first, -1))).warnings).not.toContain(uncertain);
  });
});

describe('a road without a known first closed day is in doubt in autumn, and closed until the last one', () => {
  // `none`: no other way leads there.
  test.each(
    table<'road' | 'last' | 'open' | 'way'>(`
      road                  | last       | open       | way
      Jotunheimvegen        | 2026-06-14 | 2026-06-15 | round
      Peer Gynt-vegen       | 2026-05-24 | 2026-05-25 | round
      Galdhøpiggvegen       | 2026-05-12 | 2026-05-13 | none
      Veodalen (Glitterheim) | 2026-06-20 | 2026-06-21 | none
    `),
  )('$road', async ({ road, last, open, way }) => {
    const section = sections.find(({ name, rule }) => name === road && rule.kind === 'closed');
    if (section === undefined) throw new Error(`Expected a section ${road}.`);
    const on = async (day: string) => {
      const { over, warnings } = await drive(...section.ends, `${day}T10:00`);
      const said = warnings.filter((one) => one.endsWith(road));
      return [over.includes(road), ...said.filter((one) => !one.startsWith('private_toll'))];
    };
    const uncertain = `season_uncertain ${road}`;
    const closed = way === 'none' ? [true, `road_closed_in_winter ${road}`] : [false];

    expect(await on('2026-01-20')).toEqual(closed);
    for (const day of [move(last, -20), last])
      expect([day, (await on(day)).slice(0, closed.length)]).toEqual([day, closed]);
    expect(await on(open)).toEqual([true, uncertain]);
    expect(await on('2026-10-20')).toEqual([true, uncertain]);
    expect(await on('2026-07-20')).toEqual([true]);
  });
});

/** The first day in doubt where sources differ about the closed days; else it is two weeks before them. */
const DOUBT_FROM: Readonly<Record<string, string>> = {
  Sognefjellet: '2025-10-26',
  'Breiborg - Røldal': '2025-11-20',
  'Geiranger - Langvatn': '2025-11-12',
  Trollstigen: '2025-10-01',
  Imingfjell: '2025-11-15',
  Hamningberg: '2025-11-01',
};

const PLACES: Readonly<Record<string, LatLon>> = {
  Oslo: { lat: 59.913, lon: 10.74 },
  Stavanger: { lat: 58.97, lon: 5.735 },
  Bergen: { lat: 60.39, lon: 5.32 },
  Ålesund: { lat: 62.4722, lon: 6.1549 },
  Trondheim: { lat: 63.43, lon: 10.395 },
  Otta: { lat: 61.772, lon: 9.54 },
  Geiranger: { lat: 62.101, lon: 7.206 },
  Åndalsnes: { lat: 62.567, lon: 7.687 },
  Valldal: { lat: 62.298, lon: 7.262 },
  Lom: { lat: 61.838, lon: 8.566 },
  Skjolden: { lat: 61.491, lon: 7.598 },
  Sogndal: { lat: 61.23, lon: 7.1 },
  Sauda: { lat: 59.65, lon: 6.353 },
  Odda: { lat: 60.07, lon: 6.546 },
  Nordfjordeid: { lat: 61.906, lon: 5.99 },
  Volda: { lat: 62.147, lon: 6.07 },
  Aurland: { lat: 60.905, lon: 7.19 },
  Lærdal: { lat: 61.1, lon: 7.48 },
  Årdal: { lat: 61.308, lon: 7.805 },
  Turtagrø: { lat: 61.5031, lon: 7.7993 },
  Hellesylt: { lat: 62.087, lon: 6.87 },
  Sognefjellshytta: { lat: 61.565, lon: 7.998 },
};
const placeOf = (name: string): LatLon => {
  const place = PLACES[name];
  if (place === undefined) throw new Error(`Expected a place of the table: ${name}`);
  return place;
};

describe('between towns', () => {
  test.each(
    table<'from' | 'to' | 'january' | 'july'>(`
      from         | to        | january | july
      Oslo         | Stavanger |         | Brokke - Suleskard
      Bergen       | Ålesund   |         |
      Bergen       | Trondheim |         | Gardli - Bygdin, Valdresflye
      Otta         | Geiranger |         | Geiranger - Langvatn
      Åndalsnes    | Valldal   |         | Trollstigen
      Lom          | Sogndal   |         | Sognefjellet
      Sauda        | Odda      |         | Hellandsbygd - Breiborg, Breiborg - Røldal
      Nordfjordeid | Volda     |         |
      Aurland      | Lærdal    |         |
      Geiranger    | Hellesylt |         | Geiranger-Hellesylt
    `),
  )('$from-$to: over $july in July, and round it in January', async (row) => {
    const [from, to] = [placeOf(row.from), placeOf(row.to)];
    const winter = await drive(from, to, '2026-01-20T08:00');
    const summer = await drive(from, to, '2026-07-15T08:00');
    expect(winter.over.join(', ')).toBe(row.january);
    expect(summer.over.join(', ')).toBe(row.july);
    expect([winter.warnings, summer.warnings]).toEqual([[], []]);
    if (row.july !== '') expect(winter.route.durationS).toBeGreaterThan(summer.route.durationS);
    // Open roads alone make no difference.
    if (row.july === '') expect(winter.route.durationS).toBe(summer.route.durationS);
  });

  test('an inn on a closed road is reached over it, by as little of closed roads as can be', async () => {
    const { over, warnings } = await drive(
      placeOf('Oslo'),
      placeOf('Sognefjellshytta'),
      '2026-01-20T08:00',
    );
    expect(over).toEqual(['Sognefjellet']);
    expect(warnings).toEqual(['road_closed_in_winter Sognefjellet']);
  });

  test('what is closed on the day on which it is reached is not driven', async () => {
    const [from, to] = [placeOf('Stavanger'), placeOf('Oslo')];
    const late = await drive(from, to, '2026-10-30T23:30');
    expect(late.over).toEqual([]);
    const early = await drive(from, to, '2026-10-30T18:00');
    expect(early.over).toEqual(['Brokke - Suleskard']);
  });
});

describe('a road that is closed at night is waited for at its gate where that is sooner than the way round, and driven by day', () => {
  const NIGHT_TRIPS: Readonly<Record<string, readonly [from: LatLon, to: LatLon]>> = {
    Gaularfjellet: [
      { lat: 61.209, lon: 6.537 },
      { lat: 61.452, lon: 5.857 },
    ],
    Valdresflye: [
      { lat: 61.246, lon: 8.91 },
      { lat: 61.73, lon: 9.08 },
    ],
    Sognefjellet: [
      { lat: 61.838, lon: 8.566 },
      { lat: 61.23, lon: 7.1 },
    ],
  };
  test.each(
    table<'road' | 'day' | 'night'>(`
      road          | day              | night
      Gaularfjellet | 2027-05-10T12:00 | 2027-05-10T01:00
      Valdresflye   | 2026-11-20T12:00 | 2026-11-20T02:00
      Sognefjellet  | 2026-11-20T12:00 | 2026-11-20T22:00
    `),
  )('$road', async ({ road, day, night }) => {
    const [from, to] = NIGHT_TRIPS[road] ?? [];
    if (from === undefined || to === undefined) throw new Error(`Expected a trip over ${road}.`);
    expect((await drive(from, to, day)).over).toContain(road);
    const { over, warnings } = await drive(from, to, night);
    expect(over).not.toContain(road);
    expect(warnings).toContain(`season_uncertain ${road}`);
  });

  // 36 minutes to the gate, 80 to the end; the way round takes 336.
  test.each(
    table<'start' | 'takes' | 'says' | 'because'>(`
      start            | takes | says                  | because
      2026-11-03T03:00 | round | uncertain             | the road would take 345 minutes
      2026-11-03T04:00 | 285   | waits until, uncertain | waiting is sooner
      2026-11-03T06:45 | 120   | waits until, uncertain | waiting is sooner
      2026-11-03T07:23 | 82    | waits until, uncertain | it comes two minutes before eight
      2026-11-03T07:30 | 80    | uncertain             | the gate is open
      2026-11-03T19:00 | 80    | uncertain             | it comes before the gate closes
      2026-11-03T19:30 | round | uncertain             | it comes behind that
      2026-10-31T23:30 | round | uncertain             | the night is that of the day behind midnight
      2026-11-30T22:00 | round | uncertain             | the gate opens no more this winter
      2026-12-01T06:45 | round | uncertain             | the road is closed all day
      2027-05-01T06:45 | round | uncertain             | the road is still closed all day
      2027-05-02T06:45 | 120   | waits until, uncertain | it is open by day from that day on
      2027-05-06T06:45 | 120   | waits until, uncertain | the night of the last evening ends in the morning
      2027-05-06T22:00 | 80    | uncertain             | no nights are closed any more
    `),
  )('from Lom over Sognefjellet at $start: $takes, $because', async ({ start, takes, says }) => {
    const { route, over, warnings } = await drive(placeOf('Lom'), placeOf('Skjolden'), start);
    expect(over).toEqual(takes === 'round' ? [] : ['Sognefjellet']);
    const isAsLong = Math.abs(route.durationS / 60 - (takes === 'round' ? 336 : Number(takes))) < 2;
    expect([route.durationS / 60, isAsLong]).toEqual([route.durationS / 60, true]);
    expect(warnings).toEqual(
      says.split(', ').map((code) => `${CODES[code as keyof typeof CODES]} Sognefjellet`),
    );
  });
  const CODES = { uncertain: 'season_uncertain', 'waits until': 'road_waits_until_open' };

  test.each(['2026-11-03T03:00', '2026-11-03T06:45', '2026-11-03T12:00'])(
    'a table of times has the wait of the route at %s',
    async (start) => {
      const startMs = fromOsloWallClock(start);
      const [from, to] = [placeOf('Lom'), placeOf('Skjolden')];
      const ends = { origins: [from], destinations: [to], startMs };
      const { durationS, lengthM } = (await drive(from, to, start)).route;
      expect(await (await planner.planTable(ends)).measure(0, 0)).toMatchObject({
        durationS,
        lengthM,
      });
    },
  );

  test('no route of an answer waits for the morning where the recommended one goes round', async () => {
    const startMs = fromOsloWallClock('2026-11-03T22:00');
    const trip = { from: placeOf('Lom'), to: placeOf('Skjolden'), via: [], startMs };
    const routes = await planner.planTrip({ ...trip, avoidTolls: false });
    expect(routes.length).toBeGreaterThan(1);
    for (const { sections: driven = [] } of routes)
      expect(driven.filter(({ waitS }) => waitS !== undefined)).toEqual([]);
  });

  test('one gate is waited at for several roads in a row, and all that are gone round are told', async () => {
    const [from, to] = NIGHT_TRIPS.Valdresflye ?? [];
    if (from === undefined || to === undefined) throw new Error('Expected a trip.');
    const early = await drive(from, to, '2026-11-20T07:00');
    expect(early.over).toEqual(['Gardli - Bygdin', 'Valdresflye']);
    expect(early.warnings).toEqual([
      'road_waits_until_open Gardli - Bygdin',
      'season_uncertain Gardli - Bygdin',
      'season_uncertain Valdresflye',
    ]);
    const night = await drive(from, to, '2026-11-20T02:00');
    expect(night.over).toEqual([]);
    expect(night.warnings).toEqual([
      'season_uncertain Gardli - Bygdin',
      'season_uncertain Valdresflye',
    ]);
  });

  test.each(
    table<'start' | 'over' | 'waits' | 'because'>(`
      start | over                                        | waits            | because
      02:00 | Sognefjellet                                | Sognefjellet     | one is gone round and the other waited for
      04:00 | Sognefjellet                                |                  | one is gone round and the other reached by day
      07:00 | Gardli - Bygdin, Valdresflye, Sognefjellet  | Gardli - Bygdin  | the first is waited for
    `),
  )('to an inn on the second of two such roads at $start: $because', async (row) => {
    const valdres = { lat: 61.246, lon: 8.91 };
    const inn = placeOf('Sognefjellshytta');
    const { over, warnings } = await drive(valdres, inn, `2026-11-20T${row.start}`);
    expect(over.join(', ')).toBe(row.over);
    const waits = warnings.filter((one) => one.startsWith('road_waits_until_open'));
    expect(waits).toEqual(row.waits === '' ? [] : [`road_waits_until_open ${row.waits}`]);
    for (const name of ['Gardli - Bygdin', 'Valdresflye', 'Sognefjellet'])
      expect(warnings).toContain(`season_uncertain ${name}`);
  });

  test('where no way leads round it, the morning is waited for, also by who sets out on it', async () => {
    const [from, to] = [placeOf('Lom'), placeOf('Sognefjellshytta')];
    const waits = ['road_waits_until_open Sognefjellet', 'season_uncertain Sognefjellet'];
    const up = await drive(from, to, '2026-11-20T22:00');
    expect(up.warnings).toEqual(waits);
    expect(up.route.sections).toMatchObject([{ waitS: expect.closeTo(9.4 * 3600, -3) }]);
    const down = await drive(to, from, '2026-11-20T22:00');
    expect(down.warnings).toEqual(waits);
    expect(down.route.sections).toMatchObject([{ atS: 0, waitS: 36_000 }]);
    expect(down.route.secondsAt[0]).toBe(36_000);
    expect((await drive(from, to, '2026-11-20T12:00')).warnings).toEqual([
      'season_uncertain Sognefjellet',
    ]);
  });

  test('it is driven and said to be closed where the next day is closed', async () => {
    const { route, warnings } = await drive(
      placeOf('Lom'),
      placeOf('Sognefjellshytta'),
      '2026-11-30T22:00',
    );
    expect(route.durationS / 3600).toBeLessThan(1);
    expect(warnings).toEqual([
      'road_closed_in_winter Sognefjellet',
      'season_uncertain Sognefjellet',
    ]);
  });
});

describe('private roads', () => {
  test('Tindevegen is a way to places on it and saves an hour, and no short cut', async () => {
    const through = await drive(placeOf('Bergen'), placeOf('Trondheim'), '2026-07-15T08:00');
    expect(through.over).not.toContain('Tindevegen');
    const over = await drive(placeOf('Årdal'), placeOf('Turtagrø'), '2026-07-15T08:00');
    expect(over.over).toEqual(['Tindevegen']);
    expect(over.warnings).toEqual(['private_toll_not_known Tindevegen']);
  });

  test('to avoid tolls Tindevegen is gone round, and driven to a place on it', async () => {
    const listPrivate = async (to: LatLon) => {
      const startMs = fromOsloWallClock('2026-07-15T08:00');
      const trip = { from: placeOf('Årdal'), to, via: [], startMs, avoidTolls: true };
      const [route] = await planner.planTrip(trip);
      return (route?.sections ?? []).flatMap(({ id }) => {
        const section = byId.get(id);
        return section?.rule.kind === 'private-toll' ? [section.name] : [];
      });
    };
    expect(await listPrivate(placeOf('Turtagrø'))).toEqual([]);
    expect(await listPrivate({ lat: 61.43, lon: 7.77 })).toEqual(['Tindevegen']);
  });
});

test.each(['01:30', '10:30'])(
  'to avoid tolls the ferries round Bergen are taken at %s, at night with a wait until the morning',
  async (clock) => {
    const services = loadFerryServices({ bundled: DATA_DIR });
    const from = { lat: 60.43111, lon: 5.47059 };
    const to = { lat: 60.30984, lon: 5.29258 };
    const startMs = fromOsloWallClock(`2026-06-10T${clock}`);
    const [route] = await openKernelPlanner(network, { sections, services }).planTrip({
      ...{ from, to, via: [], startMs, avoidTolls: true },
    });
    expect(route?.ferries).toHaveLength(3);
    expect(route?.passages).toEqual([]);
  },
);

test('of two ferries that share a quay and a line the one with the shorter wait is taken, also on the line of the other', async () => {
  const services = loadFerryServices({ bundled: DATA_DIR });
  const from = { lat: 59.06347, lon: 9.62404 };
  const to = { lat: 58.88881, lon: 9.67695 };
  const startMs = fromOsloWallClock('2026-06-10T08:00');
  const trip = { from, to, via: [], startMs, avoidTolls: false };
  const routes = await openKernelPlanner(network, { sections, services }).planTrip(trip);
  const minutes = routes.map(({ durationS }) => Math.round(durationS / 60));
  expect(minutes[0]).toBe(213);
  expect(minutes[0]).toBe(Math.min(...minutes));
});

test('a ferry that has ended is gone round from that day on, and where no way leads round there is none', async () => {
  const services = loadFerryServices({ bundled: DATA_DIR }).map((service) =>
    ['Moss-Horten', 'Bodø-Værøy-Røst-Moskenes'].includes(service.name)
      ? { ...service, endedOn: '2026-11-20' }
      : service,
  );
  const after = openKernelPlanner(network, { sections, services });
  const sail = async (from: LatLon, to: LatLon, day: string) => {
    const startMs = fromOsloWallClock(`${day}T12:00`);
    const trip = { from, to, via: [], startMs, avoidTolls: false };
    const routes = await after.planTrip(trip);
    return routes.map(({ ferries }) => ferries.length > 0);
  };
  const [moss, horten] = [
    { lat: 59.4365, lon: 10.6574 },
    { lat: 59.4147, lon: 10.4875 },
  ];
  expect((await sail(moss, horten, '2026-11-19'))[0]).toBe(true);
  expect((await sail(moss, horten, '2026-11-20')).includes(true)).toBe(false);
  const [vaeroy, bodo] = [
    { lat: 67.6607, lon: 12.6946 },
    { lat: 67.2893, lon: 14.3969 },
  ];
  expect((await sail(vaeroy, bodo, '2026-11-19'))[0]).toBe(true);
  await expect(sail(vaeroy, bodo, '2026-11-20')).rejects.toMatchObject({
    code: 'route_not_possible',
  });
});
