import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../src/cli/output.ts';
import { exploreUnits, unitChoices } from '../src/operations/units/explore-units.ts';
import type { ExploreRequest } from '../src/operations/units/explore-units.ts';
import { excludeUnits } from '../src/operations/units/exclude-units.ts';
import { markUnits } from '../src/operations/units/mark-units.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Report } from './benchmark.ts';
import { quantile } from './running-server.ts';
import { prepareJudged } from './record-workspace.ts';
import { project } from './server-workspace.ts';

/** How long a query of the list of units takes, in milliseconds. */
interface ExplorerFigure {
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly query: string;
  readonly found: number;
  readonly median: number;
  readonly most: number;
  /** CPU of this process, per query. */
  readonly cpu: number;
}

export const report: Report<readonly ExplorerFigure[]> = {
  name: 'the list of units',
  measure: measureExplorer,
  print: printExplorer,
};

const task = 'task-3';

/** What people ask for, from the widest to the narrowest. */
const queries: Readonly<Record<string, Partial<ExploreRequest>>> = {
  everything: {},
  'largest disagreement first': { order: 'disagreement' },
  'a page in the middle': { offset: 50_000 },
  'standing: open': { standing: 'open' },
  'a label applies': { answers: [{ question: 'Label03', answer: null, by: null }] },
  'two annotators differ on a label': {
    answers: [
      { question: 'Label03', answer: '0', by: 'annotator-001' },
      { question: 'Label03', answer: '2', by: 'annotator-002' },
    ],
  },
  'judged by': { annotator: 'annotator-002' },
  'judged differently': { disagreement: true },
  flagged: { flagged: true },
  'ruled on': { ruled: true },
  round: { round: 'full-3' },
  'a field': { field: 'page', value: '17' },
  subject: { subject: 'doc-12' },
  'a word of most units': { text: 'exposures' },
  'two words and one without': { text: 'credit risk -zebra' },
  'the beginning of a name': { text: 'task-3-4711' },
  'a phrase': { text: '"competent authority" task-3-471' },
  'a word and a standing': { text: 'exposures', standing: 'open' },
};

/** Every filter of the list over 100,000 units with three judgments each. */
async function measureExplorer(quick: boolean): Promise<readonly ExplorerFigure[]> {
  const units = quick ? 10_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const lite = await measureOn('SQLite', join(folder, 'workspace.db'), units);
    const postgres = await startPostgres();
    try {
      return [...lite, ...(await measureOn('PostgreSQL', await postgres.createDatabase(), units))];
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(
  name: ExplorerFigure['database'],
  database: string,
  units: number,
): Promise<readonly ExplorerFigure[]> {
  await prepareJudged(database, units);
  const workspace = await openWorkspace(database);
  const context: WorkContext = {
    ...workspace,
    actor: { account: 'bench', login: 'bench', roleIn: () => 'lead', via: 'cli' },
  };
  try {
    const place = { project, task };
    // The first look reads everything into memory and makes the index; both are kept.
    await exploreUnits(context, { ...place, text: 'exposures', offset: 0, limit: 50 });
    await unitChoices(context, place);
    const flagged = { units: Array.from({ length: 500 }, (_, at) => `${task}-${at * 7}`) };
    const flag = { ...place, as: 'flag', text: 'Looks odd.', idempotencyKey: 'flag' } as const;
    const acts = [
      await timed(name, 'flag 500 units', 1, async () => {
        return (await markUnits(context, { ...flag, chosen: flagged })).notes.length;
      }),
      await timed(name, 'exclude 1,000 units', 1, async () => {
        const chosen = { units: Array.from({ length: 1000 }, (_, at) => `${task}-${at * 3}`) };
        const given = { ...place, reason: 'Empty.', idempotencyKey: 'exclude', chosen };
        return (await excludeUnits(context, given)).excluded;
      }),
    ];
    const figures: ExplorerFigure[] = [];
    for (const [query, given] of Object.entries(queries))
      figures.push(
        await timed(name, query, 15, async () => {
          const request = { ...place, offset: 0, limit: 50, ...given };
          return (await exploreUnits(context, request)).total;
        }),
      );
    return [...figures, ...acts];
  } finally {
    await workspace.store.close();
  }
}

async function timed(
  database: ExplorerFigure['database'],
  query: string,
  runs: number,
  work: () => Promise<number>,
): Promise<ExplorerFigure> {
  const times: number[] = [];
  let found = runs === 1 ? 0 : await work();
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    found = await work();
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = times.toSorted((a, b) => a - b);
  const cpu = (user + system) / 1000 / runs;
  return { database, query, found, median: quantile(sorted, 0.5), most: sorted.at(-1)!, cpu };
}

function printExplorer(figures: readonly ExplorerFigure[]): string {
  const rows = figures.map(({ database, query, found, median, most, cpu }) => [
    database,
    query,
    String(found),
    median.toFixed(1),
    most.toFixed(1),
    cpu.toFixed(1),
  ]);
  return `${table(['database', 'query', 'found', 'median ms', 'most ms', 'CPU ms'], rows)}\n`;
}
