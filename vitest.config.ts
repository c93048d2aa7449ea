import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// The processes and threads that tests start keep their compiled code, which halves what they cost.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // One PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['test/memory-folder.ts', 'test/postgres-broker.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share their modules: to load them for each file took a second of each.
    isolate: false,
    unstubEnvs: true,
    // By default one core stays free, which is half of a small machine.
    maxWorkers: '100%',
  },
});
