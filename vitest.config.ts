import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Tests that start no server, which run under the Node of the image as well. Those of `prices` hold the coverage. How
 * near the bundled data are to the world (`test/accuracy`) is the same under any.
 */
const PRICES = 'test/{geo,passages,places,pricing,published,trip}/**/*.test.ts';
const KERNELS =
  'test/{account,base,matching,recording,routing,statement,vehicle,wire}/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'prices', include: [PRICES] } },
      { extends: true, test: { name: 'kernels', include: [KERNELS] } },
      {
        extends: true,
        test: {
          name: 'program',
          include: ['test/**/*.test.ts'],
          exclude: [PRICES, KERNELS],
          globalSetup: 'test/support/browser/say-skipped.ts',
        },
      },
    ],
    setupFiles: 'test/support/seed-properties.ts',
    // Many tests wait for servers that they start: with a worker for each core, two cores were idle
    // for a quarter of the time.
    maxWorkers: availableParallelism() + 1,
    // Files share a worker and the modules it has loaded: half of the time went into loading them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    env: { TZ: 'UTC' },
    // Guards against tests that hang; none depends on how fast the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    coverage: {
      include: ['src/{pricing,geo,passages}/**/*.ts'],
      thresholds: {
        'src/pricing/**': { lines: 100, branches: 90 },
        'src/geo/**': { lines: 100, branches: 90 },
        'src/passages/**': { lines: 100, branches: 90 },
      },
    },
  },
});
