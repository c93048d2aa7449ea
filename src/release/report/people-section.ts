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

function consistency({ annotators }: TaskFigures, place: string): readonly ReportBlock[] {
  if (annotators.annotators.length === 0) return [];
  const rows = annotators.annotators.map((one, at) => {
    const own = `${place}.annotators.annotators.${at}`;
    const extra = one.questions.reduce((sum, question) => sum + question.extra, 0);
    const missed = one.questions.reduce((sum, question) => sum + question.missed, 0);
    return [
      plain(one.annotator),
      count(one.judged, `${own}.judged`),
      estimate(one.agreement, `${own}.agreement`, percent),
      count(extra),
      count(missed),
      outlierMark(one.outlier),
    ];
  });
  return [
    table(
      'Each annotator against the majority of the others',
      ['Annotator', '#Units', '#Agreement', '#Only they say yes', '#Only they say no', 'Remark'],
      rows,
    ),
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
  const [low, high] = given.limits;
  return [
    table(
      `Speed by active time; the protocol’s limits are ${low} and ${high} units per hour`,
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
