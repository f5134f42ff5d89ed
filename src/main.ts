/** The server process, what `npm start` runs. */
import { readEnvironment, toConfig } from './service/config.ts';
import { serve } from './service/serve.ts';

try {
  await serve(toConfig(readEnvironment()));
} catch (error) {
  process.stderr.write(`veipris: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
