import type { MeasureName } from '../../domain/agreement/measure.ts';
import { inEnglish } from '../../domain/english.ts';
import { overallKinds } from '../../domain/rounds/gate.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import type { Figures, RunFigure } from '../figures.ts';
import { estimate, plain, table } from './cells.ts';
import {
  decidingRuns,
  leadingMeasure,
  measureName,
  runPlace,
  runTitle,
  titlesOf,
} from './overview-section.ts';
import type { ReportBlock, ReportCell, ReportSection } from './report.ts';

/** Agreement on every question, by several coefficients, each with its interval. */
export function agreementSection(figures: Figures): ReportSection {
  const runs = decidingRuns(figures);
  const blocks = runs.flatMap((run) => runBlocks(figures, run));
  const none = 'No round was judged by several annotators, so there is no agreement to report.';
  return {
    id: 'agreement',
    title: 'Agreement',
    blocks: blocks.length === 0 ? [{ kind: 'text', text: none }] : blocks,
  };
}

/** Coefficients in the order in which they are read; two annotators have Cohen's too. */
const shown: readonly MeasureName[] = [
  'percent_agreement',
  'cohen_kappa',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
  'positive_agreement',
];

function runBlocks(figures: Figures, run: RunFigure): readonly ReportBlock[] {
  const { questions, overall } = run.agreement!;
  if (questions.length === 0) return [];
  const hasValue = (name: MeasureName): boolean =>
    questions.some(({ measures }) => (measures[name]?.value ?? null) !== null);
  const names = shown.filter(hasValue);
  const titles = titlesOf(figures, run.task);
  const place = `${runPlace(figures, run)}.agreement`;
  const leading = leadingMeasure(run);
  const rows = questions.map(({ question, measures }, at) => [
    bandCell(titles.get(question) ?? question, measures[leading]?.value ?? null),
    ...names.map((name): ReportCell => {
      const given = measures[name];
      if (given === undefined || given.value === null) return plain('–');
      return estimate(given, `${place}.questions.${at}.measures.${name}`);
    }),
  ]);
  const missing = questions.flatMap(({ question, measures }) =>
    names.flatMap((name) => {
      const given = measures[name];
      if (given === undefined || given.value !== null) return [];
      const on = `${measureName(run, name)} on ${titles.get(question) ?? question}`;
      return [`${on} has no value: ${inEnglish(given.why)}`];
    }),
  );
  const kinds = overallKinds.filter((how) =>
    overall.some((one) => one.how === how && one.estimate.value !== null),
  );
  const all = names.map((name) => [
    plain(measureName(run, name)),
    ...kinds.map((how): ReportCell => {
      const at = overall.findIndex((one) => one.measure === name && one.how === how);
      const given = overall[at]?.estimate;
      if (given === undefined || given.value === null) return plain('–');
      return estimate(given, `${place}.overall.${at}.estimate`);
    }),
  ]);
  const titlesOfMeasures = names.map((name) => `#${measureName(run, name)}`);
  return [
    { kind: 'heading', text: `${titleOfTask(figures, run)} (${runTitle(run)})` },
    { kind: 'text', text: howToRead(run) },
    table(`Agreement per question in ${runTitle(run)}`, ['Question', ...titlesOfMeasures], rows),
    ...(missing.length === 0 ? [] : [{ kind: 'list' as const, items: missing }]),
    table(
      `Agreement over all questions in ${runTitle(run)}`,
      ['Measure', ...kinds.map((how) => `#${howTitles[how]}`)],
      all,
    ),
  ];
}

const howTitles = {
  macro: 'Mean over the questions',
  pooled: 'All answers in one pool',
  sets: 'Whole sets of labels (α by MASI distance)',
} as const;

function titleOfTask({ tasks }: Figures, { task }: RunFigure): string {
  return tasks.find((one) => one.task === task)?.title ?? task;
}

function bandCell(title: string, kappa: number | null): ReportCell {
  return kappa === null || kappa > 1 ? plain(title) : { text: title, note: kappaBand(kappa) };
}

function howToRead(run: RunFigure): string {
  const name = measureName(run, leadingMeasure(run));
  return (
    `Below each value: its 95 % interval and n, the number of units with at least two answers. ` +
    `The word under a question is Landis and Koch’s for its ${name}: a convention, not a test. ` +
    'Where nearly all answers are the same, chance-corrected coefficients are low or have no ' +
    'value although people agree; AC1 and positive agreement then say more.'
  );
}
