import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Prints the slowest test files as the table in CONTRIBUTING.md:
 * `npx node scripts/slow-tests.ts [--most 20] [paths]`. Run it on a quiet machine.
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
const started = performance.now();

const tests = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${file}`, ...paths],
  { stdio: ['ignore', 'ignore', 'inherit'] },
);
const code = await new Promise<number | null>((done) => tests.once('exit', done));
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(folder, { recursive: true });

const files = testResults
  .map(({ name, startTime, endTime, assertionResults }) => ({
    name: relative(process.cwd(), stripVTControlCharacters(name)),
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
  }))
  .toSorted((first, second) => second.seconds - first.seconds);
const rows = files.slice(0, most).map((one) => [one.name, one.seconds.toFixed(1), `${one.tests}`]);
for (const [name, seconds, count] of [['File', 'Seconds', 'Tests'], ['---', '--:', '--:'], ...rows])
  console.log(`| ${name} | ${seconds} | ${count} |`);
const whole = (performance.now() - started) / 1000;
console.log(`\n${files.length} files, ${whole.toFixed(0)} s from start to end.`);
process.exitCode = code ?? 1;
