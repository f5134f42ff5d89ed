/** The server process, what `npm start` runs. */
import { lineOf } from './cli/run-command.ts';
import { readEnvironment, toConfig } from './service/config.ts';
import { startServer } from './service/processes.ts';

try {
  await startServer(toConfig(readEnvironment()));
} catch (error) {
  process.stderr.write(`veipris: ${lineOf(error)}\n`);
  process.exitCode = 1;
}
