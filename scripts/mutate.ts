// Changes the sources of a room in small ways and looks whether a test notices:
//   npx node scripts/mutate.ts truth [--sample 200] [--seed 1] [--tests 8]
// Takes a random sample of all mutants, runs the nearest tests on each, and prints the share that
// is caught, by wing, with a 95 % interval, and every mutant that survives. The files themselves
// are never changed.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { shuffle } from '../src/statistics/shuffle.ts';
import { wilsonInterval } from '../src/statistics/wilson-interval.ts';
import { findMutants } from './mutation/find-mutants.ts';
import type { Mutant } from './mutation/find-mutants.ts';
import { nearestTests, readImporters } from './mutation/nearest-tests.ts';
import type { Trial, TrialResult } from './mutation/run-mutants.ts';

type Outcome = 'caught' | 'survived' | 'timeout';
interface Candidate extends Mutant {
  readonly file: string;
}

/** A mutant gets this long, or this many times what the tests take without it. */
const leastPatience = 20_000;
const patienceFactor = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '8' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = positionals[0] ?? 'truth';
const importers = readImporters(root);
const sources = new Map<string, string>();
const candidates = globSync(`src/${folder}/**/*.ts`, { cwd: root })
  .filter((name) => !name.endsWith('.test.ts'))
  .toSorted()
  .flatMap((name) => {
    const file = resolve(root, name);
    const source = readFileSync(file, 'utf8');
    sources.set(file, source);
    return findMutants(file, source).map((mutant): Candidate => ({ ...mutant, file }));
  });
const order = shuffle(candidates, seededRandom(`mutate:${values.seed}`));
const sample = order.slice(0, Number(values.sample));
console.log(
  `${sample.length} of ${candidates.length} mutants of src/${folder}, seed ${values.seed}`,
);

const tests = new Map(
  sample.map(({ file }) => [file, nearestTests(importers, file, Number(values.tests))]),
);
let runner = await startRunner();
const patience = new Map<string, number>();
const outcomes = new Map<Candidate, Outcome>();
for (const mutant of sample.toSorted((first, second) => (first.file < second.file ? -1 : 1))) {
  const outcome = await judge(mutant);
  outcomes.set(mutant, outcome);
  if (outcome === 'survived') console.log(`survived  ${describe(mutant)}`);
}
endRunner(runner);
report();

/** What the tests say of a mutant; without tests it survives. */
async function judge(mutant: Candidate): Promise<Outcome> {
  const { file, start, end, text } = mutant;
  const near = tests.get(file)!;
  if (near.length === 0) return 'survived';
  if (!patience.has(file)) {
    const started = performance.now();
    const clean = await tryOut({ file: '', source: '', tests: near }, Infinity);
    if (clean !== 'survived') throw new Error(`The tests of ${file} fail without a mutant`);
    const broken = { file, source: 'throw new Error();', tests: near };
    if ((await tryOut(broken, Infinity)) !== 'caught')
      throw new Error(`The tests of ${file} pass without it, so they say nothing about mutants`);
    patience.set(file, Math.max(leastPatience, patienceFactor * (performance.now() - started)));
  }
  const source = sources.get(file)!;
  const mutated = source.slice(0, start) + text + source.slice(end);
  return await tryOut({ file, source: mutated, tests: near }, patience.get(file)!);
}

async function tryOut(trial: Trial, milliseconds: number): Promise<Outcome> {
  const child = runner;
  child.send(trial);
  const stop = new AbortController();
  const timer = milliseconds === Infinity ? null : setTimeout(() => stop.abort(), milliseconds);
  try {
    const [result] = (await once(child, 'message', { signal: stop.signal })) as [TrialResult];
    return result.failed ? 'caught' : 'survived';
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    endRunner(child);
    runner = await startRunner();
    return 'timeout';
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

async function startRunner(): Promise<ChildProcess> {
  const child = fork(new URL('mutation/run-mutants.ts', import.meta.url), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  return child;
}

/** Ends the process and the workers that it has started. */
function endRunner(child: ChildProcess): void {
  process.kill(-child.pid!, 'SIGKILL');
}

function describe({ file, start, end, mutation, text }: Candidate): string {
  const source = sources.get(file)!;
  const line = source.slice(0, start).split('\n').length;
  const oneLine = (part: string): string => part.replaceAll(/\s+/g, ' ').slice(0, 60);
  const place = `${relative(root, file)}:${line}`;
  return `${place} ${mutation}: ${oneLine(source.slice(start, end))} → ${oneLine(text)}`;
}

function report(): void {
  const wings = new Map<string, Outcome[]>();
  for (const [{ file }, outcome] of outcomes) {
    const [, wing = ''] = relative(resolve(root, 'src'), file).split('/');
    const name = wing.endsWith('.ts') ? '(root)' : wing;
    for (const key of [name, 'all']) wings.set(key, [...(wings.get(key) ?? []), outcome]);
  }
  const all = wings.get('all')!;
  wings.delete('all');
  console.log('\n| Wing | Mutants | Caught | Timed out | Survived | Score | 95 % interval |');
  console.log('| --- | --: | --: | --: | --: | --: | --: |');
  for (const [wing, found] of [...[...wings].toSorted(), ['all', all] as const]) {
    const count = (outcome: Outcome): number => found.filter((one) => one === outcome).length;
    const noticed = count('caught') + count('timeout');
    const [lower, upper] = wilsonInterval(noticed, found.length);
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    console.log(
      `| ${wing} | ${found.length} | ${count('caught')} | ${count('timeout')} | ${count('survived')} ` +
        `| ${percent(noticed / found.length)} | ${percent(lower)} to ${percent(upper)} |`,
    );
  }
}
