/** The command `veipris`. */

import type { TSchema } from 'typebox';
import { once } from './base/memoize.ts';
import { accountRequestsCommand, accountSetCommand, accountShowCommand } from './cli/account.ts';
import { announceCommand } from './cli/announce.ts';
import type { AtDesk, Command, Terminal } from './cli/command.ts';
import { completionCommand } from './cli/completion.ts';
import { dataCompileCommand } from './cli/data-compile.ts';
import { dataRenewCommand } from './cli/data-renew.ts';
import { departuresCommand } from './cli/departures.ts';
import { jobCommands } from './cli/job.ts';
import { journeyCommand } from './cli/journey.ts';
import { keyCallsCommand } from './cli/key-calls.ts';
import { keyCreateCommand } from './cli/key-create.ts';
import { keyListCommand } from './cli/key-list.ts';
import { keyRevokeCommand } from './cli/key-revoke.ts';
import { keyRotateCommand } from './cli/key-rotate.ts';
import { matrixCommand } from './cli/matrix.ts';
import { mcpCommand } from './cli/mcp.ts';
import { networkAuditCommand } from './cli/network-audit.ts';
import { networkBuildCommand } from './cli/network-build.ts';
import { openapiCommand } from './cli/openapi.ts';
import { nameOption, quoteCommand } from './cli/quote.ts';
import { reconcileCommand } from './cli/reconcile.ts';
import { runCommand } from './cli/run-command.ts';
import { serveCommand } from './cli/serve.ts';
import { stationsCommand } from './cli/stations.ts';
import { traceCommand } from './cli/trace.ts';
import { usageCommand } from './cli/usage.ts';
import { vehicleCommand } from './cli/vehicle.ts';
import { readEnvironment, toConfig } from './service/config.ts';

const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
};

/** Read when a command needs it: `--help` works with a wrong setting, too. */
const config = () => toConfig(readEnvironment());

/** What the table of a quote cannot say goes to the log; a person sees warnings only there. */
const quietLog = async () => (await import('pino')).default({ level: 'silent' });

/** Each command loads what it needs and no more: a key is made in half a second. */
const compose = () => import('./service/compose.ts');
const atDesk: AtDesk = async (work) =>
  (await import('./service/accounts.ts')).withAccounts(config(), work);

const openAnswers = async (onProgress: (step: string) => void) =>
  (await compose()).openAnswers(config(), await quietLog(), onProgress);
const openTerms = async () => (await compose()).openTerms(config(), await quietLog());
const openedAnswers = once(() => openAnswers((step) => terminal.report(step)));
const openedTerms = once(openTerms);

/** A question with a body, in a file. */
const readQuestionFile = async <Question extends TSchema>(file: string, schema: Question) => {
  const { parseChecked } = await import('./base/parse-checked.ts');
  const text = (await (await import('node:fs/promises')).readFile(file, 'utf8')).trimStart();
  return parseChecked(text, schema, file);
};

/** A question of `POST /api/journey` in a file. */
const readJourneyFile = async (file: string) => {
  const { JourneyQuestion } = await import('./wire/journey.ts');
  const { readJourney } = await import('./wire/read-journey.ts');
  const terms = await openTerms();
  return readJourney(await readQuestionFile(file, JourneyQuestion), terms);
};

const commands: readonly Command[] = [
  serveCommand(async () => (await import('./service/serve.ts')).serve(config())),
  quoteCommand({
    terms: openTerms,
    openAnswers: async (onProgress) => (await openAnswers(onProgress)).answerRoute,
    writeExpense: async (route, file) =>
      (await import('node:fs/promises')).writeFile(
        file,
        (await import('./cli/format-expense.ts')).formatExpense(route),
      ),
    priceBatch: async (batch, onProgress) =>
      (await import('./service/batch.ts')).runBatch(config(), batch, {
        log: await quietLog(),
        onProgress,
      }),
  }),
  departuresCommand({
    read: async (question) => {
      const { readDepartures } = await import('./wire/departures.ts');
      const terms = await openTerms();
      return readDepartures(question, { ...terms, nameOf: nameOption });
    },
    openAnswers: async (onProgress) => (await openAnswers(onProgress)).answerDepartures,
  }),
  journeyCommand({
    writeClaim: async (claim, at, file) => {
      const { writeFile } = await import('node:fs/promises');
      if (file.endsWith('.json'))
        return writeFile(file, `${JSON.stringify(claim, undefined, 2)}\n`);
      const { formatClaimSheet } = await import('./cli/format-expense.ts');
      if (file.endsWith('.csv')) return writeFile(file, formatClaimSheet(claim));
      const { formatClaimPdf } = await import('./cli/claim-pdf.ts');
      return writeFile(file, await formatClaimPdf(claim, new Date(at)));
    },
    readJourney: readJourneyFile,
    openAnswers: async (onProgress) => (await openAnswers(onProgress)).answerJourney,
  }),
  matrixCommand({
    terms: openTerms,
    readQuestion: async (file) =>
      readQuestionFile(file, (await import('./wire/matrix.ts')).MatrixQuestion),
    openAnswers: async (onProgress) => (await openAnswers(onProgress)).answerMatrix,
  }),
  traceCommand({
    terms: openTerms,
    readFile: async (file) => (await import('node:fs/promises')).readFile(file),
    openAnswers: async (onProgress) => (await openAnswers(onProgress)).answerTrace,
  }),
  reconcileCommand({
    readStatement: async (file, columns) => {
      const { readStatement } = await import('./batch/read-statement.ts');
      return readStatement(await (await import('node:fs/promises')).readFile(file), columns);
    },
    readJourney: readJourneyFile,
    readVehicle: async (json) => {
      const { JourneyVehicle } = await import('./wire/journey.ts');
      const { readJourney } = await import('./wire/read-journey.ts');
      const { parseChecked } = await import('./base/parse-checked.ts');
      const terms = await openTerms();
      return readJourney({ ...parseChecked(json, JourneyVehicle, '--vehicle'), drives: [] }, terms);
    },
    openReconcile: async (onProgress) => (await openAnswers(onProgress)).answerReconcile,
  }),
  ...jobCommands(readEnvironment),
  keyCreateCommand(atDesk, async () =>
    (await import('./service/instance.ts')).findOtherServer(config()),
  ),
  keyListCommand(atDesk),
  keyRotateCommand(atDesk),
  keyCallsCommand(atDesk),
  keyRevokeCommand(atDesk),
  accountSetCommand(atDesk),
  accountShowCommand(atDesk),
  accountRequestsCommand(atDesk),
  usageCommand(atDesk),
  announceCommand({
    atDesk,
    readText: async (file) =>
      new TextDecoder('utf-8', { fatal: true }).decode(
        await (await import('node:fs/promises')).readFile(file),
      ),
    async openMailer() {
      const { mail } = config().portal;
      if (mail === undefined) return undefined;
      return (await import('./upstream/mail/mailer.ts')).openMailer(mail.url, mail.from);
    },
  }),
  vehicleCommand(async () =>
    (await import('./service/compose.ts')).openVehicles(config(), await quietLog()),
  ),
  stationsCommand(async () => (await import('./service/maintenance.ts')).listStations(config())),
  mcpCommand(
    {
      terms: async () => ({ ...(await openedTerms()), nowMs: Date.now() }),
      answerRoute: async () => (await openedAnswers()).answerRoute,
      answerDepartures: async () => (await openedAnswers()).answerDepartures,
      answerTrace: async () => (await openedAnswers()).answerTrace,
      stations: async () => (await import('./service/maintenance.ts')).listStations(config()),
    },
    async (tools) =>
      (await import('./cli/serve-tools.ts')).serveTools(
        tools,
        (await import('./service/machine.ts')).readProgramVersion(),
      ),
  ),
  networkBuildCommand(async (options, onProgress) =>
    (await import('./service/maintenance.ts')).buildNetwork(config(), options, onProgress),
  ),
  networkAuditCommand(async () =>
    (await import('./service/maintenance.ts')).auditNetwork(config()),
  ),
  dataRenewCommand(async (options, onProgress) => {
    const { openRenewal } = await import('./service/maintenance.ts');
    return openRenewal(config(), onProgress).renew(options);
  }),
  openapiCommand(async () => (await import('./service/portal.ts')).loadContract()),
  dataCompileCommand(async (from) => (await import('./service/maintenance.ts')).compileData(from)),
];

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommand(
  process.argv.slice(2),
  [...commands, completionCommand(commands)],
  terminal,
  async () => (await import('./service/machine.ts')).readProgramVersion(),
);
