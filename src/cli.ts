/** The command `veipris`. */
import { readFile } from 'node:fs/promises';
import { reasonIn } from './base/fault.ts';
import { once } from './base/memoize.ts';
import { accountCommands, usageCommand } from './cli/account.ts';
import type { WithAccounts } from './cli/account-options.ts';
import { announceCommand } from './cli/announce.ts';
import type { Command, Terminal } from './cli/command.ts';
import { completionCommand } from './cli/completion.ts';
import { dataCompileCommand, dataRenewCommand } from './cli/data.ts';
import { departuresCommand } from './cli/departures.ts';
import { jobCommands } from './cli/job.ts';
import { journeyCommand } from './cli/journey.ts';
import { keyCommands } from './cli/key.ts';
import { matrixCommand } from './cli/matrix.ts';
import { mcpCommand } from './cli/mcp.ts';
import { networkAuditCommand, networkBuildCommand } from './cli/network.ts';
import { quoteCommand } from './cli/quote.ts';
import { reconcileCommand } from './cli/reconcile.ts';
import { runCommand } from './cli/run-command.ts';
import { openapiCommand, serveCommand } from './cli/serve.ts';
import { stationsCommand } from './cli/stations.ts';
import { traceCommand } from './cli/trace.ts';
import type { TripServices } from './cli/trip-options.ts';
import { vehicleCommand } from './cli/vehicle.ts';
import { replaceNamed } from './files/write-durably.ts';
import { readEnvironment, toConfig } from './service/config.ts';

const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
};

/** The settings are read when a command needs them, so that `--help` works with a wrong setting, too. */
const config = () => toConfig(readEnvironment());

/** A log that writes nothing, for commands whose warnings a person sees in the table. */
const quietLog = async () => (await import('pino')).default({ level: 'silent' });

/** Each command loads only what it needs. So a key is made in half a second. */
const compose = () => import('./service/compose.ts');
const maintenance = () => import('./service/maintenance.ts');
const withAccounts: WithAccounts = async (work) =>
  (await import('./service/accounts.ts')).withAccounts(config(), work);

const openTerms = once(async () => (await compose()).openTerms(config(), await quietLog()));
/** Names the file of an error that does not: that of reading a folder, or of writing to a full disk. */
const naming = <Value>(file: string, work: Promise<Value>): Promise<Value> =>
  work.catch((error: Error) => {
    throw Object.assign(error, { path: file });
  });

const tripServices: TripServices = {
  terms: async () => ({ ...(await openTerms()), nowMs: Date.now() }),
  readFile: (file) => naming(file, readFile(file)),
  writeFile: (file, content) => naming(file, replaceNamed(file, content)),
  openAnswers: async (onProgress) =>
    (await compose()).openAnswers(config(), await quietLog(), onProgress),
};
const listStations = async () => (await maintenance()).listStations(config());

const commands: readonly Command[] = [
  serveCommand(async () => (await import('./service/processes.ts')).startServer(config())),
  quoteCommand(tripServices, async (batch, onProgress) =>
    (await import('./service/batch.ts')).runBatch(config(), batch, {
      log: await quietLog(),
      onProgress,
    }),
  ),
  departuresCommand(tripServices),
  journeyCommand(tripServices),
  matrixCommand(tripServices),
  traceCommand(tripServices),
  reconcileCommand(tripServices),
  ...jobCommands(readEnvironment),
  ...keyCommands(withAccounts, async () =>
    (await import('./service/accounts.ts')).findOtherServer(config()),
  ),
  ...accountCommands(withAccounts),
  usageCommand(withAccounts),
  announceCommand({
    withAccounts,
    readFile: tripServices.readFile,
    async openMailer() {
      const { mail } = config().portal;
      if (mail === undefined) return undefined;
      return (await import('./upstream/mail/mailer.ts')).openMailer(mail.url, mail.from);
    },
  }),
  vehicleCommand(async () => (await compose()).openVehicles(config(), await quietLog())),
  stationsCommand(listStations),
  mcpCommand(tripServices, listStations, async (tools) =>
    (await import('./cli/serve-tools.ts')).serveTools(
      tools,
      (await import('./service/machine.ts')).readProgramVersion(),
    ),
  ),
  networkBuildCommand(async (options, onProgress) =>
    (await maintenance()).buildNetwork(config(), options, onProgress),
  ),
  networkAuditCommand(async () => (await maintenance()).auditNetwork(config())),
  dataRenewCommand(async (options, onProgress) =>
    (await maintenance()).renewData(config(), options, onProgress),
  ),
  openapiCommand(async () => (await import('./service/portal.ts')).loadContract()),
  dataCompileCommand(async (from) => (await maintenance()).compileData(from)),
];

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // It is no failure when a reader has seen enough, such as `head`.
  if (error.code === 'EPIPE') return;
  terminal.report(`veipris: ${reasonIn(Object.assign(error, { path: 'Standard output' }))}`);
  process.exit(1);
});
process.exitCode = await runCommand(
  process.argv.slice(2),
  [...commands, completionCommand(commands)],
  terminal,
  async () => (await import('./service/machine.ts')).readProgramVersion(),
);
