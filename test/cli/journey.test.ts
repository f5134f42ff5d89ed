import { expect, test } from 'vitest';
import { journeyCommand } from '../../src/cli/journey.ts';
import type { JourneyQuestion } from '../../src/wire/journey.ts';
import { journeyAnswer } from '../support/journey-answer.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const question: JourneyQuestion = {
  fuel: 'diesel',
  drives: [
    { from: '60,10', to: '60.1,10', startTime: '2026-11-20T12:00:00+01:00' },
    { passages: [{ stationId: '3', at: '2026-12-01T12:00:00+01:00' }] },
  ],
};

const { desk, written } = openTripDesk(
  { answerJourney: journeyAnswer },
  {
    files: {
      'month.json': JSON.stringify(question),
      'other.json': '{"drives": [{"to": "60,10"}]}',
    },
  },
);
const command = journeyCommand(desk);

test('drives, days and months are printed with their sums', async () => {
  const { out, code } = await run([command], 'journey', 'month.json');
  expect(code).toBe(0);
  expect(out).toMatch(/1: \? - \? +2026-11-20 12:00 .* 40\.00 +50\.00 +100\.50/);
  expect(out).toMatch(/2: by passages +2026-12-01 12:00 +16\.80 +21\.00/);
  expect(out).toMatch(/2026-12 +16\.80/);
  expect(out).toMatch(/All .* 56\.80 +71\.00/);
});

test('--json prints the answer', async () => {
  const { out } = await run([command], 'journey', 'month.json', '--json');
  expect(JSON.parse(out)).toMatchObject({ total: { tollSmall: 56.8 }, complete: true });
});

test('--claim writes the claim of the driver, with the allowance', async () => {
  const { err } = await run([command], 'journey', 'month.json', '--claim', 'claim.pdf');
  expect(err).toEqual(['building', 'Claim written to claim.pdf: 170.52 NOK.']);
  expect(String(written.get('claim.pdf'))).toMatch(/^%PDF-/);
  for (const [file, begin] of [
    ['claim.csv', '\uFEFFDato;'],
    ['claim.json', '{'],
  ] as const) {
    await run([command], 'journey', 'month.json', '--claim', file);
    expect(String(written.get(file)).startsWith(begin)).toBe(true);
  }
  expect(await run([command], 'journey', 'month.json', '--claim', 'x.doc')).toMatchObject({
    code: 2,
  });
});

test('a file that is no journey is wrong usage, and so is none', async () => {
  expect(await run([command], 'journey', 'other.json')).toMatchObject({ code: 2 });
  expect(await run([command], 'journey')).toMatchObject({ code: 2 });
});
