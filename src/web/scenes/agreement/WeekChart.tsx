import { NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import type * as Plot from '@observablehq/plot';
import type { AgreementReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { Chart } from '../../components/Chart.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { navigate } from '../../router.ts';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useServerSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import type { Format } from '../../texts/format.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useMeasureTitle } from '../../figures/measure-title.ts';
import { ariaHidden } from '../../figures/aria-hidden.ts';
import { figureTexts } from '../../figures/texts.ts';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { agreementTexts } from './texts.ts';

type Weeks = AgreementReply['weeks'];

interface WeekChartProps {
  readonly data: AgreementReply;
  readonly scope: Scope;
  readonly search: Search;
}

/** The agreement week by week as a control chart, overall or of a label. */
export function WeekChart({ data, scope, search }: WeekChartProps) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  const measure = useMeasureTitle()(data.weekly);
  const label = useQuestionTitles(scope.task);
  const chosen = data.questions.find((one) => one.question === search['trend']);
  const weeks = chosen?.weeks ?? data.weeks;
  const title = chosen === undefined ? texts.overall : label(chosen.question);
  const choose = (question: string): void => {
    const { trend: _, ...rest } = search;
    navigate(
      {
        to: 'agreement',
        params: { project: scope.project },
        search: question === '' ? rest : { ...rest, trend: question },
      },
      { replace: true },
    );
  };
  const options = useCallback(
    (plot: typeof Plot) => chartOptions(plot, weeks, format),
    [weeks, format],
  );
  const valued = weeks.points.filter((point) => point.estimate.value !== null).length;
  return (
    <Section
      title={`${texts.weeks}: ${measure}`}
      note={texts.weeksNote}
      aside={
        <NativeSelect
          size="xs"
          aria-label={texts.of}
          value={chosen?.question ?? ''}
          data={[
            { value: '', label: texts.overall },
            ...data.questions.map((one) => ({ value: one.question, label: label(one.question) })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    >
      <Sheet>
        {valued === 0 ? (
          <p>{texts.noWeeks}</p>
        ) : (
          <Chart
            options={options}
            height={240}
            label={texts.chartLabel(measure, title, weeks.points.length)}
          />
        )}
      </Sheet>
      <Disclosure title={texts.weeks}>
        <WeekTable weeks={weeks} caption={`${measure}: ${title}`} />
      </Disclosure>
    </Section>
  );
}

function WeekTable({ weeks, caption }: { readonly weeks: Weeks; readonly caption: string }) {
  const said = useServerSentence();
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const range = (interval: readonly number[] | null | undefined): string =>
    interval?.[0] === undefined || interval[1] === undefined
      ? '–'
      : format.interval([interval[0], interval[1]]);
  return (
    <FigureTable
      caption={caption}
      rows={weeks.points}
      rowKey={(point) => point.label}
      columns={(column) => [
        column.text('week', texts.week, (point) => point.label),
        {
          id: 'value',
          title: shared.value,
          isNumeric: true,
          cell: (point) =>
            point.estimate.value === null
              ? said(point.estimate.why ?? '–')
              : format.decimal(point.estimate.value),
          sort: (point) => point.estimate.value,
        },
        {
          id: 'interval',
          title: shared.interval,
          isNumeric: true,
          cell: (point) => range(point.estimate.interval),
        },
        column.number('n', shared.n, (point) => point.estimate.n),
        {
          id: 'centre',
          title: texts.centre,
          isNumeric: true,
          cell: () => (weeks.centre === null ? '–' : format.decimal(weeks.centre)),
        },
        {
          id: 'limits',
          title: texts.limits,
          isNumeric: true,
          cell: (point) => range(point.limits),
        },
        {
          id: 'signal',
          title: texts.signal,
          cell: (point) =>
            point.signal === null ? (
              '–'
            ) : (
              <StateMark kind="warn">{texts.signals[point.signal]}</StateMark>
            ),
        },
      ]}
    />
  );
}

/**
 * Limits as a band, the centre as a line, points with their intervals; a point with a signal is a
 * triangle, not only another colour.
 */
function chartOptions(plot: typeof Plot, weeks: Weeks, format: Format): Plot.PlotOptions {
  const points = weeks.points.flatMap((point) =>
    point.estimate.value === null
      ? []
      : [
          {
            week: point.label,
            value: point.estimate.value,
            n: point.estimate.n,
            low: point.estimate.interval?.[0] ?? point.estimate.value,
            high: point.estimate.interval?.[1] ?? point.estimate.value,
            from: point.limits?.[0] ?? null,
            to: point.limits?.[1] ?? null,
            signal: point.signal,
          },
        ],
  );
  const bounds = points.flatMap((point) => [
    point.low,
    point.high,
    point.from ?? point.value,
    point.to ?? point.value,
  ]);
  const least = Math.min(0.5, ...bounds);
  return {
    marginLeft: 44,
    marginBottom: 34,
    marginTop: 40,
    x: {
      label: null,
      type: 'band',
      domain: weeks.points.map((point) => point.label),
      padding: 0.1,
    },
    y: {
      label: null,
      grid: true,
      domain: [Math.floor(least * 10) / 10, 1],
      ticks: 6,
      tickFormat: (value: number) => format.decimal(value, 1),
    },
    style: { fontSize: '12px' },
    marks: [
      ariaHidden,
      ...(weeks.centre === null
        ? []
        : [plot.ruleY([weeks.centre], { stroke: 'var(--assay-soft)', strokeDasharray: '5 4' })]),
      plot.tickY(
        points.filter((point) => point.from !== null),
        { x: 'week', y: 'from', stroke: 'var(--assay-line-strong)', strokeWidth: 2, inset: 40 },
      ),
      plot.tickY(
        points.filter((point) => point.to !== null),
        {
          x: 'week',
          y: (point: { readonly to: number }) => Math.min(1, point.to),
          stroke: 'var(--assay-line-strong)',
          strokeWidth: 2,
          inset: 40,
        },
      ),
      plot.ruleX(points, {
        x: 'week',
        y1: 'low',
        y2: 'high',
        stroke: 'var(--assay-bar)',
        strokeWidth: 6,
      }),
      plot.line(points, { x: 'week', y: 'value', stroke: 'var(--assay-accent)', strokeWidth: 1.5 }),
      plot.dot(points, {
        x: 'week',
        y: 'value',
        r: 5,
        symbol: (point: { readonly signal: string | null }) =>
          point.signal === null ? 'circle' : 'triangle',
        fill: (point: { readonly signal: string | null }) =>
          point.signal === null ? 'var(--assay-accent)' : 'var(--assay-bad)',
      }),
      // Above the interval and the limit, where no line runs through it.
      plot.text(points, {
        x: 'week',
        y: (point: { readonly high: number; readonly to: number | null }) =>
          Math.min(1, Math.max(point.high, point.to ?? 0)),
        text: (point: { readonly value: number; readonly n: number }) =>
          `${format.decimal(point.value)}\nn = ${format.count(point.n)}`,
        dy: -6,
        lineAnchor: 'bottom',
        fill: 'var(--assay-ink)',
        stroke: 'var(--assay-paper)',
        strokeWidth: 4,
      }),
    ],
    symbol: { type: 'identity' } as never,
    color: { type: 'identity' },
  };
}
