import { codedText } from '../../../domain/text-values.ts';
import { useCallback } from 'react';
import type * as Plot from '@observablehq/plot';
import type { AgreementReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import { missesTarget } from '../../../truth/monitoring/agreement-targets.ts';
import type { Bounded } from '../../../truth/monitoring/agreement-targets.ts';
import { readEstimate } from '../../api/estimate.ts';
import { Chart } from '../../components/Chart.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import type { Search } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { useFormat } from '../../texts/format.ts';
import type { Format } from '../../texts/format.ts';
import { AddressSelect } from '../../figures/AddressSelect.tsx';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { useMeasureTitle } from '../../figures/measure-title.ts';
import { ariaHidden } from '../../figures/aria-hidden.ts';
import { figureTexts } from '../../figures/texts.ts';
import { useQuestionTitles } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import { FigureTable } from '../../figures/FigureTable.tsx';
import { agreementTexts } from './texts.ts';
import styles from './agreement.module.css';

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
  const measure = useMeasureTitle(data.names)(data.weekly);
  const label = useQuestionTitles(scope.task);
  const chosen = data.questions.find((one) => one.question === search['trend']);
  const weeks = chosen?.weeks ?? data.weeks;
  const title = chosen === undefined ? texts.overall : label(chosen.question);
  const target = weekTarget(data, chosen?.question ?? null);
  const options = useCallback(
    (plot: typeof Plot) =>
      chartOptions(plot, { data, weeks, format, target, noValue: texts.noValueShort }),
    [data, weeks, format, target, texts],
  );
  const valued = weeks.points.filter((point) => point.estimate.value !== null).length;
  return (
    <Section
      title={`${texts.weeks}: ${measure}`}
      note={texts.weeksNote}
      aside={
        <AddressSelect
          route="agreement"
          project={scope.project}
          search={search}
          parameter="trend"
          aria-label={texts.of}
          value={chosen?.question ?? ''}
          data={[
            { value: '', label: texts.overall },
            ...data.questions.map((one) => ({ value: one.question, label: label(one.question) })),
          ]}
        />
      }
    >
      <Sheet>
        {valued === 0 ? (
          <p>{texts.noWeeks}</p>
        ) : (
          <>
            <Chart
              options={options}
              height={260}
              label={texts.chartLabel(measure, title, weeks.points.length)}
            />
            <Legend
              target={target}
              hasCentre={weeks.points.some((point) => point.centre !== null)}
              isUnfinished={data.unfinished.length > 0}
            />
            <BelowTarget weeks={weeks} target={target} />
            <StandingOut data={data} />
          </>
        )}
      </Sheet>
      <Disclosure title={texts.weeks}>
        <WeekTable data={data} weeks={weeks} target={target} caption={`${measure}: ${title}`} />
      </Disclosure>
    </Section>
  );
}

/** The target of the gate for the weekly measure, overall or of a question; null without one. */
function weekTarget({ targets, weekly }: AgreementReply, question: string | null): Bounded | null {
  const own = targets.filter((one) => one.measure === weekly);
  return own.findLast((one) => (one.question ?? null) === question) ?? null;
}

/** Whether a week misses the target, also where chance alone might explain it. */
function isBelow({ estimate }: Weeks['points'][number], target: Bounded | null): boolean {
  return target !== null && missesTarget(readEstimate(estimate), target);
}

/** What the signs of the chart mean. */
function Legend({
  target,
  hasCentre,
  isUnfinished,
}: Readonly<{ target: Bounded | null; hasCentre: boolean; isUnfinished: boolean }>) {
  const texts = useTexts(agreementTexts);
  const targetText = target?.bound === 'low' ? texts.legendLowTarget : texts.legendTarget;
  return (
    <ul className={styles.legend} aria-label={texts.legend}>
      <li data-sign="value">{texts.legendValue}</li>
      <li data-sign="interval">{texts.legendInterval}</li>
      <li data-sign="limits">{texts.limits}</li>
      {hasCentre ? <li data-sign="centre">{texts.centre}</li> : null}
      {target === null ? null : <li data-sign="target">{targetText}</li>}
      <li data-sign="signal">{texts.legendSignal}</li>
      {isUnfinished ? <li data-sign="unfinished">{texts.legendUnfinished}</li> : null}
    </ul>
  );
}

function BelowTarget({ weeks, target }: Readonly<{ weeks: Weeks; target: Bounded | null }>) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  const below = weeks.points.filter((point) => isBelow(point, target)).map(({ label }) => label);
  const belowText = target?.bound === 'low' ? texts.belowLowTarget : texts.belowTarget;
  return below.length === 0 || target === null ? null : (
    <p className={styles.below}>
      <StateMark kind="warn">
        {belowText(below.join(', '), format.decimal(target.target))}
      </StateMark>
    </p>
  );
}

/** Who stands out, with the latest week first. */
function StandingOut({ data }: { readonly data: AgreementReply }) {
  const texts = useTexts(agreementTexts);
  const format = useFormat();
  return data.standing_out.toReversed().map(({ annotator, week, known, units, kappa, others }) => (
    <p key={`${annotator} ${week}`} className={styles.below}>
      <StateMark kind="warn">
        {texts.outInWeek(week, annotator, known === week ? null : known, {
          units: format.count(units),
          kappa: format.decimal(kappa),
          others: format.decimal(others),
        })}
      </StateMark>
    </p>
  ));
}

function WeekTable({
  data,
  weeks,
  target,
  caption,
}: Readonly<{ data: AgreementReply; weeks: Weeks; target: Bounded | null; caption: string }>) {
  const said = useCodedSentence();
  const texts = useTexts(agreementTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const range = (interval: readonly number[] | null | undefined): string =>
    interval?.[0] === undefined || interval[1] === undefined
      ? '–'
      : format.interval([interval[0], interval[1]]);
  const numeric = <Row,>(column: Column<Row>) => ({ ...column, isNumeric: true });
  return (
    <FigureTable
      caption={caption}
      rows={weeks.points}
      rowKey={(point) => point.label}
      columns={(column) => [
        column.text('week', texts.week, ({ label }) =>
          data.unfinished.includes(label) ? texts.unfinished(label) : label,
        ),
        {
          ...column.number('value', shared.value, (point) => point.estimate.value, format.decimal),
          cell: ({ estimate }) =>
            estimate.value === null
              ? said(estimate.why ?? codedText('no-value'))
              : format.decimal(estimate.value),
        },
        numeric(column.cell('interval', shared.interval, (one) => range(one.estimate.interval))),
        column.number('n', shared.n, (point) => point.estimate.n),
        numeric(
          column.cell('centre', texts.centre, ({ centre }) =>
            centre === null ? '–' : format.decimal(centre),
          ),
        ),
        numeric(column.cell('limits', texts.limits, (point) => range(point.limits))),
        column.cell('signal', texts.signal, (point) => {
          const signs = [
            ...(point.signal === null ? [] : [texts.signals[point.signal]]),
            ...(isBelow(point, target) ? [texts.below] : []),
            ...outIn(data, point.label).map(texts.standsOut),
          ];
          return signs.length === 0 ? '–' : <StateMark kind="warn">{signs.join(', ')}</StateMark>;
        }),
      ]}
    />
  );
}

/** Who was found to stand out in a week. */
function outIn({ standing_out: all }: AgreementReply, week: string): readonly string[] {
  return all.flatMap(({ known, annotator }) => (known === week ? [annotator] : []));
}

/** So many weeks are named below the chart, also on a telephone. */
const mostNames = 8;

/** Limits, centre, and points with intervals; one with a signal is a triangle, not just red. */
function chartOptions(
  plot: typeof Plot,
  given: {
    readonly data: AgreementReply;
    readonly weeks: Weeks;
    readonly format: Format;
    readonly target: Bounded | null;
    readonly noValue: string;
  },
): Plot.PlotOptions {
  const { data, weeks, format, target, noValue } = given;
  const points = weeks.points.flatMap((point) => {
    const { label: week, estimate, centre, limits, signal } = point;
    const { value, n, interval } = estimate;
    if (value === null) return [];
    const [low = value, high = value] = interval ?? [];
    const [from = null, to = null] = limits ?? [];
    const isMarked = signal !== null || isBelow(point, target) || outIn(data, week).length > 0;
    const colour = isMarked ? 'var(--assay-bad)' : 'var(--assay-accent)';
    const isOpen = data.unfinished.includes(week);
    return [{ week, value, n, low, high, centre, from, to, isMarked, isOpen, colour }];
  });
  type Point = (typeof points)[number];
  const bounds = points.flatMap(({ low, high, from, to, value }) => [
    low,
    high,
    from ?? value,
    to ?? value,
    ...(target === null ? [] : [target.target]),
  ]);
  const limit = { x: 'week', stroke: 'var(--assay-line-strong)', strokeWidth: 2, inset: 10 };
  // The axis holds the data, and is not so narrow that nothing looks like much.
  const bottom = Math.min(0.8, Math.floor(Math.min(...bounds) * 10) / 10);
  const names = weeks.points.map((point) => point.label);
  const empty = weeks.points.filter((point) => point.estimate.value === null);
  return {
    marginLeft: 44,
    marginBottom: 44,
    marginTop: 40,
    x: { label: null, type: 'band', domain: names, padding: 0.1 },
    y: {
      label: null,
      grid: true,
      domain: [bottom, 1],
      ticks: 6,
      tickFormat: (value: number) => format.decimal(value, 1),
    },
    style: { fontSize: '12px' },
    marks: [
      ariaHidden,
      plot.line(
        points.filter(({ centre }) => centre !== null),
        { x: 'week', y: 'centre', stroke: 'var(--assay-soft)', strokeDasharray: '5 4' },
      ),
      plot.axisX({
        tickSize: 5,
        label: null,
        // A year above its week takes half the width; of many weeks, some are named.
        tickFormat: (week: string) => week.replace('-', '\n'),
        ticks: names.filter((_, at) => at % Math.ceil(names.length / mostNames) === 0),
      }),
      ...(target === null
        ? []
        : [plot.ruleY([target.target], { stroke: 'var(--assay-warn)', strokeWidth: 2 })]),
      // A week without a value says so instead of leaving a gap.
      plot.text(empty, {
        x: 'label',
        y: bottom,
        text: () => noValue,
        dy: -8,
        lineAnchor: 'bottom',
        fill: 'var(--assay-soft)',
      }),
      plot.tickY(
        points.filter((point) => point.from !== null),
        { ...limit, y: 'from' },
      ),
      plot.tickY(
        points.filter((point) => point.to !== null),
        { ...limit, y: (point: Point) => Math.min(1, point.to ?? 1) },
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
        symbol: ({ isMarked }: Point) => (isMarked ? 'triangle' : 'circle'),
        fill: ({ isOpen, colour }: Point) => (isOpen ? 'var(--assay-paper)' : colour),
        stroke: 'colour',
        strokeWidth: 2,
      }),
      // Above the interval and the limit, where no line runs through it.
      plot.text(points, {
        x: 'week',
        y: ({ high, to }: Point) => Math.min(1, Math.max(high, to ?? 0)),
        text: ({ value, n }: Point) => `${format.decimal(value)}\nn = ${format.count(n)}`,
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
