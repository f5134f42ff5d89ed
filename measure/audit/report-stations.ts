import type { PlacementAudit } from '../../src/network/audit-placement.ts';
import type { DriveThrough } from './drive-through.ts';
import { formatMarkdown, formatShare } from './section.ts';

/** The report of the drive-through: totals, what is wrong or missing by name, and every project. */
export function reportStations(
  placement: PlacementAudit,
  results: readonly DriveThrough[],
): string {
  const autopass = ({ kind }: { readonly kind: string }) => kind === 'autopass';
  const rows = [
    totals('AutoPASS', placement.rows.filter(autopass), results),
    totals('all, private roads and ferry payment too', placement.rows, results),
  ];
  const projects = [...new Set(placement.rows.map(({ project }) => project))].map((project) =>
    totals(
      project,
      placement.rows.filter((row) => row.project === project),
      results,
    ),
  );
  const faulty = results.flatMap(({ station, drives }) =>
    drives.flatMap(({ travelDeg, faults }) =>
      faults.map((fault) => [station.project, station.name, station.id, travelDeg, fault]),
    ),
  );
  return [
    formatMarkdown(HEAD, rows),
    heading('Wrong', faulty, ['project', 'station', 'id', 'towards, °', 'what']),
    heading(
      'Not placed',
      placement.rows
        .filter(({ placed }) => !placed)
        .map(({ project, name, id, road, why }) => [project, name, id, road, why]),
      ['project', 'station', 'id', 'road', 'why'],
    ),
    `By project:\n\n${formatMarkdown(HEAD, projects)}`,
  ].join('\n\n');
}

const HEAD = [
  'stations',
  'records',
  'placed',
  'not placed',
  'right both ways',
  'wrong',
  'undecided',
];

function totals(
  name: string,
  rows: PlacementAudit['rows'],
  results: readonly DriveThrough[],
): (string | number)[] {
  const ids = new Set(rows.map(({ id }) => id));
  const driven = results.filter(({ station }) => ids.has(station.id));
  const right = driven.filter(
    ({ drives }) => drives.length > 0 && drives.every(({ faults }) => faults.length === 0),
  ).length;
  const placed = rows.filter((row) => row.placed).length;
  const undecided = rows.filter(({ directionUndecided }) => directionUndecided).length;
  const missing = `${rows.length - placed} (${formatShare(rows.length - placed, rows.length)})`;
  return [name, rows.length, placed, missing, right, driven.length - right, undecided];
}

const heading = (name: string, rows: (string | number)[][], head: string[]) =>
  rows.length === 0 ? `${name}: none.` : `${name}:\n\n${formatMarkdown(head, rows)}`;
