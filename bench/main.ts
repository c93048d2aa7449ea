import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { table } from '../src/cli/output.ts';
import { timeBenchmark } from './benchmark.ts';
import type { Benchmark, BenchmarkModule, BenchmarkResult, Report } from './benchmark.ts';

const python = '/usr/bin/python3';
const here = fileURLToPath(new URL('.', import.meta.url));

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) {
  process.stdout.write(
    'npm run bench [-- --json] [--only text]... [--quick]\n\n--only   those whose name or ' +
      'file has this text\n--quick  two runs each instead of five, and smaller files\n' +
      '--json   for programs\n',
  );
} else {
  await main();
}

/** A result beside its reference. */
interface Line extends BenchmarkResult {
  readonly file: string;
  readonly reference: { readonly name: string; readonly seconds: number | null } | null;
}

async function main(): Promise<void> {
  const load = loadavg()[0]!;
  const found: Line[] = [];
  const remarks: string[] = [];
  for (const file of filesWith(/^export const benchmarks\b/m)) {
    const module = (await import(pathToFileURL(`${here}${file}`).href)) as Partial<BenchmarkModule>;
    const name = basename(file, '.ts');
    const wanted = (module.benchmarks ?? []).filter((benchmark) => isWanted(name, benchmark));
    if (wanted.length === 0) continue;
    try {
      const results: BenchmarkResult[] = [];
      for (const benchmark of wanted) {
        process.stderr.write(`${benchmark.name} …\n`);
        results.push(await timeBenchmark(benchmark, options.quick ? 2 : 5));
      }
      const references = wanted.some((benchmark) => benchmark.reference !== undefined)
        ? runReferences(name, remarks)
        : {};
      results.forEach((result, at) => {
        const { reference } = wanted[at]!;
        found.push({
          ...result,
          file: name,
          reference:
            reference === undefined
              ? null
              : { name: reference, seconds: references[reference] ?? null },
        });
      });
    } finally {
      module.cleanUp?.();
    }
  }
  const reports: { readonly report: Report; readonly figures: unknown }[] = [];
  for (const file of filesWith(/^export const report\b/m)) {
    const { report } = (await import(pathToFileURL(`${here}${file}`).href)) as {
      readonly report: Report;
    };
    if (!isWanted(basename(file, '.ts'), report)) continue;
    process.stderr.write(`${report.name} …\n`);
    reports.push({ report, figures: await report.measure(options.quick) });
  }
  print(found, remarks, load, reports);
}

/** Those that export something; others are programs of their own, which importing would start. */
function filesWith(pattern: RegExp): readonly string[] {
  return readdirSync(here)
    .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(`${here}${file}`, 'utf8')))
    .toSorted();
}

function isWanted(file: string, { name }: Pick<Benchmark, 'name'>): boolean {
  return (
    options.only.length === 0 ||
    options.only.some(
      (text) => file.includes(text) || name.toLowerCase().includes(text.toLowerCase()),
    )
  );
}

/**
 * The seconds that the Python references need, by name; empty with a remark where they cannot be
 * run.
 */
function runReferences(name: string, remarks: string[]): Readonly<Record<string, number>> {
  const script = `${here}reference/${name}.py`;
  if (!existsSync(script)) return {};
  if (!existsSync(python)) {
    remarks.push(`${python} is not there, so ${name} is shown without references.`);
    return {};
  }
  process.stderr.write(`references of ${name} in Python …\n`);
  const run = spawnSync(python, [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (run.status === 0) return JSON.parse(run.stdout) as Readonly<Record<string, number>>;
  const why =
    run.signal === null ? (run.stderr.trim().split('\n').at(-1) ?? '') : `ended by ${run.signal}`;
  remarks.push(
    `The references of ${name} could not be run (${why}), so their columns are empty. ` +
      'On Debian: apt install python3-numpy python3-pandas python3-statsmodels ' +
      'python3-sklearn.',
  );
  return {};
}

function print(
  found: readonly Line[],
  remarks: readonly string[],
  load: number,
  reports: readonly { readonly report: Report; readonly figures: unknown }[],
): void {
  const machine = {
    node: process.versions.node,
    cores: availableParallelism(),
    load: Number(load.toFixed(2)),
  };
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ machine, quick: options.quick, results: found.map(asJson), reports: Object.fromEntries(reports.map(({ report, figures }) => [report.name, figures])), remarks }, null, 2)}\n`,
    );
    return;
  }
  const columns = [
    { title: 'work' },
    { title: 'ours', numeric: true },
    { title: 'reference', numeric: true },
    { title: 'times faster', numeric: true },
    { title: 'floor', numeric: true },
    { title: '× floor', numeric: true },
    { title: 'MB', numeric: true },
  ];
  const rows = found.map((line) => [
    line.name,
    seconds(line.work.seconds),
    seconds(line.reference?.seconds),
    ratio(line.reference?.seconds, line.work.seconds),
    seconds(line.floor?.seconds),
    ratio(line.work.seconds, line.floor?.seconds),
    line.work.megabytes === null ? '' : line.work.megabytes.toFixed(0),
  ]);
  if (rows.length > 0) process.stdout.write(`${table(columns, rows, 160)}\n\n`);
  for (const { report, figures } of reports)
    process.stdout.write(`${report.name}: ${report.print(figures)}\n`);
  process.stdout.write(
    `Medians on Node ${machine.node}, ${machine.cores} cores, load ${machine.load} at ` +
      'the start. A reference is the same work in Python, the floor only the parsing of ' +
      'the input.\n',
  );
  for (const remark of remarks) process.stdout.write(`${remark}\n`);
}

function asJson({ name, file, work, floor, reference }: Line): unknown {
  return {
    name,
    file,
    seconds: work.seconds,
    runs: work.runs,
    megabytes: work.megabytes,
    reference:
      reference === null
        ? null
        : {
            ...reference,
            times_faster: reference.seconds === null ? null : reference.seconds / work.seconds,
          },
    floor:
      floor === null
        ? null
        : {
            seconds: floor.seconds,
            megabytes: floor.megabytes,
            times_floor: work.seconds / floor.seconds,
          },
  };
}

function seconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return value < 0.1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`;
}

function ratio(a: number | null | undefined, b: number | null | undefined): string {
  return a === null || a === undefined || b === null || b === undefined
    ? ''
    : (a / b).toPrecision(3);
}
