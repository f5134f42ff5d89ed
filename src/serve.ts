/** The server process: opens the service, listens, and stops when it is told to. */
import { relative } from 'node:path';
import closeWithGrace from 'close-with-grace';
import pino, { type Logger } from 'pino';
import { formatMadeKey, formatReady } from './cli/format-ready.ts';
import { openServices } from './compose.ts';
import type { Config } from './config.ts';
import { openDemoKey } from './first-start.ts';
import { buildApp } from './http/app.ts';
import { type OpenAccounts, openAccounts } from './open-accounts.ts';

/** How long running requests have to finish after SIGTERM. */
const GRACE_MS = 20_000;

/** Listens until the process is told to stop; resolves when everything is closed. */
export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel });
  const accounts = await openAccounts(config);
  try {
    await serveFrom(accounts, config, log);
  } catch (cause) {
    await accounts.store.close();
    throw cause;
  }
}

async function serveFrom(accounts: OpenAccounts, config: Config, log: Logger): Promise<void> {
  const services = await openServices(config, accounts, log, (step) =>
    process.stderr.write(`veipris: ${step}\n`),
  );
  const app = buildApp(services, { log });
  try {
    const keyPath = await showDemoKey(accounts, config);
    const address = await app.listen({ host: config.host, port: config.port });
    print(formatReady(address, keyPath));
  } catch (cause) {
    services.close();
    throw cause;
  }
  await new Promise<void>((resolve) => {
    closeWithGrace({ delay: GRACE_MS, logger: log }, async ({ err }) => {
      if (err !== undefined) log.fatal({ err }, 'stopping after an error');
      await app.close();
      services.close();
      await accounts.store.close();
      resolve();
    });
  });
}

/** Where the demo key is, from the working directory where it is inside; absent: there is none. */
async function showDemoKey(
  { store }: OpenAccounts,
  { database, home }: Config,
): Promise<string | undefined> {
  if (database.kind === 'postgres') return undefined;
  const demo = await openDemoKey(store, home);
  if (demo === undefined) return undefined;
  const fromHere = relative(process.cwd(), demo.path);
  const path = fromHere.startsWith('..') ? demo.path : fromHere;
  if (demo.made !== undefined) print(formatMadeKey(path, demo.made));
  return path;
}

const print = (text: string) => process.stdout.write(`${text}\n`);
