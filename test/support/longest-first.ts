/**
 * The order of the test files, the longest first. With a long file at the end, one worker would still run it while the
 * others rest.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take more than some ten seconds, the longest first. The others follow. Of files with unknown times the
 * larger ones come first.
 */
const LONGEST: readonly string[] = [
  'test/process/jobs.test.ts',
  'test/browser/manners.test.ts',
  'test/browser/trip.test.ts',
  'test/fuzz/every-body.test.ts',
  'test/accuracy/recorded-drives.test.ts',
  'test/facts/renew/renew-facts.test.ts',
  'test/metamorphic/trips.test.ts',
  'test/process/upgrade.test.ts',
  'test/process/processes.test.ts',
  'test/process/quota.test.ts',
  'test/fuzz/every-word.test.ts',
  'test/network/planning/money-ways.test.ts',
  'test/jobs/work-jobs.test.ts',
  'test/service/jobs.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/facts/renew/renew-under-calls.test.ts',
  'test/portal/map-style.test.ts',
  'test/process/damaged-network.test.ts',
  'test/process/rolling-restart.test.ts',
  'test/process/shutdown.test.ts',
  'test/routing/money-search.test.ts',
  'test/routing/alternatives.test.ts',
  'test/matching/match-trace.test.ts',
  'test/process/veipris.test.ts',
  'test/metamorphic/alternatives.test.ts',
  'test/process/bundle.test.ts',
  'test/chaos/sample.test.ts',
  'test/process/first-start.test.ts',
  'test/accuracy/ferries.test.ts',
  'test/network/planning/seasons.test.ts',
  'test/store/postgres.test.ts',
  'test/process/start.test.ts',
  'test/network/planning/departures.test.ts',
  'test/process/lost-log.test.ts',
  'test/upstream/outage.test.ts',
  'test/network/osm/real-extracts.test.ts',
  'test/browser/account.test.ts',
  'test/metamorphic/matrix.test.ts',
  'test/process/keys.test.ts',
  'test/answer/overload.test.ts',
  'test/accuracy/bundled-network.test.ts',
  'test/routing/plateaus.test.ts',
  'test/pricing/toll/bounds.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = LONGEST.find((file) => !existsSync(join(root, file)));
    if (gone !== undefined) throw new Error(`longest-first.ts names ${gone}, which is not there.`);
    const sorted = await super.sort(files);
    // Files of one project stay together, because a worker is started anew for another project.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const ranked = sorted.map((file) => {
      const at = LONGEST.indexOf(relative(root, file.moduleId));
      return { file, project: projects.indexOf(file.project), rank: at < 0 ? LONGEST.length : at };
    });
    return ranked.sort((a, b) => a.project - b.project || a.rank - b.rank).map(({ file }) => file);
  }
}
