import { describe, expect, test } from 'vitest';
import { type CompiledData, dataCompileCommand, dataRenewCommand } from '../../src/cli/data.ts';
import type { Renewal, RenewOptions } from '../../src/facts/renew/renew-facts.ts';
import { run } from '../support/terminal.ts';

const NO_CHANGES = {
  stations: { before: 463, after: 463, tariffs: [], new: [], gone: [], moved: [], altered: [] },
  quays: { before: 379, after: 379, new: [], gone: [] },
  connections: { before: 141, after: 141, told: [] },
  cameras: { before: 436, after: 436, new: [], gone: [] },
  closures: { before: 29, after: 29, days: [] },
};

const RENEWED: Renewal = {
  outcome: 'renewed',
  version: '2026-11-20-0a1b2c3d',
  changes: NO_CHANGES,
  undecided: [],
  oddStations: [],
  oddClosures: [],
  oddFerries: [],
  notes: [],
};

/** Runs the command over a renewal that ends as given, or fails. */
async function renewWith(args: readonly string[], renewal: Renewal | Error = RENEWED) {
  const asked: RenewOptions[] = [];
  const command = dataRenewCommand(async (options, onProgress) => {
    asked.push(options);
    onProgress('reading');
    if (renewal instanceof Error) throw renewal;
    return renewal;
  });
  return { asked, ...(await run([command], 'data', 'renew', ...args)) };
}

test.each([
  [[], { dryRun: false, force: false, ifDue: false }],
  [['--dry-run'], { dryRun: true, force: false, ifDue: false }],
  [['--force', '--if-due'], { dryRun: false, force: true, ifDue: true }],
])('%j asks for %j', async (args, options) => {
  const { code, asked, err } = await renewWith(args);
  expect([code, asked, err]).toEqual([0, [options], ['reading']]);
});

test('an unknown option is wrong usage, and nothing is asked', async () => {
  const { code, asked, err } = await renewWith(['--now']);
  expect([code, asked]).toEqual([2, []]);
  expect(err[0]).toContain('--now');
});

test('a failed renewal is one line and exit code 1', async () => {
  const { code, out, err } = await renewWith([], new Error('The renewal is refused: x.'));
  expect([code, out]).toEqual([1, '']);
  expect(err.at(-1)).toBe('veipris data renew: The renewal is refused: x.');
});

test('--json prints the outcome as it is', async () => {
  expect(JSON.parse((await renewWith(['--json'])).out)).toEqual(RENEWED);
});

describe('the text for a person', () => {
  const change = {
    ...NO_CHANGES,
    stations: {
      ...NO_CHANGES.stations,
      after: 462,
      tariffs: [
        {
          id: '82443541',
          name: 'Sandviken',
          before: {
            smallNok: 38,
            largeNok: 88,
            smallRushNok: 70,
            rush: ['06:30-09:00', '14:30-16:30'],
          },
          after: { smallNok: 39, largeNok: null, smallRushNok: null, rush: null },
        },
      ],
      gone: [
        { id: '5', name: 'Straume', smallNok: 38, largeNok: 88, smallRushNok: null, rush: null },
      ],
      moved: [{ id: '6', name: 'Bru', byM: 95 }],
      altered: [
        { id: '7', name: 'Vik', what: 'charged' as const, before: 'both', after: 'one-way' },
      ],
    },
    quays: { before: 379, after: 380, new: [{ id: '8', name: 'Ny ferjekai' }], gone: [] },
    connections: {
      before: 141,
      after: 140,
      told: [{ id: '3', name: 'A-B', what: 'endedOn' as const, after: '2026-11-20' }],
    },
    closures: {
      before: 29,
      after: 30,
      days: [{ id: '9', name: 'Høgfjell', after: '11-20 to 05-10, 170 days a year' }],
    },
  };

  test('names each station with its tariff before and after, and counts the rest', async () => {
    const { out } = await renewWith([], { ...RENEWED, changes: change });
    expect(out).toBe(
      [
        'The renewed data is in force: 2026-11-20-0a1b2c3d.',
        '',
        '                          before  after',
        'toll stations                463    462',
        'ferry quays                  379    380',
        'ferry connections            141    140',
        'speed cameras                436    436',
        'closed roads and ferries      29     30',
        '',
        'Tariffs that change, in kroner: 1',
        'station    id        before                                        after',
        'Sandviken  82443541  38 / 88, rush 70 / - 06:30-09:00 14:30-16:30  39 / -',
        '',
        'Stations that are gone: 1',
        'station  id  tariff',
        'Straume  5   38 / 88',
        '',
        'Stations that moved: 1',
        'station  id  by',
        'Bru      6   95 m',
        '',
        'Other changes of stations: 1',
        'station  id  what     before  after',
        'Vik      7   charged  both    one-way',
        '',
        'New ferry quays: 1',
        'name         id',
        'Ny ferjekai  8',
        '',
        'Ferry connections of which something else is told: 1',
        'name  id  what     before  after',
        'A-B   3   endedOn  -       2026-11-20',
        '',
        'Roads and ferries that are closed on other days: 1',
        'name      id  before  after',
        'Høgfjell  9   -       11-20 to 05-10, 170 days a year',
      ].join('\n'),
    );
  });

  test('lists what needs a decision, and what is worth a look', async () => {
    const { out } = await renewWith([], {
      ...RENEWED,
      outcome: 'dry-run',
      undecided: [{ id: '9', name: 'Ny bom', what: 'a project' }],
      oddStations: ['the station 5 keeps its record: it has no position'],
      oddFerries: ['the ferry connection 3 (A-B) has no name: it stays as it is'],
      oddClosures: ['the closed road 4 (Fjell) is there twice: it keeps its days'],
      notes: ['the carriageways of 3 links could not be asked for'],
    });
    expect(out).toContain('This would change; nothing was written');
    expect(out).toContain('Needs a decision in data/curated:\n  9 Ny bom: a project');
    expect(out).toContain('Odd toll stations:\n  the station 5 keeps its record');
    expect(out).toContain('Odd closed roads:\n  the closed road 4 (Fjell)');
    expect(out).toContain('Odd ferry connections:\n  the ferry connection 3 (A-B)');
    expect(out).toContain('To look at:\n  the carriageways of 3 links');
  });

  test('says when nothing was due', async () => {
    const { out } = await renewWith([], {
      outcome: 'not-due',
      undecided: [],
      oddStations: [],
      oddClosures: [],
      oddFerries: [],
      notes: [],
    });
    expect(out).toBe('The last renewal is less than 20 hours old; nothing was done.');
  });
});

const COMPILED: CompiledData = {
  files: [
    { path: 'toll-stations.json', records: 463, changed: true },
    { path: 'speed-cameras.json', records: 436, changed: false },
  ],
  notes: ['look at this'],
};

const compile = dataCompileCommand(async (from) => {
  if (from !== 'extracts') throw new Error(`There is no ${from}.`);
  return COMPILED;
});

test('says which files were written, and notes what a person should look at', async () => {
  const { code, out, err } = await run([compile], 'data', 'compile', '--from', 'extracts');
  expect(code).toBe(0);
  expect(out).toMatch(/toll-stations\.json +463 +written\nspeed-cameras\.json +436 +unchanged/);
  expect(err).toEqual(['look at this']);
});

test('--json prints the files', async () => {
  const { out } = await run([compile], 'data', 'compile', '--from', 'extracts', '--json');
  expect(JSON.parse(out)).toEqual(COMPILED.files);
});

test('without --from it is wrong usage, and a folder that is not there is a failure', async () => {
  expect((await run([compile], 'data', 'compile')).code).toBe(2);
  expect((await run([compile], 'data', 'compile', '--from', 'x')).err).toEqual([
    'veipris data compile: There is no x.',
  ]);
});
