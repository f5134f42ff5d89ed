/** The server process, what `npm start` runs. */
import { readEnvironment, toConfig } from './service/config.ts';
import { startServer } from './service/processes.ts';

try {
  await startServer(toConfig(readEnvironment()));
} catch (error) {
  process.stderr.write(`veipris: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
