import type { Figures } from '../figures.ts';
import type { TaskFigures } from '../task-figures.ts';
import { count, decimal, estimate, percent, plain, table } from './cells.ts';
import type { ReportBlock, ReportCell, ReportSection } from './report.ts';

/** How consistent and how fast the annotators were. */
export function peopleSection(figures: Figures): ReportSection {
  const blocks = figures.tasks.flatMap((task, at): readonly ReportBlock[] => [
    ...(figures.tasks.length === 1 ? [] : [{ kind: 'heading' as const, text: task.title }]),
    ...consistency(task, `tasks.${at}`),
    ...speed(task, `tasks.${at}`),
  ]);
  return { id: 'annotators', title: 'The annotators', blocks };
}

function consistency(
  { annotators, questions }: TaskFigures,
  place: string,
): readonly ReportBlock[] {
  if (annotators.annotators.length === 0) return [];
  const labels = new Set(questions.flatMap((one) => (one.isLabel ? [one.question] : [])));
  const hasLabels = labels.size > 0;
  const rows = annotators.annotators.map((one, at) => {
    const own = `${place}.annotators.annotators.${at}`;
    const onLabels = one.questions.filter(({ question }) => labels.has(question));
    const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
    const extra = sum(onLabels.map((question) => question.extra));
    const missed = sum(onLabels.map((question) => question.missed));
    const all = sum(one.questions.map((question) => question.extra + question.missed));
    return [
      plain(one.annotator),
      count(one.judged, `${own}.judged`),
      estimate(one.agreement, `${own}.agreement`, percent),
      count(all),
      ...(hasLabels ? [count(extra), count(missed)] : []),
      outlierMark(one.outlier),
    ];
  });
  return [
    table(
      'Each annotator against the majority of the others',
      [
        'Annotator',
        '#Units',
        '#Agreement',
        '#Different answers',
        ...(hasLabels ? ['#Yes, the others no', '#No, the others yes'] : []),
        'Remark',
      ],
      rows,
    ),
    {
      kind: 'text',
      text:
        'Different answers are those that are not the answer of the majority of the others.' +
        (hasLabels
          ? ' The next two columns count, of the labels alone, where the annotator says that a ' +
            'label applies and the others do not, and the reverse.'
          : ''),
    },
  ];
}

function outlierMark(outlier: boolean): ReportCell {
  return outlier ? { text: 'Stands out', tone: 'warn' } : plain('');
}

function speed({ speed: given }: TaskFigures, place: string): readonly ReportBlock[] {
  const isTimed = ({ perHour }: (typeof given.annotators)[number]): boolean =>
    perHour.value !== null;
  const untimed = given.annotators.filter((one) => !isTimed(one));
  if (untimed.length === given.annotators.length) return [];
  const rows = given.annotators.flatMap((one, at): readonly (readonly ReportCell[])[] => {
    if (!isTimed(one)) return [];
    const own = `${place}.speed.annotators.${at}`;
    const isOutside = one.flag === 'fast' || one.flag === 'slow';
    return [
      [
        plain(one.annotator),
        estimate(one.perHour, `${own}.perHour`, decimal),
        { text: decimal(one.hours), figure: `${own}.hours` },
        isOutside ? { text: `Outside the limits: ${one.flag}`, tone: 'warn' } : plain(''),
      ],
    ];
  });
  const { limits } = given;
  const allowed =
    limits === null
      ? 'the protocol sets no limits'
      : `the protocol’s limits are ${limits[0]} and ${limits[1]} units per hour`;
  return [
    table(
      `Speed by active time; ${allowed}`,
      ['Annotator', '#Units per hour', '#Hours', 'Remark'],
      rows,
    ),
    ...(untimed.length === 0
      ? []
      : [
          {
            kind: 'text' as const,
            text: `No active time is known of ${untimed.map((one) => one.annotator).join(', ')}.`,
          },
        ]),
  ];
}
