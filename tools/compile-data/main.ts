/**
 * What `veipris data compile` and `npm run manifest` run: `main.ts [FOLDER OF EXTRACTS]`. It prints
 * `CompiledData` as JSON, and one line on standard error when it fails.
 */
import { compileData } from './compile-data.ts';

try {
  process.stdout.write(JSON.stringify(await compileData(process.argv[2])));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
