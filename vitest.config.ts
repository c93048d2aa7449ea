import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests, and the processes and threads that they start, keep their compiled code, which halves what
// it costs to load it.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

const pages = ['src/web/**/*.test.ts'];
const common = {
  // They only end what hangs: no test may fail because the machine is slow.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 600_000 } },
  // Files share their modules: to load them for each file took a second of each.
  isolate: false,
  unstubEnvs: true,
  // See scripts/slow-tests.ts.
  setupFiles: process.env['ASSAY_TEST_COSTS'] === undefined ? [] : ['test/file-costs.ts'],
};

export default defineConfig({
  test: {
    // By default one core stays free, which is half of a small machine.
    maxWorkers: '100%',
    teardownTimeout: 600_000,
    projects: [
      {
        test: {
          ...common,
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: pages,
          // One PostgreSQL for the whole run, started when the first test asks for it.
          globalSetup: ['test/memory-folder.ts', 'test/postgres-broker.ts'],
          // Node runs the sources as they are, as it does in production.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Pages are written in JSX, which Node does not read.
      { test: { ...common, name: 'pages', include: pages } },
    ],
  },
});
