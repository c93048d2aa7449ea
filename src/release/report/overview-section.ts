import type { MeasureName } from '../../domain/agreement/measure.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { Figures, RunFigure } from '../figures.ts';
import type { TaskFigures } from '../task-figures.ts';
import { count, counted, day, decimal, estimate, grouped, listed } from './cells.ts';
import { gateTitle, measureName, runTitle, statedGates } from './gate-rows.ts';
import type { IntervalChart, ReportBlock, ReportCell, ReportSection } from './report.ts';
import { standingFacts } from './standing-table.ts';

/**
 * The first page, for somebody who reads no other: what was judged, by whom, under which guideline,
 * how well they agree, where the units are, and what to be careful about.
 */
export function overviewSection(figures: Figures): ReportSection {
  return {
    id: 'overview',
    title: 'At a glance',
    blocks: [
      { kind: 'summary', rows: summary(figures) },
      ...standingFacts(figures),
      ...(figures.tasks.length === 1 ? agreementChart(figures, figures.tasks[0]!, 0) : []),
      ...careful(figures),
    ],
  };
}

function summary(figures: Figures) {
  const { tasks, counts, guidelines, asOf } = figures;
  const guideline = guidelines.at(-1)!;
  const versions = guidelines.length;
  const gates = gateCells(figures);
  return [
    { title: 'What was judged', cells: tasks.map((task) => whatWasJudged(figures, task)) },
    { title: 'By whom', cells: whoJudged(figures) },
    {
      title: 'Under which guideline',
      cells: [
        {
          text: `Version ${guideline.guideline}, in force since ${day(guideline.since)}`,
          note:
            versions === 1
              ? 'It did not change.'
              : `It is the last of ${counted(versions, 'version')}: ` +
                `${listed(guidelines.map((one) => one.guideline))}.`,
        },
      ],
    },
    ...tasks.map((task, at) => ({
      title: tasks.length === 1 ? 'How well they agree' : `Agreement: ${task.title}`,
      cells: howWell(figures, task, at),
    })),
    ...(gates.length === 0 ? [] : [{ title: 'What it had to reach', cells: gates }]),
    {
      title: 'Released',
      cells: [
        {
          ...count(counts.released, 'counts.released'),
          text: `${counted(counts.released, 'unit')} with a truth`,
          note: `${sides(figures)}The record ends on ${day(asOf)}.`,
        },
      ],
    },
  ];
}

function sides({ tasks }: Figures): string {
  const splits = tasks.flatMap(({ split }) => (split === null ? [] : [split]));
  if (splits.length === 0) return '';
  const sum = (side: 'dev' | 'test'): number =>
    splits.reduce((all, { sizes }) => all + sizes[side], 0);
  return `${grouped(sum('dev'))} for development, ${grouped(sum('test'))} for testing. `;
}

function whatWasJudged({ rounds }: Figures, task: TaskFigures): ReportCell {
  const { title, asked, questions, judgments } = task;
  const own = rounds.filter((run) => run.task === task.task);
  const shown = own.length === 0 ? '' : ` in ${counted(own.length, 'round')}`;
  const compared =
    questions.length === asked ? '' : `, ${grouped(questions.length)} of them compared`;
  return {
    text: title,
    note:
      `${counted(asked, 'question')}${compared}; ` +
      `${counted(judgments.total, 'judgment')}${shown}, ` +
      `of which ${grouped(judgments.counted)} count`,
  };
}

/** More names than these are counted and not listed. */
const mostNames = 8;

function whoJudged({ annotators, counts, tasks }: Figures): readonly ReportCell[] {
  const groups = [
    { of: annotators.filter(({ kind }) => kind === 'human'), one: 'person', many: 'people' },
    {
      of: annotators.filter(({ kind }) => kind === 'model'),
      one: 'run of a model',
      many: 'runs of models',
    },
    {
      of: annotators.filter(({ kind }) => kind === 'rule'),
      one: 'keyword rule',
      many: 'keyword rules',
    },
    {
      of: annotators.filter(({ kind }) => kind === null),
      one: 'annotator who is not on the panel',
      many: 'annotators who are not on the panel',
    },
  ].filter(({ of }) => of.length > 0);
  const ruled = [...new Set(tasks.flatMap(({ rulings }) => rulings.by.map(({ name }) => name)))];
  return [
    ...groups.map(({ of, one, many }): ReportCell => {
      const names = of.map(({ annotator }) => annotator);
      const text = counted(of.length, one, many);
      return names.length > mostNames ? { text } : { text: `${text}: ${listed(names)}` };
    }),
    ...(counts.rulings === 0
      ? []
      : [
          {
            text: `${counted(counts.rulings, 'ruling')} by ${listed(ruled)}`,
            note: 'A ruling, with a name and a reason, decides where judgments do not.',
          },
        ]),
  ];
}

/** The mean over the questions of what is shown first, in all judgments that count. */
export function leadingAgreement(
  { agreement: { leading, overall } }: Pick<TaskFigures, 'agreement'>,
  place: string,
): { readonly measure: MeasureName; readonly estimate: Estimate; readonly figure: string } | null {
  const at = overall.findIndex(({ measure, how }) => measure === leading && how === 'macro');
  const found = overall[at];
  if (found === undefined) return null;
  const figure = `${place}.agreement.overall.${at}.estimate`;
  return { measure: leading, estimate: found.estimate, figure };
}

function howWell(figures: Figures, task: TaskFigures, at: number): readonly ReportCell[] {
  const leading = leadingAgreement(task, `tasks.${at}`);
  const { annotators, questions, pairs } = task.agreement;
  if (leading === null || annotators.length < 2)
    return [{ text: 'Not known', note: 'No unit was judged by two annotators.' }];
  const { measure, estimate: given, figure } = leading;
  const { text, note } = estimate(given, figure);
  const mean = questions.length === 1 ? '' : `, mean over ${counted(questions.length, 'question')}`;
  const lowest = lowestQuestion(figures, task);
  const kappas = pairs.flatMap(({ kappa }) => (hasValue(kappa) ? [kappa.value] : []));
  return [
    {
      text: `${measureName(task.agreement, measure)} ${text}`,
      note: `95 % interval ${note!} units${mean}; 1 is full agreement, 0 is chance`,
      figure,
    },
    ...(lowest === null || questions.length === 1 ? [] : [lowest]),
    ...(kappas.length < 2 || measure === 'cohen_kappa'
      ? []
      : [
          {
            text:
              `${measureName(null, 'cohen_kappa')} of two annotators: ` +
              `${decimal(Math.min(...kappas))} to ${decimal(Math.max(...kappas))}`,
            note: `over ${counted(kappas.length, 'pair')}`,
          },
        ]),
  ];
}

function lowestQuestion(figures: Figures, task: TaskFigures): ReportCell | null {
  const { leading, questions } = task.agreement;
  const titles = titlesOf(figures, task.task);
  const valued = questions.flatMap(({ question, measures }) => {
    const given = measures[leading];
    return given === undefined || !hasValue(given) ? [] : [{ question, given }];
  });
  const [lowest] = valued.toSorted((a, b) => a.given.value - b.given.value);
  if (lowest === undefined) return null;
  const { text, note } = estimate(lowest.given);
  return { text: `Lowest: ${titles.get(lowest.question) ?? lowest.question} ${text}`, note: note! };
}

/** The last closed run of every task that decides about its truth: full if there is one. */
function decidingRuns({ rounds }: Figures): readonly RunFigure[] {
  const tasks = [...new Set(rounds.map((run) => run.task))];
  return tasks.flatMap((task) => {
    const own = rounds.filter((run) => run.task === task && run.agreement !== null);
    const full = own.findLast((run) => run.kind === 'full');
    const run = full ?? own.at(-1);
    return run === undefined ? [] : [run];
  });
}

/** The gates of the runs that decide, with their values. */
function gateCells(figures: Figures): readonly ReportCell[] {
  return decidingRuns(figures).flatMap((run) =>
    statedGates(figures, run).map(({ title, value, result }) => ({
      ...result,
      text: `${result.text}: ${title}`,
      note: [`${runTitle(run)}, ${value.text}`, value.note, result.note]
        .filter((one) => one !== undefined)
        .join('; '),
    })),
  );
}

/** Agreement per question of a task, as one chart. */
export function agreementChart(
  figures: Figures,
  task: TaskFigures,
  at: number,
): readonly IntervalChart[] {
  const { leading, questions } = task.agreement;
  const titles = titlesOf(figures, task.task);
  const rows = questions.map(({ question, measures }, place) => {
    const given = measures[leading]!;
    const [low, high] = given.value === null ? [null, null] : (given.interval ?? [null, null]);
    return {
      label: titles.get(question) ?? question,
      value: given.value,
      low,
      high,
      cell: estimate(given, `tasks.${at}.agreement.questions.${place}.measures.${leading}`),
    };
  });
  if (rows.length < 2) return [];
  const bounds = rows.flatMap(({ value, low }) => [value ?? 1, low ?? 1]);
  const least = Math.min(...bounds);
  const from = least >= 0.5 ? 0.5 : Math.max(-1, Math.floor(least * 5) / 5);
  const target = targetOf(figures, task);
  const name = measureName(task.agreement, leading);
  const said = rows.map(({ label, cell }) => `${label} ${cell.text} (${cell.note ?? ''})`);
  const of = figures.tasks.length === 1 ? '' : ` on ${task.title}`;
  return [
    {
      kind: 'intervals',
      caption: `${name}${of} in all judgments that count, with 95 % intervals`,
      alternative: `${name} per question: ${said.join('; ')}.`,
      range: [from, 1],
      target,
      rows,
    },
  ];
}

/** The questions of a task by their titles. */
export function titlesOf({ tasks }: Figures, task: string): ReadonlyMap<string, string> {
  const own = tasks.find((one) => one.task === task)?.questions ?? [];
  return new Map(own.map(({ question, title }) => [question, title]));
}

/** What the run that decides asks of a question by the measure that is shown first. */
function targetOf(figures: Figures, { task, agreement: { leading } }: TaskFigures): number | null {
  const run = decidingRuns(figures).find((one) => one.task === task);
  const gates = run?.checks.filter((one) => one.measure === leading) ?? [];
  const perQuestion = gates.filter((one) => one.scope.code === 'scope-question');
  return (perQuestion.length > 0 ? perQuestion : gates).at(0)?.target ?? null;
}

/** What a reader should know before relying on the release. */
function careful(figures: Figures): readonly ReportBlock[] {
  const warnings = cautions(figures);
  if (warnings.length === 0) {
    const text = 'Nothing was waived, left out or changed after the first judgment.';
    return [{ kind: 'notice', tone: 'good', text }];
  }
  return [
    { kind: 'heading', text: 'What to be careful about' },
    { kind: 'list', items: warnings },
  ];
}

function cautions(figures: Figures): readonly string[] {
  const { simulated, allowOpen, waivers, ruleChanges, rounds, tasks, counts } = figures;
  const standing = waivers.filter((waiver) => waiver.withdrawn === null);
  const unmet = rounds.filter((run) => run.kind !== 'training' && !run.passed);
  const failed = unmet.filter((run) => run.status !== 'SUPERSEDED');
  const superseded = unmet.filter((run) => run.status === 'SUPERSEDED');
  const weakest = tasks.flatMap((task) => agreementBelow(figures, task, true));
  const ungated = tasks.flatMap((task) => agreementBelow(figures, task, false));
  const flagged = (flag: string): readonly string[] =>
    tasks.flatMap((task) =>
      task.labels.labels
        .filter(({ flags }) => flags.some((one) => one === flag))
        .map(({ question }) => titlesOf(figures, task.task).get(question) ?? question),
    );
  const outliers = tasks.flatMap((task) =>
    task.annotators.annotators.filter(({ outlier }) => outlier).map(({ annotator }) => annotator),
  );
  const twins = tasks.reduce((sum, task) => sum + (task.split?.acrossSides.length ?? 0), 0);
  const when = (isSo: boolean, text: string): readonly string[] => (isSo ? [text] : []);
  return [
    ...when(simulated, 'The judgments are simulated. They show the method, not a result.'),
    ...when(
      counts.assisted > 0,
      `${counted(counts.assisted, 'judgment')} of ${grouped(counts.judgments)} were given ` +
        `with a suggestion by ${listed(counts.assistedBy)} in sight. They count towards ` +
        'the truth, but not towards agreement; the source of the suggestions must not be ' +
        'measured against it.',
    ),
    ...when(allowOpen !== null, `Units without a truth were left out: ${allowOpen ?? ''}`),
    ...standing.map(
      ({ gate, round, by, reason }) =>
        `${by} waived “${gateTitle(gate)}” (${gate}) of ${round}: ${reason}`,
    ),
    ...when(
      ruleChanges.length > 0,
      `The rules changed ${counted(ruleChanges.length, 'time')} after judging had begun.`,
    ),
    ...when(
      failed.length > 0,
      'Rounds that missed their gates, so that their judgments do not count: ' +
        `${failed.map(runTitle).join('; ')}.`,
    ),
    ...when(
      superseded.length > 0,
      'Rounds that a change of the guideline or the questions superseded: ' +
        `${superseded.map(runTitle).join('; ')}.`,
    ),
    ...when(weakest.length > 0, `Agreement below the target: ${weakest.join('; ')}.`),
    ...when(
      ungated.length > 0,
      `No gate asks for agreement here, and it is low: ${ungated.join('; ')}.`,
    ),
    ...when(
      outliers.length > 0,
      `Agrees clearly less with the others than the others do: ${listed([...new Set(outliers)])}.`,
    ),
    ...rarely('few', 'Fewer positives than planned'),
    ...rarely('rare', 'Rarer than planned'),
    ...rarely('frequent', 'More frequent than planned'),
    ...when(
      twins > 0,
      `On both sides of the split: ${counted(twins, 'pair')} of nearly equal texts.`,
    ),
  ];

  function rarely(flag: string, words: string): readonly string[] {
    const found = flagged(flag);
    return found.length === 0 ? [] : [`${words}: ${found.join(', ')}.`];
  }
}

/**
 * Questions whose agreement is below the target of a gate, or, where no gate sets one, what Landis
 * and Koch would call moderate at best.
 */
function agreementBelow(figures: Figures, task: TaskFigures, gated: boolean): readonly string[] {
  const target = targetOf(figures, task);
  if ((target !== null) !== gated) return [];
  const { leading, questions } = task.agreement;
  const titles = titlesOf(figures, task.task);
  return questions.flatMap(({ question, measures }) => {
    const given = measures[leading];
    if (given === undefined || !hasValue(given) || given.value >= (target ?? 0.6)) return [];
    return [`${titles.get(question) ?? question} ${decimal(given.value)}`];
  });
}
