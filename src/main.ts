/** The server process, what `npm start` runs. */
import { readEnvironment, toConfig } from './config.ts';
import { serve } from './serve.ts';

try {
  await serve(toConfig(readEnvironment()));
} catch (error) {
  process.stderr.write(`veipris: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
