import { describe, expect, test, vi } from 'vitest';
import { dayOf, headlineOf, tellingOf } from '../../portal/js/trip/day-of-departures.js';
import { departuresQuery, journeyQuestion } from '../../portal/js/trip/trip-query.js';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

/** A morning of a toll ring: the rush from 06:30 to 09:00. */
const MORNING = Array.from({ length: 20 }, (_, quarter) => {
  const min = 6 * 60 + quarter * 15;
  const rush = min >= 390 && min < 540;
  const clock = `${String(Math.floor(min / 60)).padStart(2, '0')}:${String(min % 60).padStart(2, '0')}`;
  return departure(clock, { totalNok: rush ? 40 : 33.6, rush });
});

describe('a day of departures', () => {
  test.each([
    ['07:00', '06:15'],
    ['08:00', '09:00'],
    ['09:30', '09:30'],
  ])('of equally cheap ones the nearest to %s is told: %s', (chosen, cheapest) => {
    const day = of(MORNING, chosen);
    expect([clockAt(day.chosen), clockAt(day.cheapest)]).toEqual([chosen, cheapest]);
    expect([day.leastOre, day.mostOre]).toEqual([3360, 4000]);
  });

  test('the rush is one window, from its first departure to the first behind it', () => {
    const { rushes } = of(MORNING, '08:00');
    expect(rushes.map(({ from, until }) => [clockAt(from), clockAt(until)])).toEqual([
      ['06:30', '09:00'],
    ]);
  });

  test('where all cost and take the same, none is the cheapest or the fastest', () => {
    const flat = MORNING.map((one) => ({ ...one, totalNok: 20, rush: false }));
    expect(of(flat, '08:00')).toMatchObject({
      cheapest: undefined,
      fastest: undefined,
      rushes: [],
    });
  });

  test('the shortest wait for a ferry makes a departure the fastest', () => {
    const waits = MORNING.map((one, i) => ({ ...one, durationMin: i === 3 ? 40 : 55 }));
    expect(clockAt(of(waits, '08:00').fastest)).toBe('06:45');
  });

  test('a departure with an unknown price is not called the cheapest', () => {
    const open = MORNING.map((one, i) =>
      i === 8 ? { ...one, totalNok: 0, complete: false } : one,
    );
    const day = of(open, '08:00');
    expect([day.leastOre, clockAt(day.cheapest)]).toEqual([3360, '09:00']);
    expect(headlineOf(day)).toEqual({
      strong: '',
      rest: 'Prisen for avreisen er ikke kjent i sin helhet, og sammenlignes ikke. Avganger uten kjent pris er ikke med i sammenligningen.',
    });
  });

  test.each([
    ['07:00', MORNING, 'Spar kr\u00a06,40|ved å kjøre kl. 06:15.'],
    ['06:00', MORNING, 'Avreisen er blant de billigste denne dagen.|'],
    [
      '07:00',
      whole(({ i }) => i !== 1),
      'Spar kr\u00a06,40|ved å kjøre kl. 06:00. Avganger uten kjent pris er ikke med i sammenligningen.',
    ],
    ['07:00', whole(() => false), '|Ingen avreise har en pris som er kjent i sin helhet.'],
    ['06:00', whole(({ rush }) => !rush), '|Alle avganger med kjent pris koster det samme.'],
    [
      '06:00',
      MORNING.map((one) => ({ ...one, totalNok: 20 })),
      '|Samme pris og samme tid hele dagen.',
    ],
  ])('the headline for a departure at %s', (clock, departures, said) => {
    const { strong, rest } = headlineOf(of(departures, clock));
    expect(`${strong}|${rest}`).toBe(said);
  });

  test('a departure between two of them is compared by its own bill, and is none of them', () => {
    const day = dayOf(answerOf(MORNING), at('06:29'), { totalOre: 3360, complete: true });
    expect([clockAt(day.chosen), day.isChosen]).toEqual(['06:15', false]);
    expect(headlineOf(day).strong).toBe('Avreisen er blant de billigste denne dagen.');
    const dear = dayOf(answerOf(MORNING), at('06:29'), { totalOre: 4000, complete: true });
    expect(headlineOf(dear).strong).toMatch(/^Spar kr\s6,40$/);
  });

  test('the table has each full hour, and each moment at which the sum is another', () => {
    expect(tellingOf(MORNING).map(clockAt)).toEqual([
      '06:00',
      '06:30',
      '07:00',
      '08:00',
      '09:00',
      '10:00',
    ]);
  });
});

const QUERY = new URLSearchParams(
  'from=1,2&to=3,4&startTime=2026-11-20T08:00:00%2B01:00&srs=4326&fuel=electric&heavy=1',
);

test.each([
  ['small', 'from=1,2&to=3,4'],
  ['smallNoDiscount', 'from=1,2&to=3,4&tag=0'],
  ['largeNoDiscount', 'from=1,2&to=3,4&heavy=1&tag=0'],
  ['vehicle', 'from=1,2&to=3,4&fuel=electric&heavy=1'],
] as const)('the day is asked for the way to pay "%s"', (view, asked) => {
  const query = departuresQuery(QUERY, '2026-11-20T08:00', view);
  expect(decodeURIComponent(String(query))).toBe(
    `${asked}&earliest=2026-11-20T00:00:00+01:00&latest=2026-11-20T23:45:00+01:00`,
  );
});

test('there and back is a question of /api/journey, of the vehicle and of both ways at their hours', () => {
  const query = new URLSearchParams(QUERY);
  query.set('via', '5,6|7,8');
  query.set('valueOfTime', '200');
  query.set('avoidTolls', '1');
  const drive = { from: '1,2', to: '3,4', via: ['5,6', '7,8'], return: true, dwellMin: 120 };
  const startTime = '2026-11-20T08:00:00+01:00';
  expect(journeyQuestion(query, '120', 'vehicle')).toEqual({
    fuel: 'electric',
    heavy: '1',
    avoidTolls: '1',
    drives: [{ ...drive, startTime }],
  });
});

/** The morning with prices that are known in full where it says so. */
function whole(isKnown: (one: { i: number; rush: boolean }) => boolean) {
  return MORNING.map((one, i) => ({ ...one, complete: isKnown({ i, rush: one.rush }) }));
}

function departure(clock: string, more: { totalNok: number; rush: boolean }) {
  const { totalNok } = more;
  const known = { durationMin: 30, tollNok: totalNok, ferryNok: 0, complete: true };
  return { startTime: at(clock), ...known, ...more };
}

function at(clock: string): string {
  return `2026-11-20T${clock}:00+01:00`;
}

/** The day of a trip that sets out with one of these departures. */
function of(departures: typeof MORNING, clock: string) {
  const own = departures.find(({ startTime }) => startTime === at(clock));
  const bill = {
    totalOre: Math.round((own?.totalNok ?? 0) * 100),
    complete: own?.complete === true,
  };
  return dayOf(answerOf(departures), at(clock), bill);
}

const answerOf = (departures: typeof MORNING) => ({
  departures,
  cheapest: 0,
  fastest: 0,
  stepMin: 15,
});

const clockAt = (index: number | undefined) =>
  MORNING[index ?? Number.NaN]?.startTime.slice(11, 16);
