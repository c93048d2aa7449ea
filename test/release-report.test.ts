import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MeasureName } from '../src/domain/agreement/measure.ts';
import { monitorAgreement, monitorPairs } from '../src/operations/monitoring/monitor-figures.ts';
import { cutRelease } from '../src/operations/release/cut-release.ts';
import { readRecord } from '../src/operations/release/read-record.ts';
import { readReleaseRecord } from '../src/operations/release/release-record.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { figures as figuresOf } from '../src/release/figures.ts';
import type { Figures } from '../src/release/figures.ts';
import type { Valued } from '../src/statistics/estimate.ts';
import { foldRecord } from '../src/release/record-fold.ts';
import { reportContent } from '../src/release/report/report-content.ts';
import type { Report, ReportCell, ReportTable } from '../src/release/report/report.ts';
import { lastingFolder, releaseRequest } from './cut-releases.ts';
import { lastingWorld } from './lasting-world.ts';
import { leftOutBecause, tenWeeksProject, workTenWeeks } from './ten-weeks.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';
import { testDatabases } from './stores.ts';

const folder = lastingFolder();
const small = { full: 200, pilot: 45, training: 15, weeks: 10, careless: [4, 5] };

const leaving = { allowOpen: leftOutBecause };

const worked = lastingWorld(async (world) => {
  await workTenWeeks(world, small);
  const { out, ...choice } = releaseRequest(join(folder, 'one'), leaving);
  const cut = await cutRelease(world.lead, tenWeeksProject, { ...choice, out });
  if (!cut.cut) throw new Error('something is open');
  const read = readReleaseRecord(out);
  if ('failure' in read) throw new Error('there is no record');
  const fold = foldRecord(read.record, choice.seed);
  const figures = figuresOf(fold, choice);
  return { figures, report: reportContent(fold, figures) };
});

const fileOf = (name: string): string => readFileSync(join(folder, 'one', name), 'utf8');

function tableOf(report: Report, caption: string): ReportTable {
  const found = report.sections
    .flatMap(({ blocks }) => blocks)
    .find((block): block is ReportTable => block.kind === 'table' && block.caption === caption);
  if (found === undefined) throw new Error(`no table ${caption}`);
  return found;
}

/** What a report says, as one text. */
function wordsOf({ sections }: Report): string {
  return JSON.stringify(sections);
}

const shown = ({ text, tone, note }: ReportCell): string =>
  [tone === undefined ? text : `${tone}: ${text}`, ...(note === undefined ? [] : [note])].join(
    ' | ',
  );

const rowsOf = ({ rows }: ReportTable): readonly (readonly string[])[] =>
  rows.map((row) => row.map(shown));

const mean = ({ tasks: [task] }: Pick<Figures, 'tasks'>, measure: MeasureName) =>
  task!.agreement.overall.find((one) => one.measure === measure && one.how === 'macro')!.estimate;

describe('the report of a release', () => {
  it('says how well people agree in all judgments that count, as the workbench does', async () => {
    const { world, figures, report } = worked();
    const live = await monitorAgreement(world.lead, { project: tenWeeksProject });
    const pairs = await monitorPairs(world.lead, { project: tenWeeksProject });
    const kappa = mean(figures, 'fleiss_kappa');
    // The full round and the pilot that was waived; the failed ones do not count.
    expect([kappa.n, live.units]).toEqual([245, 245]);
    expect(kappa.value).toBeCloseTo(live.overall.fleiss_kappa!.value!, 11);
    expect(
      figures.tasks[0]!.agreement.questions.map((one) => one.measures.fleiss_kappa!.n),
    ).toEqual(live.questions.map((one) => one.measures.fleiss_kappa!.n));
    expect(figures.tasks[0]!.agreement.pairs.map(({ first, second }) => [first, second])).toEqual([
      ['expert_a', 'expert_b'],
      ['expert_a', 'expert_c'],
      ['expert_b', 'expert_c'],
    ]);
    const ofPair = (first: string, second: string): number =>
      pairs.pairs.find(
        (pair) => [first, second].includes(pair.first) && [first, second].includes(pair.second),
      )!.kappa.value!;
    expect(figures.tasks[0]!.agreement.pairs[1]!.kappa.value).toBeCloseTo(
      ofPair('expert_a', 'expert_c'),
      11,
    );
    const text = `Fleiss’ κ ${kappa.value!.toFixed(2)}`;
    const [overview] = report.sections;
    expect(JSON.stringify(overview)).toContain(text);
    // In the chapter on agreement it comes before the rounds, whose figures are others.
    const captions = report.sections
      .find(({ id }) => id === 'agreement')!
      .blocks.flatMap((block) => (block.kind === 'table' ? [block.caption] : []));
    expect(captions).toEqual([
      'Agreement over all questions of “Regulatory topics of a chunk”, on 245 units',
      'Agreement on each question',
      'Cohen’s κ of every two annotators',
      'Agreement by round',
    ]);
  });

  it('says the same in every file of the release', () => {
    const { figures, report } = worked();
    const { value } = mean(figures, 'fleiss_kappa');
    const [low, high] = (mean(figures, 'fleiss_kappa') as Valued).interval!;
    const said = `| ${value!.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}) |`;
    for (const name of ['README.md', 'DATASHEET.md'])
      expect(fileOf(name)).toMatch(new RegExp(`\\| Fleiss’ κ ${escaped(said)}`));
    expect(JSON.parse(fileOf('figures.json'))).toEqual(JSON.parse(JSON.stringify(figures)));
    const page = fileOf('report.html');
    const cells = report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : [])),
    );
    expect(cells.length).toBeGreaterThan(500);
    for (const { figure, text } of cells)
      if (figure !== undefined) expect(page).toMatch(`data-figure="${figure}">`);
      else expect(page).toContain(text.split(/[&<>"']/)[0]!);
    const gates = tableOf(report, 'Full rounds and their gates');
    for (const row of rowsOf(gates)) {
      const result = row.at(-1)!.split(' | ')[0]!.replace('good: ', '');
      expect(fileOf('README.md')).toContain(`${row[1]!.split(' | ')[0]!} (`);
      expect(['Passed']).toContain(result);
    }
  });

  it('has trainings by person and attempt', () => {
    const { columns, rows } = tableOf(worked().report, 'Training by person and attempt');
    expect(columns.map(({ title }) => title)).toEqual([
      'Annotator',
      'Attempt 1, 2 Mar 2026',
      'Attempt 2, 9 Mar 2026',
      'At the end',
    ]);
    const cells = rows.map((row) => row.map(({ text, tone }) => [text.split(' with')[0]!, tone]));
    expect(cells).toEqual([
      [
        ['expert_a', undefined],
        ['Passed', 'good'],
        ['', undefined],
        ['Admitted', 'good'],
      ],
      [
        ['expert_b', undefined],
        ['Passed', 'good'],
        ['', undefined],
        ['Admitted', 'good'],
      ],
      [
        ['expert_c', undefined],
        ['Failed', 'bad'],
        ['Passed', 'good'],
        ['Admitted', 'good'],
      ],
    ]);
  });

  it('has pilots with what they missed, what was changed and why, and how the next one did', () => {
    const { report, figures } = worked();
    const overall = rowsOf(tableOf(report, 'Pilots and their gates')).filter((row) =>
      row[1]!.includes('0.70 overall'),
    );
    expect(overall.map((row) => [row[0]!.split(' | ')[0], row[3]])).toEqual([
      ['pilot', 'bad: Failed'],
      ['pilot, attempt 2', 'bad: Failed'],
      ['pilot, attempt 3', 'good: Passed'],
    ]);
    const missed = tableOf(report, 'Questions that missed their target in a pilot');
    expect(missed.columns.map(({ title }) => title)).toEqual([
      'Question',
      'pilot',
      'pilot, attempt 2',
      'pilot, attempt 3',
    ]);
    const leverage = missed.rows.find(([question]) => question!.text === 'Leverage ratio')!;
    expect(leverage.at(-1)!.tone).toBe('warn');
    const rounds = JSON.stringify(report.sections.find(({ id }) => id === 'rounds'));
    expect(figures.guidelines.map(({ guideline, reason }) => [guideline, reason !== null])).toEqual(
      [
        ['0.8', false],
        ['0.9', true],
        ['1.0', true],
      ],
    );
    for (const { reason } of figures.guidelines.slice(1)) expect(rounds).toContain(reason!);
    expect(rounds).toContain('Guideline 0.8 became 0.9 on ');
    expect(rounds).toContain('added “Credit risk in general');
    expect(rounds).toContain('The chapter “Borders between labels” was added.');
  });

  it('has waivers with what was missed, by whom, and why', () => {
    const [row] = rowsOf(tableOf(worked().report, 'What was waived, by whom, and why'));
    expect(row![0]).toBe(
      'Fleiss’ κ at least 0.60 on every question | ' +
        'fleiss_kappa >= 0.60 per question; pilot, attempt 3',
    );
    expect(row![1]).toMatch(/^.*LeverageRatio 0\.\d\d/);
    expect(row![2]).toMatch(/^lena \| \d+ Apr 2026$/);
    expect(row![3]).toMatch(/^One label is below its target/);
  });

  it('counts rulings by kind, and every one of them', () => {
    const { figures, report } = worked();
    const { rulings } = figures.tasks[0]!;
    const { settled, overruled, confirmed, excluded, stated } = rulings.kinds;
    expect(settled + overruled + confirmed + excluded + stated + rulings.replaced).toBe(
      figures.counts.rulings,
    );
    expect(rulings.total).toBe(figures.counts.rulings);
    expect([settled > 0, excluded > 0, rulings.replaced]).toEqual([true, true, 1]);
    const excludedUnits = tableOf(report, 'Excluded units by reason').rows;
    expect(excludedUnits.map((row) => row.at(-1)!.text)).toEqual([String(excluded)]);
    expect(figures.tasks[0]!.exclusions).toHaveLength(excluded);
  });

  it('tells from how many units were drawn', () => {
    const draws = rowsOf(tableOf(worked().report, 'Draws'));
    // 465 units, of which the trainings took 15 each, and every pilot 45.
    expect(draws.map((row) => row.slice(0, 3))).toEqual([
      ['pilot', '45', '435'],
      ['pilot, attempt 2', '45', '390'],
      ['pilot, attempt 3', '45', '345'],
      ['full', '200', '300'],
    ]);
  });

  it('keeps what meetings decided', () => {
    const { figures } = worked();
    expect(figures.decisions.map(({ meeting, by }) => [meeting, by])).toEqual([
      ['Week 5', 'lena'],
      ['Week 6', 'lena'],
    ]);
    expect(fileOf('record/decisions.jsonl').split('\n')).toHaveLength(3);
  });

  it('explains itself: no empty chapter, table or sentence', () => {
    for (const { title, blocks } of worked().report.sections) {
      expect(title).not.toBe('');
      expect(blocks.length).toBeGreaterThan(0);
      for (const block of blocks) {
        if (block.kind === 'table') expect(block.rows.length).toBeGreaterThan(0);
        if (block.kind === 'list') expect(block.items.length).toBeGreaterThan(0);
        if (block.kind === 'text') expect(block.text.trim()).toMatch(/[.:]$/);
      }
    }
    expect(wordsOf(worked().report)).not.toMatch(/undefined|NaN|null|\bscope-/);
  });

  it('is verified, and has the same bytes when it is cut again', async () => {
    const { world } = worked();
    const { out, ...choice } = releaseRequest(join(folder, 'two'), leaving);
    await cutRelease(world.lead, tenWeeksProject, { ...choice, out });
    for (const name of ['SHA256SUMS', 'manifest.json'])
      expect(readFileSync(join(out, name), 'utf8')).toBe(fileOf(name));
    expect((await verifyRelease({ folder: out, signer: null, head: null })).differences).toEqual(
      [],
    );
  }, 60_000);
});

describe('what a draw stands for', () => {
  const databases = testDatabases('sqlite');

  it('is what was left when it was drawn: not what earlier rounds had taken', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 12, annotators: 1, draw: { by: keywords } }';
    await makeProject(world, protocolContent({ rounds }), 40);
    const anna = await world.person('anna');
    for (const _ of [1, 2]) {
      const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
      await judgeAll(anna, run.id, truthOf);
      await closeRound(world.lead, { run: run.id });
      world.pass(60);
    }
    const { out: _, ...choice } = releaseRequest('');
    const fold = foldRecord(await readRecord(world.lead, project), 1);
    const figures = figuresOf(fold, choice);
    expect(figures.tasks[0]!.design).toMatchObject({
      drawn: 12,
      left: 28,
      certain: 12,
      population: 40,
      unused: 0,
    });
    const words = wordsOf(reportContent(fold, figures));
    expect(words).toContain('12 of 28 units were drawn');
    expect(words).toContain('to represent all 28.');
    expect(words).not.toContain('represent 40');
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[|().]/g, '\\$&');
}
