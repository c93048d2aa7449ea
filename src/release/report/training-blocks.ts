import type { AdmissionStatus } from '../../truth/rounds/admission.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Figures, RunFigure } from '../figures.ts';
import { counted, day, decimal, percent, plain, table } from './cells.ts';
import { gateMark, gateTitle, runPlace, statedGates } from './gate-rows.ts';
import type { ReportBlock, ReportCell, ReportTable } from './report.ts';

/** Trainings by person and attempt, and who was admitted at the end. */
export function trainingBlocks(figures: Figures): readonly ReportBlock[] {
  return [...trainingsOf(figures)].flatMap(([task, runs]) => taskBlocks(figures, task, runs));
}

/** What everybody reached in every attempt of a training, by task. */
export function trainingTables(figures: Figures): readonly ReportTable[] {
  return [...trainingsOf(figures).values()].map((runs) => trainingTable(figures, runs));
}

function trainingsOf({ rounds }: Figures): ReadonlyMap<string, readonly RunFigure[]> {
  return groupBy(
    rounds.filter(({ kind }) => kind === 'training'),
    ({ task }) => task,
  );
}

function trainingTable(figures: Figures, runs: readonly RunFigure[]): ReportTable {
  const people = [...new Set(runs.flatMap(({ training }) => training.map((one) => one.annotator)))];
  const rows = people
    .toSorted()
    .map((annotator) => [
      plain(annotator),
      ...runs.map((run) => attemptCell(figures, run, annotator)),
      admissionCell(runs, annotator),
    ]);
  const columns = runs.map(({ attempt, openedAt }) => `#Attempt ${attempt}, ${day(openedAt)}`);
  return table('Training by person and attempt', ['Annotator', ...columns, 'At the end'], rows);
}

function taskBlocks(
  figures: Figures,
  task: string,
  runs: readonly RunFigure[],
): readonly ReportBlock[] {
  const { tasks } = figures;
  const title = tasks.find((one) => one.task === task)?.title ?? task;
  const shared = runs.flatMap((run) =>
    statedGates(figures, run).map(({ title: gate, code, value, result }) => [
      { text: gate, note: `attempt ${run.attempt}: ${code}` },
      value,
      result,
    ]),
  );
  return [
    { kind: 'heading', text: tasks.length === 1 ? 'Training' : `Training: ${title}` },
    { kind: 'text', text: howTrained(runs) },
    trainingTable(figures, runs),
    ...(shared.length === 0
      ? []
      : [table('Gates of the training', ['Gate', '#Value', 'Result'], shared)]),
  ];
}

function howTrained(runs: readonly RunFigure[]): string {
  const codes = runs.flatMap(({ checks }) =>
    checks.filter(({ annotator }) => annotator !== undefined).map(({ gate }) => gate),
  );
  const asked = [...new Set(codes)].map((code) => gateTitle(code)).join('; ');
  const units = counted(runs[0]!.units, 'unit');
  const what = `Everybody judged ${units} with known answers, the key`;
  return asked === '' ? `${what}.` : `${what}. Each had to reach: ${asked}.`;
}

/** What somebody reached in an attempt: the gates, and the share of right answers. */
function attemptCell(figures: Figures, run: RunFigure, annotator: string): ReportCell {
  const at = run.training.findIndex((one) => one.annotator === annotator);
  if (at < 0) return plain('');
  const { questions, judged } = run.training[at]!;
  if (judged === 0) return { text: '–', note: 'not judged' };
  const right = questions.reduce((sum, one) => sum + one.right, 0);
  const all = questions.reduce((sum, one) => sum + one.right + one.wrong, 0);
  const share = all === 0 ? '' : `, ${percent(right / all)} right of ${counted(all, 'answer')}`;
  const own = run.checks.filter((check) => check.annotator === annotator);
  const worst = own.find(({ status }) => status !== 'PASS') ?? own[0];
  if (worst === undefined)
    return {
      text: percent(all === 0 ? 0 : right / all),
      note: `right of ${counted(all, 'answer')}`,
    };
  const mark = gateMark(worst);
  const value = worst.actual === null ? '–' : decimal(worst.actual);
  return {
    text: `${mark.text} with ${value}`,
    tone: mark.tone!,
    note: `${counted(judged, 'unit')}${share}`,
    figure: `${runPlace(figures, run)}.checks.${run.checks.indexOf(worst)}.actual`,
  };
}

/** What the trainings together decided about somebody. */
function admissionCell(runs: readonly RunFigure[], annotator: string): ReportCell {
  const found = runs.flatMap(({ training }) =>
    training.filter((one) => one.annotator === annotator).map(({ admission }) => admission),
  );
  const attempts = { note: `after ${counted(found.length, 'attempt')}` };
  // The latest that is decided counts.
  const decided = found.findLast((one) => one !== 'awaiting' && one !== 'unfinished');
  return { ...admissionMarks[decided ?? found.at(-1)!], ...attempts };
}

const admissionMarks: Readonly<Record<AdmissionStatus, ReportCell>> = {
  admitted: { text: 'Admitted', tone: 'good' },
  waived: { text: 'Admitted by waiver', tone: 'warn' },
  failed: { text: 'Not admitted', tone: 'bad' },
  awaiting: { text: 'Not decided' },
  unfinished: { text: 'Not finished' },
};
