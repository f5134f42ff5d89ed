import { formatOsloInstant } from '../base/oslo-time.ts';

/** Norwegian day and minute for a table, `2026-11-20 12:05`; absent: empty. */
export function formatInstant(atMs: number | undefined): string {
  return atMs === undefined ? '' : formatOsloInstant(atMs).slice(0, 16).replace('T', ' ');
}
