// Runs a test file as it is, notes which test reaches which mutant, and runs the tests that reach a
// mutant again with it turned on.
import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner, vi } from 'vitest';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite, SerializedConfig } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { MutantSwitches } from './mutant-switches.ts';
import { digest, nameOf, noticedIn, readJournal, readPlan } from './plan.ts';
import type { JournalLine, PlannedMutant } from './plan.ts';

/** Where a mutant is reached outside of any test: in the file itself, or before all its tests. */
const outside = -1;

export default class MutationRunner extends TestRunner {
  readonly #plan = readPlan();
  readonly #switches = new MutantSwitches(this.#plan.mutants.length, `${this.#plan.journal}.asked`);
  readonly #planned = nameOf(this.#plan);
  readonly #sources = new Map(
    this.#plan.tests.map(({ test, sources }) => [test, new Set(sources)]),
  );
  /** The mutants that run when their file is loaded, which happens once for many test files. */
  readonly #loaded = new Set<number>();
  /** Whether a mutant may have left something behind in the modules. */
  #isSoiled = false;
  /** Which mutants each test reaches, by its place; and the place that runs now. */
  #reachedBy = new Map<number, Set<number>>();
  #place = outside;
  #tests: readonly RunnerTask[] = [];

  onBeforeCollect(): void {
    if (this.#isSoiled) vi.resetModules();
    this.#isSoiled = false;
    this.#switches.takeAsked();
    this.#reachedBy = new Map();
    this.#place = outside;
  }

  /** A file whose mutants have all been noticed by others has nothing to show. */
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    const file = files[0]!;
    for (const id of this.#switches.takeAsked()) this.#loaded.add(id);
    this.#tests = testsOf(file);
    const noticed = noticedIn(readJournal(this.#plan.journal));
    const sources = this.#sources.get(file.filepath);
    const isNeeded = this.#plan.mutants.some(
      (mutant) => !noticed.has(mutant.key) && sources?.has(mutant.file),
    );
    if (isNeeded) return;
    for (const test of this.#tests) test.mode = 'skip';
    skipIdleSuites(file);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#enter(this.#tests.indexOf(test));
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    this.#enter(outside);
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files);
    this.#enter(outside);
    const file = files[0]!;
    const test = file.filepath;
    const done = `${this.#planned} ${digest(readFileSync(test, 'utf8'))}`;
    const failed = testsOf(file).find(({ result }) => result?.state === 'fail');
    const broken = failed?.result?.errors?.[0]?.message ?? file.result?.errors?.[0]?.message;
    await this.#tryMutants(test);
    this.#write({ test, done, ...(broken === undefined ? {} : { failed: broken.slice(0, 300) }) });
  }

  /** Tries every mutant that the file reaches and that nothing has caught yet. */
  async #tryMutants(test: string): Promise<void> {
    const lines = readJournal(this.#plan.journal);
    const caught = noticedIn(lines);
    const tried = new Set(
      lines
        .slice(this.#plan.known)
        .flatMap((line) => ('outcome' in line && line.test === test ? line.mutant : [])),
    );
    let isSoiled = false;
    for (const mutant of this.#plan.mutants) {
      const { key } = mutant;
      const wanted = this.#testsThatReach(test, mutant);
      if (caught.has(key) || tried.has(key) || wanted.size === 0) continue;
      this.#write({ test, mutant: key, worker: process.pid, usual: this.#secondsOf(wanted) });
      const isNoticed = await this.#notices(test, mutant.id, wanted, isSoiled);
      this.#write({ test, mutant: key, outcome: isNoticed ? 'caught' : 'survived' });
      isSoiled = isNoticed || this.#loaded.has(mutant.id);
      this.#isSoiled = true;
    }
  }

  /** The tests of the file that reach a mutant and are fast enough, by their place in it. */
  #testsThatReach(test: string, { id, file }: PlannedMutant): ReadonlySet<number> {
    const isEverywhere =
      this.#reachedBy.get(outside)?.has(id) === true ||
      (this.#loaded.has(id) && this.#sources.get(test)?.has(file) === true);
    const found = new Set<number>();
    for (const [place, { result }] of this.#tests.entries()) {
      if (result?.state !== 'pass' || (result.duration ?? 0) > this.#plan.longest) continue;
      if (isEverywhere || this.#reachedBy.get(place)?.has(id)) found.add(place);
    }
    return found;
  }

  /**
   * Whether a test fails with the mutant on. To load all modules anew costs more than most tests,
   * so it is done only where it matters: after a mutant that may have left something behind, for
   * one that runs when its file is loaded, and to confirm what was found without it.
   */
  async #notices(
    test: string,
    id: number,
    wanted: ReadonlySet<number>,
    isSoiled: boolean,
  ): Promise<boolean> {
    if (!isSoiled && !this.#loaded.has(id)) {
      const hasFailed = await this.#runWith(test, id, wanted);
      if (!hasFailed && this.#switches.takeAsked().has(id)) return false;
    }
    vi.resetModules();
    return await this.#runWith(test, id, wanted);
  }

  async #runWith(test: string, id: number, wanted: ReadonlySet<number>): Promise<boolean> {
    this.#switches.takeAsked();
    this.#switches.turnOn(id);
    try {
      const runner = new QuietRunner(this.config, wanted);
      Object.assign(runner, { moduleRunner: Reflect.get(this, 'moduleRunner') });
      Object.assign(runner, { _otel: Reflect.get(this, '_otel') });
      const [file] = await startTests([test], runner);
      return runner.hasFailed || file!.result?.state === 'fail';
    } finally {
      this.#switches.turnOn(-1);
    }
  }

  /** How long tests took without a mutant. */
  #secondsOf(places: ReadonlySet<number>): number {
    const durations = [...places].map((place) => this.#tests[place]!.result?.duration ?? 0);
    return durations.reduce((sum, duration) => sum + duration, 0) / 1000;
  }

  /** What was asked until now belongs to the place that ends. */
  #enter(place: number): void {
    const reached = this.#reachedBy.get(this.#place) ?? new Set();
    for (const id of this.#switches.takeAsked()) reached.add(id);
    this.#reachedBy.set(this.#place, reached);
    this.#place = place;
  }

  #write(line: JournalLine): void {
    appendFileSync(this.#plan.journal, `${JSON.stringify(line)}\n`);
  }
}

/** Runs some tests of a file until one fails, and tells nobody. */
class QuietRunner extends TestRunner {
  readonly #wanted: ReadonlySet<number>;
  hasFailed = false;

  constructor(config: SerializedConfig, wanted: ReadonlySet<number>) {
    super(config);
    this.#wanted = wanted;
  }

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    for (const [place, test] of testsOf(files[0]!).entries())
      if (!this.#wanted.has(place)) test.mode = 'skip';
    skipIdleSuites(files[0]!);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (this.hasFailed) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.hasFailed = true;
  }

  /** The snapshots are the clean run's business. */
  override async onAfterRunSuite(): Promise<void> {}
}

function testsOf(suite: RunnerTestSuite): readonly RunnerTask[] {
  return suite.tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : [task]));
}

/** A suite without a test to run does not run its hooks either. */
function skipIdleSuites(suite: RunnerTestSuite): void {
  for (const task of suite.tasks) if (task.type === 'suite') skipIdleSuites(task);
  const isIdle = suite.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo');
  if (isIdle && !('filepath' in suite)) suite.mode = 'skip';
}
