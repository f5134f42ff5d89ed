import { type Command, DONE } from './command.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris network build [--json]

Builds the routing tiles of the bundled road network in VEIPRIS_HOME, where that has not been
done. The server and the other commands do the same when they need them.`;

export interface BuiltNetwork {
  /** Changes whenever anything does that the network is made of. */
  readonly version: string;
  readonly folder: string;
}

/** @param build gives the network of this version, built now or before. */
export function networkBuildCommand(
  build: (onProgress: (step: string) => void) => Promise<BuiltNetwork>,
): Command {
  return {
    name: 'network build',
    summary: 'build the routing tiles',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, { json: 'flag' });
      if ('problem' in options) return options.problem;
      const { version, folder } = await build((step) => terminal.report(step));
      const text = options.values.has('json')
        ? JSON.stringify({ version, folder }, undefined, 2)
        : `The road network ${version} is in ${folder}.`;
      terminal.print(text);
      return DONE;
    },
  };
}
