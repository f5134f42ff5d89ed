/** The command `veipris`. */
import pino from 'pino';
import type { AtDesk } from './cli/account-desk.ts';
import { accountSetCommand } from './cli/account-set.ts';
import type { Command, Terminal } from './cli/command.ts';
import { dataCompileCommand } from './cli/data-compile.ts';
import { keyCreateCommand } from './cli/key-create.ts';
import { keyListCommand } from './cli/key-list.ts';
import { keyRevokeCommand } from './cli/key-revoke.ts';
import { keyRotateCommand } from './cli/key-rotate.ts';
import { networkAuditCommand } from './cli/network-audit.ts';
import { networkBuildCommand } from './cli/network-build.ts';
import { quoteCommand } from './cli/quote.ts';
import { runCommand } from './cli/run-command.ts';
import { serveCommand } from './cli/serve.ts';
import { usageCommand } from './cli/usage.ts';
import { compileData } from './compile-data.ts';
import { auditNetwork, buildNetwork, loadTerms, openAnswers } from './compose.ts';
import { readEnvironment, toConfig } from './config.ts';
import { withAccounts } from './open-accounts.ts';
import { serve } from './serve.ts';

const terminal: Terminal = {
  print: (text) => process.stdout.write(`${text}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
};

/** Read when a command needs it: `--help` works with a wrong setting, too. */
const config = () => toConfig(readEnvironment());

/** What the table of a quote cannot say goes to the log; a person sees warnings only there. */
const quietLog = () => pino({ level: 'silent' });

const atDesk: AtDesk = (work) => withAccounts(config(), work);

const commands: readonly Command[] = [
  serveCommand(() => serve(config())),
  quoteCommand({
    terms: async () => loadTerms(),
    openAnswers: async (onProgress) =>
      (await openAnswers(config(), quietLog(), onProgress)).answerRoute,
  }),
  keyCreateCommand(atDesk),
  keyListCommand(atDesk),
  keyRotateCommand(atDesk),
  keyRevokeCommand(atDesk),
  accountSetCommand(atDesk),
  usageCommand(atDesk),
  networkBuildCommand((onProgress) => buildNetwork(config(), onProgress)),
  networkAuditCommand(auditNetwork),
  dataCompileCommand(compileData),
];

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), commands, terminal);
