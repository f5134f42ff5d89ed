import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    env: { TZ: 'UTC' },
    coverage: {
      include: ['src/**/*.ts'],
      thresholds: {
        'src/pricing/**': { lines: 100, branches: 90 },
        'src/geo/**': { lines: 100, branches: 90 },
      },
    },
  },
});
