import { type Command, DONE } from './command.ts';
import { formatTable } from './format-table.ts';
import { readOptions } from './read-options.ts';

const HELP = `veipris data compile --from DIR [--json]

Compiles the facts of data/ from a folder of source extracts and the decisions in data/curated/,
writes the files that differ, and says which. data/README.md names the extracts.`;

/** A file that was compiled. */
export interface CompiledFile {
  /** Inside `data/`. */
  readonly path: string;
  readonly records: number;
  /** False when the file had this content before. */
  readonly changed: boolean;
}

export interface CompiledData {
  readonly files: readonly CompiledFile[];
  /** What a person should look at, one line each. */
  readonly notes: readonly string[];
}

/** @param compile reads the extracts in a folder and writes `data/`. */
export function dataCompileCommand(compile: (from: string) => Promise<CompiledData>): Command {
  return {
    name: 'data compile',
    summary: 'compile the facts of data/ from source extracts',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, { from: 'once', json: 'flag' });
      if ('problem' in options) return options.problem;
      const [from] = options.values.get('from') ?? [];
      if (from === undefined || from === '')
        return { kind: 'wrong-usage', line: '--from must name the folder of the source extracts' };
      const { files, notes } = await compile(from);
      for (const note of notes) terminal.report(note);
      terminal.print(
        options.values.has('json') ? JSON.stringify(files, undefined, 2) : formatFiles(files),
      );
      return DONE;
    },
  };
}

function formatFiles(files: readonly CompiledFile[]): string {
  return formatTable(
    [
      { head: 'file', align: 'left' },
      { head: 'records', align: 'right' },
      { head: '', align: 'left' },
    ],
    files.map(({ path, records, changed }) => [
      path,
      String(records),
      changed ? 'written' : 'unchanged',
    ]),
  );
}
