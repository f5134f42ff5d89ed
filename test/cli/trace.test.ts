import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { traceCommand } from '../../src/cli/trace.ts';
import type { TraceAnswer } from '../../src/wire/trace.ts';
import { traceAnswer } from '../support/answer.ts';
import { run } from '../support/terminal.ts';
import { openTripDesk } from '../support/trip-desk.ts';

const CSV = `lat,lon,at
59.91,10.75,2026-11-20T08:00:00+01:00
59.92,10.75,2026-11-20T08:09:00+01:00
`;

/** Runs the command over one recording and one answer, and keeps what was asked. */
async function trace(
  args: readonly string[],
  {
    file = Buffer.from(CSV),
    match = {},
  }: { file?: Buffer; match?: Partial<TraceAnswer['match']> } = {},
) {
  const asked: unknown[] = [];
  const { desk, written } = openTripDesk(
    {
      answerTrace: async ({ request, asked: vehicle, lines, fixes }) => {
        asked.push({ startMs: request.startMs, vehicle, lines, points: fixes.length });
        const answer = traceAnswer();
        return { ...answer, match: { ...answer.match, ...match } };
      },
    },
    {
      nowMs: Date.parse('2026-11-20T12:00:00Z'),
      files: { 'drive.csv': file, 'drive.csv.gz': file },
    },
  );
  return { ...(await run([traceCommand(desk)], 'trace', ...args)), asked, written };
}

const POSSIBLE = {
  id: '1',
  lat: 59.9,
  lon: 10.7,
  passedAt: '2026-11-20T08:05:00+01:00',
  why: 'parallel-road',
} as const;

test('the drive is priced at the times of its file, and the bill stands before how it was matched', async () => {
  const { code, out, err, asked } = await trace(['drive.csv', '--fuel', 'electric']);
  expect(code).toBe(0);
  expect(err).toEqual(['building']);
  expect(asked).toMatchObject([
    { startMs: Date.parse('2026-11-20T08:00:00+01:00'), vehicle: { fuel: 'electric' }, points: 2 },
  ]);
  expect(out).toContain('Recommended route: 1234.6 km, 13 h 33 min, departure 2026-11-20 08:00\n');
  expect(out).toMatch(/\n\nMatched: 2 points; 100 % on roads of the network\.$/);
});

test('a file that is packed with gzip is the same, and a damaged one is wrong usage', async () => {
  const packed = gzipSync(CSV);
  expect((await trace(['drive.csv.gz'], { file: packed })).asked).toMatchObject([{ points: 2 }]);
  const damaged = await trace(['drive.csv.gz'], { file: packed.subarray(0, 20) });
  expect(damaged).toMatchObject({ code: 2, asked: [] });
  expect(damaged.err.join()).toContain('The trace is damaged gzip');
});

test('doubtful parts and stations that may have been passed have a table each', async () => {
  const { out } = await trace(['drive.csv'], {
    match: {
      points: 90,
      pointsIgnored: 3,
      share: 0.82,
      stretches: [
        { kind: 'road', fromKm: 0, toKm: 4.2, confidence: 0.9 },
        { kind: 'road', fromKm: 4.2, toKm: 6, confidence: 0.6 },
        { kind: 'off-network', fromKm: 6, toKm: 7.25, confidence: 1 },
      ],
      drives: [],
      possibleStations: [
        { ...POSSIBLE, name: 'Sinsen', isPriced: true, smallNok: 33.6 },
        { ...POSSIBLE, name: 'Ryen', isPriced: true, smallNok: 33.6, vehicleNok: 16.8 },
        { ...POSSIBLE, name: 'Nyheim', isPriced: false },
      ],
    },
  });
  expect(
    out,
  ).toContain(`Matched: 90 points, 3 of them left out; 82 % on roads of the network. The trace holds 0 drives.

Doubtful part    from      to
road           4.2 km  6.0 km
off-network    6.0 km  7.3 km

Perhaps passed, in no sum  at     would add, with tag
Sinsen                     08:05                33.60
Ryen                       08:05                16.80
Nyheim                     08:05            not known`);
});

test('--json prints the answer of the API', async () => {
  expect(JSON.parse((await trace(['drive.csv', '--json'])).out)).toEqual(traceAnswer());
});

test('--expense asks for the lines of the drive and writes them', async () => {
  const { asked, written, err } = await trace(['drive.csv', '--expense', 'claim.csv']);
  expect(asked).toMatchObject([{ lines: true }]);
  expect(written.get('claim.csv')).toMatch(/^\uFEFFdate;time;kind;/);
  expect(err).toContain('Lines written to claim.csv: 0.');
});

test.each([
  [[], 'name the file of the trace first'],
  [['drive.csv', '--from', 'Oslo'], '--from says nothing of a drive that was driven'],
  [['drive.csv', '--avoid-tolls'], '--avoid-tolls says nothing of a drive that was driven'],
  [['drive.csv', '--value-of-time', '200'], '--value-of-time says nothing of a drive'],
  [['drive.csv', '--cost-per-km', '2'], '--cost-per-km says nothing of a drive'],
  [['drive.csv', '--fuel', 'coal'], '--fuel must be'],
])('%j is wrong usage: %s', async (args, sentence) => {
  const { code, err, asked } = await trace(args);
  expect({ code, asked }).toEqual({ code: 2, asked: [] });
  expect(err.join()).toContain(`veipris trace: ${sentence}`);
});
