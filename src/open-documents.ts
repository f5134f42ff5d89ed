/** The contract and its page, with what of them stands in `docs/`. Opens no database, no engine. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatContract } from './http/openapi/contract.ts';
import type { Example } from './http/openapi/example.ts';
import type { ReferenceFile, Services } from './http/services.ts';

/** Beside `src/` as well as beside `dist/`. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What the server tells about itself. */
export function openDocuments(): Pick<Services, 'contract' | 'readReferenceFile'> {
  return { contract: loadContract(), readReferenceFile };
}

/** The OpenAPI document as text. */
export function loadContract(): string {
  const version = readProgramVersion();
  const { examples }: { readonly examples: readonly Example[] } = JSON.parse(
    read('docs/examples.json'),
  );
  return formatContract({ version, guide: read('docs/guide.md'), examples });
}

/** The release that this program is of. */
export function readProgramVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(read('package.json'));
  return version;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The files of Swagger UI, and ours in `docs/reference/`. */
function readReferenceFile(file: ReferenceFile): Promise<string> {
  const folder = file.startsWith('swagger-ui') ? findSwaggerUi() : join(ROOT, 'docs/reference');
  return readFile(join(folder, file), 'utf8');
}

const findSwaggerUi = () =>
  dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
