// The process that runs the tests of a plan on its mutants. It is a process so that it can be ended
// when a mutant never returns.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import { digest, readJournal, readPlan } from './plan.ts';
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

const vitest = await createVitest(
  'test',
  {
    // One project without isolation, whatever the tests are otherwise run with.
    config: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres-broker.ts'],
    testTimeout: 60_000,
    watch: false,
    // The cache on disk goes by the text of the file, which is not what is run.
    fsModuleCache: false,
    reporters: [{}],
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
const planned = digest(plan.mutants.map(({ key }) => key).join(' '));
for (const test of plan.tests) {
  if (done.has(`${planned} ${digest(readFileSync(test, 'utf8'))}`)) continue;
  await vitest.runTestSpecifications([project!.createSpecification(test)]);
}
await vitest.close();
process.exit(0);
