/** The order of the test files: with the longest at the end one worker would still be at it while the others rest. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those of more than some ten seconds, the longest first. The others follow: where nothing is known of them, the larger ones first. */
const LONGEST: readonly string[] = [
  'test/fuzz/every-body.test.ts',
  'test/facts/renew/renew-facts.test.ts',
  'test/metamorphic/trips.test.ts',
  'test/fuzz/every-word.test.ts',
  'test/jobs/work-jobs.test.ts',
  'test/network/planning/money-ways.test.ts',
  'test/network/osm/real-extracts.test.ts',
  'test/service/jobs.test.ts',
  'test/network/planning/departures.test.ts',
  'test/metamorphic/matrix.test.ts',
  'test/facts/renew/renew-under-calls.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/metamorphic/alternatives.test.ts',
  'test/compile-data/bad-data.test.ts',
  'test/http/docs/200.test.ts',
  'test/network/planning/seasons.test.ts',
  'test/upstream/outage.test.ts',
  'test/accuracy/ferries.test.ts',
  'test/network/bundled-network.test.ts',
  'test/compile-data/map/layers.test.ts',
  'test/fuzz/raw-requests.test.ts',
  'test/http/app/bodies.test.ts',
  'test/answer/overload.test.ts',
  'test/http/app/slow-readers.test.ts',
  'test/trips/own-network.test.ts',
  'test/accuracy/bundled-network.test.ts',
  'test/compile-data/curated-files.test.ts',
  'test/routing/money-search.test.ts',
  'test/statement/sales-month.test.ts',
  'test/matching/match-trace.test.ts',
  'test/routing/plateaus.test.ts',
  'test/pricing/toll/bounds.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = LONGEST.find((file) => !existsSync(join(root, file)));
    if (gone !== undefined) throw new Error(`longest-first.ts names ${gone}, which is not there.`);
    const sorted = await super.sort(files);
    // Files of one project stay together: a worker is started anew for those of another.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const ranked = sorted.map((file) => {
      const at = LONGEST.indexOf(relative(root, file.moduleId));
      return { file, project: projects.indexOf(file.project), rank: at < 0 ? LONGEST.length : at };
    });
    return ranked.sort((a, b) => a.project - b.project || a.rank - b.rank).map(({ file }) => file);
  }
}
