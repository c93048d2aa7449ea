import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/browser/find-browser.ts';

const browser = await findBrowser();

/**
 * The workbench in a real Chromium over the real server: `npm run test:browser` builds the pages
 * and runs everything; to look into a failure, add
 * `--trace retain-on-failure`, which takes twice the time; to look for races, make the line slow: `ASSAY_LATENCY=300`.
 */
export default defineConfig({
  testDir: 'test/browser',
  testMatch: '*.spec.ts',
  globalSetup: './test/memory-folder.ts',
  fullyParallel: true,
  workers: 2,
  // They only end what hangs: no test may fail because the machine is slow.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Where nobody watches, what failed stands at the end, not in the middle of what passed.
  reporter: process.stdout.isTTY ? 'line' : 'dot',
  // A machine that others keep busy may stall for longer than a test waits: one more try, and what
  // needed it is listed as flaky with what went wrong.
  retries: process.stdout.isTTY ? 0 : 1,
  outputDir: 'coverage/browser',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.path,
      args: ['--no-sandbox'],
      env: { ...process.env, ...browser.env } as Record<string, string>,
    },
  },
});
