/** The reports of the audits beside that of the stations, as Markdown. */
import type { MeasuredDistance, MeasuredSpeed } from './lengths.ts';
import type { ParallelDrive } from './parallel-roads.ts';
import { quantile } from './quantile.ts';
import type { Ring } from './rings.ts';
import { formatMarkdown } from './section.ts';
import type { WayPast } from './way-past-ring.ts';

/** Where toll-free roads run beside charged ones, by project, and what was charged on them. */
export function reportParallel(drives: readonly ParallelDrive[]): string {
  const projects = [...new Set(drives.map(({ station }) => station.project))].toSorted();
  const rows = projects.map((project) => {
    const own = drives.filter(({ station }) => station.project === project);
    const roads = [...new Set(own.map(({ road }) => road))].toSorted().join(', ');
    const wrong = own.filter(({ faults }) => faults.length > 0).length;
    return [project, roads, own.length, wrong];
  });
  const wrong = drives.flatMap(({ station, road, faults }) =>
    faults.map((fault) => `- ${road} beside ${station.name}: ${fault}`),
  );
  return [
    `${drives.length} drives, ${new Set(wrong).size} wrong.`,
    formatMarkdown(['project', 'free roads', 'drives', 'wrong'], rows),
    ...(wrong.length === 0 ? [] : [wrong.join('\n')]),
  ].join('\n\n');
}

/** Whether each ring is tight, and which roads lead in without a station. */
export function reportRings(
  results: readonly { ring: Ring; direction: 'in' | 'out'; way: WayPast | undefined }[],
): string {
  const rows = results.map(({ ring, direction, way }) => [
    ring.name,
    direction,
    way === undefined ? 'yes' : `NO, ${way.roads.join(' - ')}`,
    ring.open.map(({ why }) => why).join('; '),
  ]);
  return formatMarkdown(['ring', 'direction', 'tight', 'left open'], rows);
}

/** The known distances, and the speeds of the seeded trips. */
export function reportLengths(
  distances: readonly MeasuredDistance[],
  speeds: readonly MeasuredSpeed[],
): string {
  const rows = distances.map(({ name, knownKm, km }) => [
    name,
    knownKm,
    Math.round(km),
    `${((km / knownKm - 1) * 100).toFixed(1)} %`,
  ]);
  const row = (name: string, of: (speed: MeasuredSpeed) => number) => [
    name,
    ...[0.05, 0.5, 0.95, 1].map((share) => Math.round(quantile(speeds.map(of), share))),
  ];
  return [
    formatMarkdown(['trip', 'known, km', 'Veipris, km', 'off'], rows),
    `Average speed of ${speeds.length} trips, km/h:`,
    formatMarkdown(
      ['', '5 %', 'median', '95 %', 'fastest'],
      [
        row('the whole trip', ({ overallKmh }) => overallKmh),
        row('on the road alone', ({ drivingKmh }) => drivingKmh),
      ],
    ),
  ].join('\n\n');
}
