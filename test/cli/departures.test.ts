import { expect, test } from 'vitest';
import { departuresCommand } from '../../src/cli/departures.ts';
import { departuresAnswer } from '../support/departures-answer.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const command = departuresCommand(openTripDesk({ answerDepartures: departuresAnswer }).desk);
const TRIP = ['--from', '60,10', '--to', '60.1,10', '--earliest', '2026-11-20T06:00+01:00'];

test('each departure is a row, and the cheapest and the rush are told', async () => {
  const { out, code } = await run(
    [command],
    ...['departures', ...TRIP, '--latest', '2026-11-20T07:00+01:00', '--step', '30'],
  );
  expect(code).toBe(0);
  expect(out).toMatch(/2026-11-20 06:00 +30 min +30\.40 +0\.00 +30\.40 +1 +cheapest, fastest/);
  expect(out).toMatch(/2026-11-20 06:30 +30 min +56\.00 +0\.00 +56\.00 +1 +rush/);
  expect(out).toContain('1: 20 km, Sandviken');
  expect(out).toContain('The rush costs up to 25.60 NOK.');
});

test('--json prints the answer', async () => {
  const { out } = await run([command], 'departures', ...TRIP, '--json');
  expect(JSON.parse(out).departures).toHaveLength(97);
});

test('a window that is none is wrong usage', async () => {
  const { code, err } = await run([command], 'departures', ...TRIP, '--step', '2');
  expect(code).toBe(2);
  expect(err.join()).toContain('--step must be a whole number of minutes from 5 to 60');
});

test.each(['--no-refine', '--allowance', '--expense'])(
  '%s, which departures have no use for, is unknown',
  async (option) => {
    const { code, err } = await run([command], 'departures', ...TRIP, option);
    expect(code).toBe(2);
    expect(err.join()).toContain(`Unknown option '${option}'`);
  },
);
