import { access, constants, mkdir } from 'node:fs/promises';

/**
 * Makes the folder that networks are kept in, and tries whether it can be written.
 *
 * @throws Error with one sentence that names the setting.
 */
export async function makeWritable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new Error(
      `The road network can not be kept in ${root} (${code}). Set VEIPRIS_HOME to a folder that can be written.`,
      { cause },
    );
  }
}
