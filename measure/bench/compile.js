import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { shareShapes } from '../../tools/share-shapes.js';

/** Loads TypeScript. */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const sourcefile = fileURLToPath(url);
  const { code } = await transform(shareShapes(await readFile(sourcefile, 'utf8')), {
    loader: 'ts',
    format: 'esm',
    target: 'node20.19',
    sourcefile,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
