/**
 * `npm run sbom`: the shipped packages, as CycloneDX. `npm sbom --omit=dev` also leaves out packages that development
 * needs as well, and names our workspaces. So it is asked about a project that has neither.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepShipped } from './shipped-lock.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const manifest = read('package.json');
const shipped = keepShipped(manifest, read('package-lock.json'));
const parent = mkdtempSync(join(tmpdir(), 'veipris-sbom-'));
// npm names the project after its folder.
const folder = join(parent, manifest.name);
try {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(shipped.manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(shipped.lock));
  const args = ['sbom', '--package-lock-only', '--offline', '--sbom-format', 'cyclonedx'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(parent, { recursive: true });
}
