import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Prints the test files that cost most as the table in CONTRIBUTING.md:
 * `npx node scripts/slow-tests.ts [--most 20] [paths]`. Processor time is that of the process which
 * runs the file and of those that it starts, without PostgreSQL. It means something on a busy
 * machine too; the time of the clock does not.
 */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

const words = process.argv.slice(2);
const named = words.indexOf('--most');
const most = named < 0 ? 20 : Number(words[named + 1]);
const paths = words.filter((_, at) => named < 0 || (at !== named && at !== named + 1));
const folder = mkdtempSync(join(tmpdir(), 'assay-slow-tests-'));
const file = join(folder, 'report.json');
const costs = join(folder, 'costs.jsonl');
const started = performance.now();

const tests = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`, ...paths],
  { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ASSAY_TEST_COSTS: costs } },
);
const code = await new Promise<number | null>((done) => tests.once('exit', done));
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
const spent = new Map(
  readFileSync(costs, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly name: string; readonly seconds: number })
    .map(({ name, seconds }) => [name, seconds]),
);
rmSync(folder, { recursive: true });

const files = testResults
  .map(({ name, startTime, endTime, assertionResults }) => ({
    name: relative(process.cwd(), stripVTControlCharacters(name)),
    processor: spent.get(stripVTControlCharacters(name)) ?? 0,
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }))
  .toSorted((first, second) => second.processor - first.processor);
const rows = files
  .slice(0, most)
  .map((one) => [
    `\`${one.name}\``,
    one.processor.toFixed(1),
    one.seconds.toFixed(1),
    `${one.tests}`,
  ]);
const head = [
  ['Test file', 'Processor', 'Clock', 'Tests'],
  ['---', '--:', '--:', '--:'],
];
for (const row of [...head, ...rows]) console.log(`| ${row.join(' | ')} |`);
const sum = (of: 'processor' | 'seconds'): string =>
  files.reduce((total, one) => total + one[of], 0).toFixed(0);
const whole = (performance.now() - started) / 1000;
const workers = `${sum('processor')} s of processor time and ${sum('seconds')} s of the clock`;
console.log(`\n${files.length} files, ${workers} in the workers, ${whole.toFixed(0)} s in all.`);
process.exitCode = code ?? 1;
