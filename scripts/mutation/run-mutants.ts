// The process that runs the tests of a plan on its mutants. It is a process so that it can be ended
// when a mutant never returns.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { digest, nameOf, readJournal, readPlan } from './plan.ts';
import { switchedSource } from './switched-source.ts';

const plan = readPlan();
const done = new Set(
  readJournal(plan.journal).flatMap((line) => ('done' in line ? line.done : [])),
);
const sources = new Map(
  [...new Set(plan.mutants.map(({ file }) => file))].map((file) => [
    file,
    switchedSource(
      readFileSync(file, 'utf8'),
      plan.mutants.filter((mutant) => mutant.file === file),
    ),
  ]),
);

/** Leaves the test files in the order of the plan. */
class PlannedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(plan.tests.map(({ test }, place) => [test, place]));
    return files.toSorted(
      (first, second) => places.get(first.moduleId)! - places.get(second.moduleId)!,
    );
  }
}

const vitest = await createVitest(
  'test',
  {
    // One project without isolation, whatever the tests are otherwise run with.
    config: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres-broker.ts'],
    // What hangs is ended by the parent process, which knows how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    watch: false,
    // The cache on disk goes by the text of the file, which is not what is run.
    fsModuleCache: false,
    reporters: [{}],
    sequence: { sequencer: PlannedOrder },
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    runner: fileURLToPath(new URL('mutation-runner.ts', import.meta.url)),
    teardownTimeout: 1000,
  },
  {
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load: (id: string) => sources.get(id.split('?')[0]!) ?? null,
      },
    ],
  },
);
await vitest.standalone();
const [project] = vitest.projects;
const planned = nameOf(plan);
// All in one go, so that one worker loads the sources once for all test files.
await vitest.runTestSpecifications(
  plan.tests
    .filter(({ test }) => !done.has(`${planned} ${digest(readFileSync(test, 'utf8'))}`))
    .map(({ test }) => project!.createSpecification(test)),
);
await vitest.close();
process.exit(0);
