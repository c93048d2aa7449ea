// Runs a test file as it is, notes which test reaches which mutant, and runs the tests that reach a
// mutant again with it turned on.
import { appendFileSync, readFileSync } from 'node:fs';
import { TestRunner, vi } from 'vitest';
import type { RunnerTask, RunnerTestFile, RunnerTestSuite, SerializedConfig } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { digest, readJournal, readPlan } from './plan.ts';
import type { JournalLine } from './plan.ts';

let active = -1;
let reached: Set<number> | null = null;
Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    reached?.add(id);
    return id === active;
  },
});

/** Where a mutant is reached outside of any test: in the file itself, or before all its tests. */
const outside = -1;

export default class MutationRunner extends TestRunner {
  readonly #plan = readPlan();
  readonly #planned = digest(this.#plan.mutants.map(({ key }) => key).join(' '));
  #reachedBy = new Map<number, Set<number>>();
  #tests: readonly RunnerTask[] = [];

  onBeforeCollect(): void {
    vi.resetModules();
    this.#reachedBy = new Map();
    this.#note(outside);
  }

  onBeforeRunFiles(files: RunnerTestFile[]): void {
    this.#tests = testsOf(files[0]!);
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#note(this.#tests.indexOf(test));
  }

  override onAfterRunTask(test: RunnerTask): void {
    super.onAfterRunTask(test);
    this.#note(outside);
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files);
    reached = null;
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
    const caught = new Set<string>();
    const tried = new Set<string>();
    for (const [at, line] of readJournal(this.#plan.journal).entries()) {
      if (!('outcome' in line)) continue;
      if (line.outcome !== 'survived') caught.add(line.mutant);
      if (line.test === test && at >= this.#plan.known) tried.add(line.mutant);
    }
    for (const { id, key } of this.#plan.mutants) {
      const wanted = this.#testsThatReach(id);
      if (caught.has(key) || tried.has(key) || wanted.size === 0) continue;
      this.#write({ test, mutant: key, worker: process.pid });
      const outcome = (await this.#notices(test, id, wanted)) ? 'caught' : 'survived';
      this.#write({ test, mutant: key, outcome });
    }
  }

  /** The tests of the file that reach a mutant and are fast enough, by their place in it. */
  #testsThatReach(id: number): ReadonlySet<number> {
    const isEverywhere = this.#reachedBy.get(outside)?.has(id) === true;
    const found = new Set<number>();
    for (const [place, { result }] of this.#tests.entries()) {
      if (result?.state !== 'pass' || (result.duration ?? 0) > this.#plan.longest) continue;
      if (isEverywhere || this.#reachedBy.get(place)?.has(id)) found.add(place);
    }
    return found;
  }

  async #notices(test: string, id: number, wanted: ReadonlySet<number>): Promise<boolean> {
    vi.resetModules();
    active = id;
    try {
      const runner = new QuietRunner(this.config, wanted);
      Object.assign(runner, { moduleRunner: Reflect.get(this, 'moduleRunner') });
      Object.assign(runner, { _otel: Reflect.get(this, '_otel') });
      const [file] = await startTests([test], runner);
      return runner.hasFailed || file!.result?.state === 'fail';
    } finally {
      active = -1;
    }
  }

  #note(place: number): void {
    reached = this.#reachedBy.get(place) ?? new Set();
    this.#reachedBy.set(place, reached);
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
