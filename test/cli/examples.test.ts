import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accountCommands, usageCommand } from '../../src/cli/account.ts';
import { type Command, helpOf } from '../../src/cli/command.ts';
import { departuresCommand } from '../../src/cli/departures.ts';
import { jobCommands } from '../../src/cli/job.ts';
import { journeyCommand } from '../../src/cli/journey.ts';
import { keyCommands } from '../../src/cli/key.ts';
import { matrixCommand } from '../../src/cli/matrix.ts';
import { quoteCommand } from '../../src/cli/quote.ts';
import { reconcileCommand } from '../../src/cli/reconcile.ts';
import { stationsCommand } from '../../src/cli/stations.ts';
import { traceCommand } from '../../src/cli/trace.ts';
import type { TripServices } from '../../src/cli/trip-options.ts';
import { vehicleCommand } from '../../src/cli/vehicle.ts';
import { run } from '../support/terminal.ts';

const closed = async () => {
  throw new Error('It is closed.');
};
const desk: TripServices = {
  terms: closed,
  readFile: closed,
  writeFile: closed,
  openAnswers: closed,
};

/** All that read options of trips, vehicles and accounts; what they work with can not be used. */
const COMMANDS: readonly Command[] = [
  quoteCommand(desk, closed),
  ...[departuresCommand, journeyCommand, matrixCommand, traceCommand, reconcileCommand].map(
    (command) => command(desk),
  ),
  ...jobCommands(() => ({ VEIPRIS_KEY: 'k', VEIPRIS_URL: 'http://127.0.0.1:1' })),
  ...keyCommands(closed, closed),
  ...accountCommands(closed),
  ...[usageCommand, vehicleCommand, stationsCommand].map((command) => command(closed)),
];

const EXAMPLE = /^veipris [a-z].*--?[a-z].*$/gm;
/** The first lines of a help say how a command is called in general. */
const inHelp = COMMANDS.flatMap((command) => helpOf(command).match(EXAMPLE) ?? []).filter(
  (line) => !/[[|]/.test(line) && !/\b[A-Z]{2,}\b/.test(line.replaceAll(/QQ\d+/g, '')),
);
const inDocs = ['jobs.md', 'last-years-trips.md'].flatMap(
  (name) =>
    readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').match(
      /(?<=`|^)veipris job [^`#\n]*--[^`#\n]*/gm,
    ) ?? [],
);

test('there are examples to look at', () => {
  expect(inHelp.length).toBeGreaterThan(4);
  expect(inDocs.length).toBeGreaterThan(2);
});

test.each([...new Set([...inHelp, ...inDocs])])(
  'the example %s can be typed as it stands',
  async (line) => {
    const [, ...words] = line.match(/"[^"]*"|\S+/g) ?? [];
    const { code, err } = await run(COMMANDS, ...words);
    expect(code, err.join()).not.toBe(2);
  },
);
