import { type Command, DONE } from './command.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris openapi

Prints the contract of the interface, an OpenAPI 3.1 document, as a server gives it at
/openapi.json. Needs no server, no database and no road network.`;

/** @param load gives the document as text. */
export function openapiCommand(load: () => Promise<string>): Command {
  return {
    name: 'openapi',
    summary: 'print the OpenAPI document',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, {});
      if ('problem' in options) return options.problem;
      terminal.print(await load());
      return DONE;
    },
  };
}
