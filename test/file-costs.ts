import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

// Notes what each test file costs: seconds of processor time of this process, with all its threads,
// and of the processes that it started and that have ended. PostgreSQL is not among them.
const before = spent();
afterAll(() => {
  const cost = { name: expect.getState().testPath, seconds: spent() - before };
  appendFileSync(process.env['ASSAY_TEST_COSTS']!, `${JSON.stringify(cost)}\n`);
});

function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + spentByChildren();
}

/** Fields 16 and 17 of proc(5), in hundredths of a second; nothing outside Linux. */
function spentByChildren(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}
