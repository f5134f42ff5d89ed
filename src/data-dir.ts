import { fileURLToPath } from 'node:url';

/** The bundled facts; beside `src/` as well as beside `dist/`. */
export const DATA_DIR = fileURLToPath(new URL('../data', import.meta.url));
