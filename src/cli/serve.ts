import { type Command, DONE } from './command.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris serve

Runs the server until it is told to stop. Settings come from the environment and from .env: PORT
(8080), HOST (127.0.0.1), VEIPRIS_HOME (./var), DATABASE_URL (an SQLite file in VEIPRIS_HOME),
LOG_LEVEL (info), and those of docs/operations.md. The first start with an SQLite file makes a demo
account and keeps its key in VEIPRIS_HOME/demo-key.`;

/** @param serve listens until the process is told to stop. */
export function serveCommand(serve: () => Promise<void>): Command {
  return {
    name: 'serve',
    summary: 'run the server',
    help: HELP,
    async run(args) {
      const options = readOptions(args, {});
      if ('problem' in options) return options.problem;
      await serve();
      return DONE;
    },
  };
}
