import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDataVersion } from '../../src/facts/data-place.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { tempHome } from '../support/temp-home.ts';

test('the version names the day and is the same for the same facts', () => {
  const version = readDataVersion({ bundled: DATA_DIR }, '2026-09-10', 'n1');
  expect(version.dataVersion).toMatch(/^2026-09-10\+[0-9a-f]{8}$/);
  expect(readDataVersion({ bundled: DATA_DIR }, '2026-09-10', 'n1')).toEqual(version);
  const other = readDataVersion({ bundled: DATA_DIR }, '2026-09-10', 'n2');
  expect(other.dataVersion).not.toBe(version.dataVersion);
  expect(other.dataHash).not.toBe(version.dataHash);
});

test('the hash is the SHA-256 that docs/pricing.md tells how to work out, and begins the version', () => {
  const { dataVersion, dataHash } = readDataVersion({ bundled: DATA_DIR }, '2026-09-10', 'n1');
  const pricing = readFileSync(join(DATA_DIR, '../docs/pricing.md'), 'utf8');
  const command = /printf %s "\$NETWORK" \| cat - (.*) \| sha256sum/.exec(pricing)?.[1] ?? '';
  const files = command.replace(/^data\/\{(.*)\}\.json$/, '$1').split(',');
  const hash = createHash('sha256').update('n1');
  for (const file of files) hash.update(readFileSync(join(DATA_DIR, `${file}.json`)));
  expect(dataHash).toBe(hash.digest('hex'));
  expect(dataHash).toMatch(/^[0-9a-f]{64}$/);
  expect(dataVersion).toBe(`2026-09-10+${dataHash.slice(0, 8)}`);
});

test.each([
  'toll-stations.json',
  'toll-projects.json',
  'holidays.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'ferry-payments.json',
  'vehicle-types.json',
  'travel-allowance.json',
  'road-closures.json',
])('one changed byte in %s is another version', (file) => {
  const copy = tempHome();
  cpSync(DATA_DIR, copy, { recursive: true });
  const before = readDataVersion({ bundled: copy }, '2026-09-10', 'n1');
  writeFileSync(join(copy, file), `${readFileSync(join(copy, file), 'utf8')} `);
  expect(readDataVersion({ bundled: copy }, '2026-09-10', 'n1').dataVersion).not.toBe(
    before.dataVersion,
  );
});
