import { defineConfig } from 'vitest/config';

/** Tests of rooms without state of their own share their modules, which saves most of their time. */
const shared = ['statistics', 'domain', 'truth', 'formats', 'release', 'web'].map(
  (room) => `src/${room}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    // One PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['test/postgres-broker.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: shared,
        },
      },
    ],
  },
});
