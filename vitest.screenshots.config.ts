import { defineConfig } from 'vitest/config';

/** `npm run screenshots`: pictures of every page and state, to be looked at by a person. */
export default defineConfig({
  test: {
    include: ['test/browser/screenshots.ts'],
    globalSetup: 'test/support/browser/say-skipped.ts',
    env: { TZ: 'UTC' },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
