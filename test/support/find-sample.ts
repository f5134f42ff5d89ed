import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

/** The path of a real sample below `VEIPRIS_SAMPLES`, or below its `roads/`; `undefined` if there is no such file. */
export const findSample = (name: string): string | undefined => {
  const samples = env.VEIPRIS_SAMPLES ?? '';
  return [name, `roads/${name}`]
    .map((file) => join(samples, file))
    .find((file) => samples !== '' && existsSync(file));
};
