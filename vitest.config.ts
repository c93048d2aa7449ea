import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['test/postgres-broker.ts'],
    testTimeout: 60_000,
  },
});
