import type { MeasureName } from '../../domain/agreement/measure.ts';
import { inEnglish } from '../../domain/english.ts';
import { overallKinds } from '../../domain/rounds/gate.ts';
import { kappaBand } from '../../statistics/agreement/kappa-band.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { AgreementFigures } from '../agreement-figures.ts';
import type { Figures } from '../figures.ts';
import type { TaskFigures } from '../task-figures.ts';
import { counted, decimal, estimate, grouped, listed, plain, range, table } from './cells.ts';
import { measureName, runPlace, runTitle } from './gate-rows.ts';
import { agreementChart, leadingAgreement, titlesOf } from './overview-section.ts';
import type { ReportBlock, ReportCell, ReportSection, ReportTable } from './report.ts';
import { runMark } from './rounds-section.ts';

/** Agreement over all judgments that count first, then of every pair, then by round. */
export function agreementSection(figures: Figures): ReportSection {
  const blocks = figures.tasks.flatMap((task, at) => taskBlocks(figures, task, at));
  const none = 'No unit was judged by several annotators, so there is no agreement to report.';
  return {
    id: 'agreement',
    title: 'Agreement',
    blocks: blocks.length === 0 ? [{ kind: 'text', text: none }] : blocks,
  };
}

function taskBlocks(figures: Figures, task: TaskFigures, at: number): readonly ReportBlock[] {
  const { agreement } = task;
  const isShared = agreement.questions.some(({ measures }) =>
    Object.values(measures).some((given) => given.value !== null),
  );
  if (!isShared) return [];
  const isOne = figures.tasks.length === 1;
  const title = isOne ? 'All judgments that count' : `${task.title}: all judgments that count`;
  return [
    { kind: 'heading', text: title },
    { kind: 'text', text: howToRead(figures, task) },
    overallTable(task, at),
    ...(isOne ? [] : agreementChart(figures, task, at)),
    ...questionBlocks(figures, task, at),
    ...pairBlocks(figures, task, at),
    ...[roundAgreement(figures, task)].filter(({ rows }) => rows.length > 0),
  ];
}

/** Coefficients in the order in which they are read; two annotators have Cohen's too. */
const shown: readonly MeasureName[] = [
  'cohen_kappa',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
  'percent_agreement',
  'positive_agreement',
];

/** The measures of which some question has a value, the leading one first. */
function measuresIn({ leading, questions }: AgreementFigures): readonly MeasureName[] {
  const has = (name: MeasureName): boolean =>
    questions.some(({ measures }) => (measures[name]?.value ?? null) !== null);
  return [leading, ...shown.filter((name) => name !== leading)].filter(has);
}

function howToRead({ rounds }: Figures, { task, judgments, agreement }: TaskFigures): string {
  const counting = rounds.filter(
    (run) => run.task === task && run.kind !== 'training' && (run.kind === 'full' || run.passed),
  );
  const from = counting.length === 0 ? '' : `, given in ${listed(counting.map(runTitle))}`;
  const judged = counted(judgments.counted, 'judgment');
  const leading = measureName(agreement, agreement.leading);
  return (
    `This is measured on all judgments that count towards the truth: ${judged} by ` +
    `${listed(agreement.annotators)}${from}. Below each value stands its 95 % interval; n is the ` +
    'number of units with at least two answers. ' +
    `The word under a question is Landis and Koch’s for its ${leading}: ` +
    'a convention, not a test. Where nearly all answers are the same, coefficients that correct ' +
    'for chance are low or have no value although people agree; AC1 and positive agreement then ' +
    'say more.'
  );
}

const howTitles = {
  macro: 'Mean over the questions',
  pooled: 'All answers in one pool',
  sets: 'Whole sets of labels (α by MASI distance)',
} as const;

/** The agreement over all questions of a task, by every measure. */
export function overallTable({ agreement, title }: TaskFigures, at: number): ReportTable {
  const names = measuresIn(agreement);
  const { overall } = agreement;
  const kinds = overallKinds.filter((how) =>
    overall.some((one) => one.how === how && one.estimate.value !== null),
  );
  const units = Math.max(...overall.map((one) => one.estimate.n));
  const rows = names.map((name) => [
    plain(measureName(agreement, name)),
    ...kinds.map((how): ReportCell => {
      const place = overall.findIndex((one) => one.measure === name && one.how === how);
      const given = overall[place]?.estimate;
      if (given === undefined || given.value === null) return plain('–');
      return range(given, `tasks.${at}.agreement.overall.${place}.estimate`);
    }),
  ]);
  return table(
    `Agreement over all questions of “${title}”, on ${counted(units, 'unit')}`,
    ['Measure', ...kinds.map((how) => `#${howTitles[how]}`)],
    rows,
  );
}

function questionBlocks(figures: Figures, task: TaskFigures, at: number): readonly ReportBlock[] {
  const { agreement } = task;
  const { leading, questions } = agreement;
  if (questions.length < 2) return [];
  const names = measuresIn(agreement);
  const titles = titlesOf(figures, task.task);
  const rows = questions.map(({ question, measures }, place) => {
    const first = measures[leading]!;
    return [
      bandCell(titles.get(question) ?? question, first),
      plain(grouped(first.n)),
      ...names.map((name): ReportCell => {
        const given = measures[name];
        if (given === undefined || given.value === null) return plain('–');
        return range(given, `tasks.${at}.agreement.questions.${place}.measures.${name}`);
      }),
    ];
  });
  const missing = questions.flatMap(({ question, measures }) =>
    names.flatMap((name) => {
      const given = measures[name];
      // That it is for two answers only is said in its definition.
      if (given === undefined || given.value !== null || name === 'positive_agreement') return [];
      const on = `${measureName(agreement, name)} on ${titles.get(question) ?? question}`;
      return [`${on} has no value: ${inEnglish(given.why)}`];
    }),
  );
  const columns = ['Question', '#n', ...names.map((name) => `#${measureName(agreement, name)}`)];
  return [
    table('Agreement on each question', columns, rows),
    ...(missing.length === 0 ? [] : [{ kind: 'list' as const, items: missing }]),
  ];
}

function bandCell(title: string, given: Estimate): ReportCell {
  if (!hasValue(given) || given.value > 1) return plain(title);
  return { text: title, note: kappaBand(given.value) };
}

/** So many pairs have a column each; more have a row each, without the questions. */
const mostColumns = 4;
/** So many pairs are printed. */
const mostPairs = 24;

/** Cohen’s κ of every pair. */
function pairBlocks(figures: Figures, task: TaskFigures, at: number): readonly ReportBlock[] {
  const { pairs } = task.agreement;
  const place = (pair: number): string => `tasks.${at}.agreement.pairs.${pair}`;
  if (pairs.length < 2) return [];
  const caption = `${measureName(null, 'cohen_kappa')} of every two annotators`;
  const named = ({ first, second }: (typeof pairs)[number]): string => `${first} and ${second}`;
  if (pairs.length <= mostColumns && pairs[0]!.questions.length > 1) {
    const titles = titlesOf(figures, task.task);
    const mean = [
      { text: 'Mean over the questions', note: 'without an interval' },
      ...pairs.map(({ kappa }, pair): ReportCell => {
        const { text } = estimate(kappa);
        return { text, note: `n = ${grouped(kappa.n)}`, figure: `${place(pair)}.kappa` };
      }),
    ];
    const rows = pairs[0]!.questions.map(({ question }, row) => [
      plain(titles.get(question) ?? question),
      ...pairs.map(({ questions }, pair) =>
        range(questions[row]!.kappa, `${place(pair)}.questions.${row}.kappa`),
      ),
    ]);
    return [
      table(caption, ['Question', ...pairs.map((pair) => `#${named(pair)}`)], [mean, ...rows]),
    ];
  }
  const inOrder = pairs
    .map((pair, index) => ({ pair, index }))
    .toSorted((a, b) => (a.pair.kappa.value ?? 2) - (b.pair.kappa.value ?? 2));
  const rows = inOrder
    .slice(0, mostPairs)
    .map(({ pair, index }) => [
      plain(named(pair)),
      plain(grouped(pair.units)),
      { text: estimate(pair.kappa).text, figure: `${place(index)}.kappa` },
      { text: estimate(pair.percent).text, figure: `${place(index)}.percent` },
    ]);
  const rest = pairs.length - rows.length;
  return [
    table(
      `${caption}, the lowest first`,
      [
        'Pair',
        '#Units',
        `#${measureName(null, 'cohen_kappa')}`,
        `#${measureName(null, 'percent_agreement')}`,
      ],
      rows,
    ),
    ...(rest === 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: `${counted(rest, 'further pair')} agree more; they are in figures.json.`,
          },
        ]),
  ];
}

/** The agreement of each run by itself, those that do not count among them. */
export function roundAgreement(figures: Figures, task: TaskFigures): ReportTable {
  const runs = figures.rounds.filter((run) => run.task === task.task && run.agreement !== null);
  const { leading } = task.agreement;
  const rows = runs.map((run) => {
    const { questions, pairs } = run.agreement!;
    const place = runPlace(figures, run);
    const found = leadingAgreement({ agreement: { ...run.agreement!, leading } }, place);
    const valued = questions.flatMap(({ measures }) => {
      const given = measures[leading];
      return given === undefined || !hasValue(given) ? [] : [given.value];
    });
    const kappas = pairs.flatMap(({ kappa }) => (hasValue(kappa) ? [kappa.value] : []));
    const between = (values: readonly number[]): ReportCell =>
      values.length === 0
        ? plain('–')
        : plain(`${decimal(Math.min(...values))} to ${decimal(Math.max(...values))}`);
    return [
      { text: runTitle(run), note: `guideline ${run.guideline}` },
      plain(grouped(found?.estimate.n ?? 0)),
      found === null ? plain('–') : range(found.estimate, found.figure),
      between(valued),
      between(kappas),
      runMark(run),
    ];
  });
  const columns = [
    'Round',
    '#n',
    `#${measureName(task.agreement, leading)}`,
    '#Lowest to highest question',
    `#${measureName(null, 'cohen_kappa')} of pairs`,
    'Gates',
  ];
  return table('Agreement by round', columns, rows);
}
