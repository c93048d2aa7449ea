import { existsSync, readFileSync } from 'node:fs';
import { releaseRecord } from '../src/operations/release/cut-release.ts';
import type { ReleaseRecord } from '../src/release/record.ts';
import { simulatedRecord } from './simulated-record.ts';

/** What cutting a release took. */
export interface Cut {
  readonly seconds: number;
  /** Of all threads together. */
  readonly cpu: number;
  /** The most memory that the process ever held, with the making of the record. */
  readonly megabytes: number;
}

/** The most memory that this process ever held. Linux counts that of its parent before as well. */
function peak(): number {
  const status = '/proc/self/status';
  const own = existsSync(status) ? /VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8')) : null;
  return Number(own?.[1] ?? process.resourceUsage().maxRSS) / 1024;
}

const [units = '', out = ''] = process.argv.slice(2);
// The record is made and given up again as a workspace's is.
let record: ReleaseRecord | null = simulatedRecord(Number(units));
const given = (): ReleaseRecord => {
  const taken = record!;
  record = null;
  return taken;
};
const choice = { version: '1.0', seed: 1, names: false, withText: false, replies: false };
const before = process.cpuUsage();
const start = performance.now();
const request = { ...choice, out, sign: null, allowOpen: null };
const { cut } = await releaseRecord(given(), 'secret', request);
if (!cut) throw new Error('something stands in the way of the release');
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(before);
const told: Cut = { seconds, cpu: (user + system) / 1e6, megabytes: peak() };
process.stdout.write(JSON.stringify(told));
