import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

// Notes what each test file costs this process: seconds of its own processor time, with all its
// threads, without the processes that it starts.
const before = process.cpuUsage();
afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const cost = { name: expect.getState().testPath, seconds: (user + system) / 1e6 };
  appendFileSync(process.env['ASSAY_TEST_COSTS']!, `${JSON.stringify(cost)}\n`);
});
