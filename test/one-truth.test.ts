import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import type { ExportRequest } from '../src/operations/exchange/export-request.ts';
import { monitorProgress } from '../src/operations/monitoring/monitor-progress.ts';
import { readRecord } from '../src/operations/release/read-record.ts';
import { account } from '../src/truth/fold/account.ts';
import { foldRecord } from '../src/release/record-fold.ts';
import { stateOf } from '../src/release/obstacles.ts';
import { unitTruth } from '../src/truth/fold/unit-truth.ts';
import { rulingQueue } from '../src/operations/rulings/ruling-queue.ts';
import { showCase } from '../src/operations/rulings/show-case.ts';
import { showUnit } from '../src/operations/units/show-unit.ts';
import { runExplain } from '../src/operations/verdicts/run-compute.ts';
import { showVerdict } from '../src/operations/verdicts/show-verdict.ts';
import { inEnglish } from '../src/domain/english.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { temporaryFolder } from './run-assay.ts';
import { describeStores } from './stores.ts';
import { isThorough } from './tries.ts';
import { Scenario, unitIds } from './truth-scenario.ts';
import { place } from './truth-sketch.ts';

/** How the words of the truth export and of verdicts read in the words of a standing. */
const ofExport: Readonly<Record<string, string>> = {
  consensus: 'settled',
  ruling: 'ruled',
  excluded: 'excluded',
  open: 'open',
  awaiting: 'awaiting',
  uncounted: 'uncounted',
};
const ofVerdicts: Readonly<Record<string, readonly string[]>> = {
  known: ['settled', 'ruled'],
  // A ruling that leaves questions open does not make up for judgments that are missing.
  missing: ['undrawn', 'awaiting', 'uncounted', 'open'],
  open: ['open'],
  excluded: ['excluded'],
};

type Rows = readonly Readonly<Record<string, unknown>>[];

async function textOf(
  { world }: Scenario,
  request: Omit<ExportRequest, 'project'>,
): Promise<string> {
  const file = await exportFile(world.lead, { project: place.project, ...request });
  let text = '';
  for await (const piece of file.pieces) text += String(piece);
  return text;
}

async function rowsOf(scenario: Scenario, request: Omit<ExportRequest, 'project'>): Promise<Rows> {
  const text = await textOf(scenario, { format: 'jsonl', ...request });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Rows[number]);
}

/** What every reader says of every unit; all must say the same. */
async function compareReaders(scenario: Scenario): Promise<void> {
  const { lead } = scenario.world;
  const truth = new Map(
    (await rowsOf(scenario, { kind: 'truth' })).map((row) => [row['unit'], row]),
  );
  const table = new Map((await rowsOf(scenario, { kind: 'table' })).map((row) => [row['id'], row]));
  const queue = await rulingQueue(scenario.adjudicator, { ...place, limit: 500 });
  const queued = new Set(queue.items.map((item) => item.unit));
  const verdicts = new Map<string, { state: string; answers: unknown; line: string }>();
  for (const subject of ['p0', 'p1'])
    for (const { id, state, answers, grounds } of (
      await showVerdict(lead, { project: place.project, subject, units: 'all' })
    ).units)
      verdicts.set(id, { state, answers, line: inEnglish(grounds.line!) });
  const counts: Record<string, number> = {};
  const released = foldRecord(await readRecord(scenario.world, place.project), 1).tasks[0]!;
  for (const unit of unitIds) {
    const { truth: page } = await showUnit(lead, { ...place, unit });
    const shown = await showCase(lead, { ...place, unit, names: true });
    const { state } = page!;
    counts[state] = (counts[state] ?? 0) + 1;
    const line = inEnglish(page!.line);
    const row = truth.get(unit);
    const verdict = verdicts.get(unit)!;
    expect([unit, shown.state, inEnglish(shown.line)]).toEqual([unit, state, line]);
    // A unit that was not drawn is not in the file of truths.
    if (row !== undefined) {
      expect([unit, ofExport[String(row['from'])], row['line']]).toEqual([unit, state, line]);
      if (row['answers'] !== undefined) expect(verdict.answers).toEqual(row['answers']);
    } else expect([unit, state]).toEqual([unit, 'undrawn']);
    expect([unit, table.get(unit)!['standing'], table.get(unit)!['line']]).toEqual([
      unit,
      state,
      line,
    ]);
    expect([unit, verdict.state, ofVerdicts[verdict.state]]).toEqual([
      unit,
      verdict.state,
      expect.arrayContaining([state]),
    ]);
    expect([unit, verdict.line]).toEqual([unit, line]);
    const { standing, line: cut } = unitTruth(released.fold, unit);
    expect(['release', unit, stateOf(released, unit), standing.state, inEnglish(cut)]).toEqual([
      'release',
      unit,
      state,
      state,
      line,
    ]);
    expect([unit, queued.has(unit)]).toEqual([unit, state === 'open']);
  }
  const progress = await monitorProgress(lead, place);
  const all = progress.account!;
  expect(all).toMatchObject({ units: unitIds.length, standings: counts });
  expect(all).toEqual(account(released.fold, released.list.length));
  expect(queue.total).toBe(all.standings.open);
}

/** The verdicts from exported files are those from the record. */
async function compareFiles(scenario: Scenario): Promise<void> {
  const folder = temporaryFolder();
  const { source, guideline, files } = scenario.content;
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const name of ['judgments', 'rulings', 'units']) mkdirSync(join(folder, name));
  write('protocol.yaml', `${source}units: { reviews: units/reviews.jsonl }\n`);
  write('guideline.md', guideline);
  for (const [name, text] of Object.entries(files)) write(name, text);
  write('units/reviews.jsonl', await textOf(scenario, { kind: 'units', format: 'jsonl' }));
  const exported = await textOf(scenario, { kind: 'judgments', format: 'jsonl' });
  // Files know no roles: without names, the judgments of outsiders count there.
  const judgments = scenario.hasNames
    ? exported
    : exported.replaceAll(/^.*"annotator":"zoe".*\n/gm, '');
  if (judgments === '') return; // There is no record to compare with: empty files are refused.
  write('judgments/all.jsonl', judgments);
  const rulings = await textOf(scenario, { kind: 'rulings', format: 'jsonl' });
  if (rulings !== '') write('rulings/all.jsonl', rulings);
  const request = {
    policy: [],
    k: null,
    overrides: [],
    judgments: [],
    allowPartial: false,
    tie: 'ruling',
    invalidate: true,
    seed: 1,
    out: folder,
    computedAt: '2026-01-22T10:00:00',
    maxMissing: 1,
    dryRun: true,
    check: false,
    protocol: folder,
  } as const;
  for (const subject of ['p0', 'p1']) {
    const [fromFiles] = runExplain(request, subject).explanations;
    const fromRecord = await showVerdict(scenario.world.lead, { project: place.project, subject });
    expect(fromFiles!.verdict).toEqual(fromRecord.verdict);
  }
}

describeStores('one truth', (databases) => {
  // The readers differ by database in how they are asked, not in what they make of it.
  const usual = databases.kind === 'sqlite' || isThorough ? 6 : 2;
  // ASSAY_SEEDS=80 tries the first eighty; ASSAY_SEEDS=41-60 a piece of them.
  const [first, last] = (process.env['ASSAY_SEEDS'] ?? String(usual)).split('-').map(Number);
  const [from, to] = last === undefined ? [1, first!] : [first!, last];
  it.each(Array.from({ length: to - from + 1 }, (_, at) => from + at))(
    'is what every reader says of every unit, whatever happens in a project (seed %i)',
    async (seed) => {
      const random = seededRandom(`one truth ${seed}`);
      const scenario = await Scenario.begin(await databases.open(), random);
      const history: string[] = [];
      for (let step = 0; step < 20; step += 1) {
        history.push(await scenario.step());
        try {
          await compareReaders(scenario);
          if (!scenario.hasRounds && step % 5 === 4) await compareFiles(scenario);
        } catch (error) {
          throw new Error(`After:\n${history.join('\n')}`, { cause: error });
        }
      }
      expect(history.filter((one) => !one.startsWith('refused')).length).toBeGreaterThan(3);
    },
  );
});
