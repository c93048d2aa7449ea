import { groupBy } from '../../domain/group-by.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Figures, GuidelineVersion, RunFigure } from '../figures.ts';
import { day, decimal, estimate, plain, table } from './cells.ts';
import { gateMark, gateTable, runPlace, runTitle } from './gate-rows.ts';
import { guidelineBlocks } from './guideline-blocks.ts';
import { titlesOf } from './overview-section.ts';
import type { ReportBlock, ReportCell } from './report.ts';

/** Pilots: what each missed, what was changed in the guideline and why, how the next one did. */
export function pilotBlocks(figures: Figures): readonly ReportBlock[] {
  const pilots = figures.rounds.filter(({ kind }) => kind === 'pilot');
  return [...groupBy(pilots, ({ task }) => task)].flatMap(([task, runs]) =>
    taskBlocks(figures, task, runs),
  );
}

/** The versions of the guideline that came between two pilots of a task. */
export function betweenPilots({ rounds, guidelines }: Figures): readonly GuidelineVersion[] {
  const pilots = rounds.filter(({ kind }) => kind === 'pilot');
  return guidelines.filter(({ since }) =>
    pilots.some(
      (run) =>
        run.openedAt < since &&
        pilots.some((next) => next.task === run.task && next.openedAt >= since),
    ),
  );
}

function taskBlocks(
  figures: Figures,
  task: string,
  runs: readonly RunFigure[],
): readonly ReportBlock[] {
  const { tasks } = figures;
  const title = tasks.find((one) => one.task === task)?.title ?? task;
  return [
    { kind: 'heading', text: tasks.length === 1 ? 'Pilots' : `Pilots: ${title}` },
    gateTable(figures, runs, 'Pilots and their gates'),
    ...missedBlocks(figures, task, runs),
    ...runs.flatMap((run, at) => afterBlocks(figures, run, runs[at + 1])),
  ];
}

/** Questions that missed their target in some attempt, with what each attempt reached. */
function missedBlocks(
  figures: Figures,
  task: string,
  runs: readonly RunFigure[],
): readonly ReportBlock[] {
  const titles = titlesOf(figures, task);
  const missed = [...titles.keys()].filter((question) =>
    runs.some((run) =>
      run.checks.some((check) => check.status !== 'PASS' && questionOf(check) === question),
    ),
  );
  if (missed.length === 0) return [];
  const rows = missed.map((question) => [
    plain(titles.get(question)!),
    ...runs.map((run) => questionCell(figures, run, question)),
  ]);
  const columns = runs.map((run) => `#${runTitle(run)}`);
  return [table('Questions that missed their target in a pilot', ['Question', ...columns], rows)];
}

function questionOf({ scope }: RunFigure['checks'][number]): string | null {
  const { question } = scope.values as { readonly question?: string };
  return scope.code === 'scope-question' ? (question ?? null) : null;
}

function questionCell(figures: Figures, run: RunFigure, question: string): ReportCell {
  const own = run.checks.filter((check) => questionOf(check) === question);
  const check = own.find(({ status }) => status !== 'PASS') ?? own[0];
  if (check === undefined) return plain('–');
  const place = `${runPlace(figures, run)}.checks.${run.checks.indexOf(check)}.actual`;
  const { tone } = gateMark(check);
  const text = check.actual === null ? '–' : decimal(check.actual);
  const given = run.agreement?.questions.find((one) => one.question === question);
  const found = given?.measures[check.measure.replace(/\.low$/, '') as 'fleiss_kappa'];
  const note = found !== undefined && hasValue(found) ? estimate(found).note! : `n = ${check.n}`;
  return { text, note, figure: place, ...(tone === 'good' ? {} : { tone: tone! }) };
}

/** What happened between a pilot and the next one. */
function afterBlocks(
  figures: Figures,
  run: RunFigure,
  next: RunFigure | undefined,
): readonly ReportBlock[] {
  if (next === undefined) return [];
  const changes = figures.guidelines.filter(
    ({ since }) => since > run.openedAt && since <= next.openedAt,
  );
  if (changes.length > 0) return changes.flatMap((one) => guidelineBlocks(figures, one));
  const text =
    `${runTitle(run)} was followed by ${runTitle(next)} on ${day(next.openedAt)} under the same ` +
    `guideline, ${next.guideline}.`;
  return [{ kind: 'text', text }];
}
