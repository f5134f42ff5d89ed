/** The server process: opens the service, listens, and stops when it is told to. */
import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { openServices } from './compose.ts';
import type { Config } from './config.ts';
import { buildApp } from './http/app.ts';

/** How long running requests have to finish after SIGTERM. */
const GRACE_MS = 20_000;

/** A trip that exercises toll stations, for the line that is shown when the server is ready. */
const EXAMPLE = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1';

/** Listens until the process is told to stop; resolves when everything is closed. */
export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel });
  const services = await openServices(config, log, (step) =>
    process.stderr.write(`veipris: ${step}\n`),
  );
  const app = buildApp(services, { log });
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`veipris is ready at ${address}\n  curl '${address}${EXAMPLE}'\n`);
  await new Promise<void>((resolve) => {
    closeWithGrace({ delay: GRACE_MS, logger: log }, async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'stopping after an error');
      await app.close();
      resolve();
    });
  });
}
