import { readFileSync } from 'node:fs';

/** What we call ourselves to foreign services: `veipris/<version>`. */
export function getUserAgent(): string {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(manifest);
  return `veipris/${version}`;
}
