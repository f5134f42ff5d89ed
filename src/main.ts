/** The server process, what `npm start` runs. */
import { reasonIn } from './base/fault.ts';
import { readEnvironment, toConfig } from './service/config.ts';
import { startServer } from './service/processes.ts';

try {
  await startServer(toConfig(readEnvironment()));
} catch (error) {
  process.stderr.write(`veipris: ${reasonIn(error)}\n`);
  process.exitCode = 1;
}
