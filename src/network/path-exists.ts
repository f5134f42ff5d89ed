import { access } from 'node:fs/promises';

/** Is there a file or folder of this name, and may it be seen. */
export const pathExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
