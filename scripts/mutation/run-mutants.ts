// The process that runs tests on mutants, one after the other, as its parent tells it. It is a
// process so that it can be ended when a mutant never returns.
import { createVitest } from 'vitest/node';

/** What the parent sends: the mutated source, and the tests to run on it. */
export interface Trial {
  /** The path of the mutated file, or an empty text where nothing is mutated. */
  readonly file: string;
  readonly source: string;
  readonly tests: readonly string[];
}

/** What it gets back. */
export interface TrialResult {
  readonly failed: boolean;
}

let current: Trial = { file: '', source: '', tests: [] };
const vitest = await createVitest(
  'test',
  {
    watch: false,
    // The cache on disk goes by the text of the file, which a mutant does not change.
    fsModuleCache: false,
    reporters: ['default'],
    maxWorkers: 1,
    testTimeout: 20_000,
    // A test that hangs is ended with this process.
    teardownTimeout: 1000,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id: string) => (id.split('?')[0] === current.file ? current.source : null),
      },
    ],
  },
);
await vitest.standalone();

process.on('message', (trial: Trial) => void run(trial));
process.send?.('ready');

async function run(trial: Trial): Promise<void> {
  const before = current.file;
  current = trial;
  for (const file of [before, trial.file]) if (file !== '') vitest.invalidateFile(file);
  const [project] = vitest.projects;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    trial.tests.map((test) => project!.createSpecification(test)),
  );
  const failed = unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
  process.send?.({ failed } satisfies TrialResult);
}
