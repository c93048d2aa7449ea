// Changes the sources of a room in small ways and looks whether a test notices:
//   npx node scripts/mutate.ts truth [--sample 200] [--seed 1] [--tests 12] [--resume file]
// Takes a random sample of all mutants, stratified by wing, runs the tests that reach each of them,
// and prints the share that is caught, by wing, with a 95 % interval, and every mutant that
// survives. The files themselves are never changed. See docs/testing.md.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupBy } from '../src/domain/group-by.ts';
import useMemory from '../test/memory-folder.ts';
import { wilsonInterval } from '../src/statistics/wilson-interval.ts';
import { nearestTests, readImporters } from './mutation/nearest-tests.ts';
import { readJournal } from './mutation/plan.ts';
import type { Outcome, Plan, PlannedMutant, PlannedTest } from './mutation/plan.ts';
import { roomMutants } from './mutation/room-mutants.ts';
import type { NamedMutant } from './mutation/room-mutants.ts';
import { stratifiedSample } from './mutation/stratified-sample.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many mutants, or `all`. */
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    /** How many test files of other rooms each source brings, the nearest first. */
    tests: { type: 'string', default: '12' },
    /** Tests that take longer, in milliseconds, are not tried on mutants. */
    longest: { type: 'string', default: '3000' },
    /** A mutant that takes so many seconds more than its tests usually do hangs: it is noticed. */
    patience: { type: 'string', default: '20' },
    /** The database that tests use which run on both: `sqlite` or `postgres`. */
    database: { type: 'string', default: 'sqlite' },
    /** Tries only the test files whose path contains one of these. */
    only: { type: 'string', multiple: true, default: [] },
    /** Leaves out the test files whose path contains one of these. */
    skip: { type: 'string', multiple: true, default: [] },
    /** Notes what is known here, and goes on from there with the same sample. */
    resume: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const room = positionals[0] ?? 'truth';
const folder = mkdtempSync(join(tmpdir(), 'assay-mutants-'));
const journal = resolve(values.resume ?? join(folder, 'journal.jsonl'));
mkdirSync(dirname(journal), { recursive: true });
const mutants: readonly PlannedMutant[] = sampleOf(roomMutants(root, room)).map((mutant, id) => ({
  ...mutant,
  id,
}));
const plan: Plan = {
  mutants,
  tests: testsOf(mutants.filter(({ key }) => isOpen(outcomesOf().get(key)))),
  journal,
  known: readJournal(journal).length,
  longest: Number(values.longest),
  database: values.database,
};
const planFile = join(folder, 'plan.json');
writeFileSync(planFile, JSON.stringify(plan));
const tidy = useMemory();
while (!(await runPlan())) console.log('A mutant hangs; going on with the next.');
tidy?.();
report();

/** The sample that the journal began with, as far as its lines still stand; else a new one. */
function sampleOf(found: readonly NamedMutant[]): readonly NamedMutant[] {
  const begun = readJournal(journal).find((line) => 'sample' in line);
  if (begun !== undefined) {
    const wanted = new Set(begun.sample);
    const left = found.filter(({ key }) => wanted.has(key));
    console.log(`${left.length} of the ${wanted.size} mutants of the journal still stand`);
    return left;
  }
  const size = values.sample === 'all' ? found.length : Number(values.sample);
  const drawn = stratifiedSample(found, wingOf, size, `mutate:${values.seed}`);
  const sample = drawn.map(({ key }) => key);
  appendFileSync(journal, `${JSON.stringify({ sample })}\n`);
  console.log(`${drawn.length} of ${found.length} mutants of src/${room}, seed ${values.seed}`);
  return drawn;
}

/** How each mutant of the journal ended: noticed by any test, or by none. */
function outcomesOf(): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const line of readJournal(journal))
    if ('outcome' in line && isOpen(outcomes.get(line.mutant)))
      outcomes.set(line.mutant, line.outcome);
  return outcomes;
}

function isOpen(outcome: Outcome | undefined): boolean {
  return outcome === undefined || outcome === 'survived';
}

/** The test files that may notice a mutant, those of the room and the nearest first. */
function testsOf(sample: readonly { readonly file: string }[]): readonly PlannedTest[] {
  const importers = readImporters(root);
  const found = new Map<string, { place: number; readonly sources: string[] }>();
  for (const file of new Set(sample.map((mutant) => mutant.file)))
    for (const [place, test] of nearestTests(importers, file, Number(values.tests)).entries()) {
      const entry = found.get(test) ?? { place, sources: [] };
      entry.place = Math.min(place, entry.place);
      entry.sources.push(file);
      found.set(test, entry);
    }
  const isOwn = (test: string): boolean => test.startsWith(resolve(root, 'src', room));
  return [...found]
    .toSorted(
      ([first, near], [second, far]) =>
        Number(isOwn(second)) - Number(isOwn(first)) ||
        near.place - far.place ||
        (first < second ? -1 : 1),
    )
    .map(([test, { sources }]) => ({ test, sources }))
    .filter(
      ({ test }) => values.only.length === 0 || values.only.some((part) => test.includes(part)),
    )
    .filter(({ test }) => !values.skip.some((part) => test.includes(part)));
}

/** Runs what is left of the plan; false if it had to be stopped because a mutant hangs. */
async function runPlan(): Promise<boolean> {
  const child = fork(new URL('mutation/run-mutants.ts', import.meta.url), {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ASSAY_MUTATION_PLAN: planFile, ASSAY_TEST_STORES: values.database },
  });
  // The child has a group of its own, so that what it starts can be ended with it.
  const stop = (): void => {
    end(child);
    tidy?.();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  child.once('exit', () => process.off('SIGINT', stop).off('SIGTERM', stop));
  let watched = '';
  let started = 0;
  while (child.exitCode === null && child.signalCode === null) {
    await pause(500);
    const last = readJournal(journal).at(-1);
    if (last === undefined || !('worker' in last)) continue;
    const line = JSON.stringify(last);
    const spent = secondsOf(last.worker);
    if (line !== watched) started = spent;
    watched = line;
    if (spent - started < Number(values.patience) + 5 * last.usual) continue;
    end(child);
    appendFileSync(
      journal,
      `${JSON.stringify({ test: last.test, mutant: last.mutant, outcome: 'timeout' })}\n`,
    );
    return false;
  }
  if (child.exitCode !== 0) throw new Error('The process that runs the tests has failed.');
  return true;
}

/**
 * The time in seconds, without that in which a process waited for a processor, so that a busy
 * machine does not make a mutant hang. Systems that do not tell give the time of the clock.
 */
function secondsOf(pid: number): number {
  const now = performance.now() / 1000;
  try {
    // Time on a processor, and time waiting for one, in nanoseconds.
    return now - Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
  } catch {
    // There is no such file outside Linux, or the process has just ended.
    return now;
  }
}

/** Ends the process and the workers that it has started. */
function end(child: ChildProcess): void {
  process.kill(-child.pid!, 'SIGKILL');
}

function wingOf({ file }: { readonly file: string }): string {
  const [, wing = ''] = relative(resolve(root, 'src'), file).split('/');
  return wing.endsWith('.ts') ? '(root)' : wing;
}

function report(): void {
  for (const line of readJournal(journal))
    if ('failed' in line && line.failed !== undefined)
      console.log(`fails without a mutant  ${relative(root, line.test)}: ${line.failed}`);
  const outcomes = outcomesOf();
  for (const mutant of mutants.toSorted((first, second) => (first.key < second.key ? -1 : 1))) {
    const outcome = outcomes.get(mutant.key);
    if (outcome === undefined) console.log(`unreached  ${describe(mutant)}`);
    if (outcome === 'survived') console.log(`survived   ${describe(mutant)}`);
  }
  const wings = new Map<string, PlannedMutant[]>(
    [...groupBy(mutants, wingOf)].toSorted(([first], [second]) => (first < second ? -1 : 1)),
  );
  console.log(
    '\n| Wing | Mutants | Caught | Hangs | Survived | Unreached | Score | 95 % interval |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const [wing, members] of [...wings, ['all', mutants] as const]) {
    const count = (outcome: Outcome | undefined): number =>
      members.filter(({ key }) => outcomes.get(key) === outcome).length;
    const noticed = count('caught') + count('timeout');
    const [lower, upper] = wilsonInterval(noticed, members.length);
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    const counts = [count('caught'), count('timeout'), count('survived'), count(undefined)];
    console.log(
      `| ${wing} | ${members.length} | ${counts.join(' | ')} ` +
        `| ${percent(noticed / members.length)} | ${percent(lower)} to ${percent(upper)} |`,
    );
  }
}

function describe({ file, start, end: stop, mutation, text }: PlannedMutant): string {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const oneLine = (part: string): string => part.replaceAll(/\s+/g, ' ').slice(0, 80);
  const place = `${relative(root, file)}:${line}`;
  return `${place} ${mutation}: ${oneLine(source.slice(start, stop))} → ${oneLine(text)}`;
}
