/** `veipris data compile`, which works in a checkout alone: what it runs is no part of an installation. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CompiledData } from './cli/data-compile.ts';

const TOOL = fileURLToPath(new URL('../tools/compile-data/main.ts', import.meta.url));
const MOST_SAID_BYTES = 1024 * 1024;

/**
 * Compiles `data/` in a process of its own.
 *
 * @param from folder of the source extracts.
 * @throws Error with one line, without a checkout and when the compilation fails.
 */
export async function compileData(from: string): Promise<CompiledData> {
  if (!existsSync(TOOL))
    throw new Error('data/ is compiled in a checkout of the sources, and this is an installation.');
  const args = ['--import', import.meta.resolve('tsx'), TOOL, resolve(from)];
  const options = { maxBuffer: MOST_SAID_BYTES };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return JSON.parse(stdout) as CompiledData;
  } catch (cause) {
    const said = (cause as { readonly stderr?: string }).stderr?.trim();
    throw new Error(said === undefined || said === '' ? 'It did not run.' : said, { cause });
  }
}
