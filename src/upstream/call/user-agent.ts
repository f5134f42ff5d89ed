import { readFileSync } from 'node:fs';

/** What we call ourselves to foreign services: `veipris/<version>`. */
export function getUserAgent(): string {
  // By our own name: what is built of this file lies elsewhere.
  const manifest = readFileSync(new URL(import.meta.resolve('veipris/package.json')), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(manifest);
  return `veipris/${version}`;
}
