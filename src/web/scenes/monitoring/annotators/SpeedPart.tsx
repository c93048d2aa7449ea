import type * as Plot from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { SpeedReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { Chart } from '../../../components/Chart.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import type { Format } from '../../../texts/format.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { ariaHidden } from '../../../figures/aria-hidden.ts';
import { figureTexts } from '../../../figures/texts.ts';
import { useFigures } from '../../../figures/use-scope.ts';
import type { Scope } from '../../../figures/use-scope.ts';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { drawnSpeeds, fittedName, roomForNames } from './drawn-speeds.ts';
import { annotatorsTexts } from './texts.ts';
import styles from './annotators.module.css';

type Annotator = SpeedReply['annotators'][number];

/** How fast everybody works, against the limits, with the hours behind it. */
export function SpeedPart({ scope }: { readonly scope: Scope }) {
  const speed = useFigures<SpeedReply>('speed', scope);
  return <Loaded resource={speed}>{(data) => <Speeds data={data} />}</Loaded>;
}

/** The hours of somebody or of a week, unless none of the judgments says how long it took. */
function knownHours(one: Pick<Annotator, 'per_hour' | 'hours'>): number | null {
  return one.per_hour.value === null && one.hours === 0 ? null : one.hours;
}

function Speeds({ data }: { readonly data: SpeedReply }) {
  const texts = useTexts(annotatorsTexts);
  const shared = useTexts(figureTexts);
  const format = useFormat();
  const drawn = useMemo(() => drawnSpeeds(data), [data]);
  const timed = data.annotators.filter((one) => one.per_hour.value !== null).length;
  const options = useCallback(
    (plot: typeof Plot, width: number) =>
      chartOptions(plot, width, { data, drawn, format, axis: texts.perHour }),
    [data, drawn, format, texts],
  );
  const weeks = data.annotators.flatMap((one) =>
    one.weeks.map((week) => ({ annotator: one.annotator, ...week })),
  );
  const whole = (value: number): string => format.decimal(value, 0);
  const bounds = (range: SpeedReply['limits']): readonly [string, string] | null =>
    range === null ? null : [whole(range[0] ?? 0), whole(range[1] ?? 0)];
  const isLimited = data.limits !== null;
  // Without limits there is nothing to say about a speed.
  const isJudged = isLimited || data.expected !== null;
  const duration = (hours: number): string => format.duration(hours * 3600);
  const period = (one: Annotator): string => `${format.date(one.from)} – ${format.date(one.to)}`;
  return (
    <Section title={texts.speed} note={texts.speedNote(bounds(data.limits), bounds(data.expected))}>
      <Sheet>
        {drawn.length === 0 ? (
          <p>{texts.noSpeeds}</p>
        ) : (
          <>
            <Chart
              options={options}
              height={76 + drawn.length * 34}
              label={texts.chart(drawn.length)}
            />
            <ul className={styles.legend} aria-label={texts.legend}>
              <li data-sign="speed">{texts.legendSpeed}</li>
              <li data-sign="week">{texts.legendWeek}</li>
              {data.expected === null ? null : <li data-sign="expected">{texts.legendExpected}</li>}
              {data.limits === null ? null : (
                <>
                  <li data-sign="limit">{texts.legendLimit}</li>
                  <li data-sign="flagged">{texts.legendFlagged}</li>
                </>
              )}
            </ul>
          </>
        )}
        {drawn.length === timed ? null : (
          <p>{texts.drawn(format.count(drawn.length), format.count(timed))}</p>
        )}
      </Sheet>
      <div className={styles.after}>
        <FigureTable
          caption={texts.speed}
          rows={data.annotators}
          rowKey={(one) => one.annotator}
          columns={(column) => [
            column.text('annotator', shared.annotator, (one) => one.annotator),
            column.estimate('speed', texts.perHour, (one) => one.per_hour, { digits: 1 }),
            ...(isJudged
              ? [
                  column.cell(
                    'state',
                    texts.state,
                    (one) => <SpeedMark speed={one} isLimited={isLimited} />,
                    'flag',
                  ),
                ]
              : []),
            column.number('units', texts.units, (one) => one.units),
            column.number('hours', texts.hours, knownHours, duration),
            column.cell('period', texts.period, period, 'from'),
          ]}
        />
      </div>
      <Disclosure title={texts.weeks}>
        <FigureTable
          caption={`${texts.speed}: ${texts.weeks}`}
          rows={weeks}
          rowKey={(one) => `${one.annotator} ${one.week}`}
          columns={(column) => [
            column.text('annotator', shared.annotator, (one) => one.annotator),
            column.text('week', texts.week, (one) => one.week),
            column.estimate('speed', texts.perHour, (one) => one.per_hour, { digits: 1 }),
            column.number('hours', texts.hours, knownHours, duration),
            ...(isJudged
              ? [
                  column.cell('state', texts.state, (one) => (
                    <SpeedMark speed={one} isLimited={isLimited} />
                  )),
                ]
              : []),
          ]}
        />
      </Disclosure>
    </Section>
  );
}

function SpeedMark({
  speed,
  isLimited,
}: {
  readonly speed: Pick<Annotator, 'flag' | 'as_expected' | 'per_hour'>;
  readonly isLimited: boolean;
}) {
  const texts = useTexts(annotatorsTexts);
  if (speed.flag !== null)
    return (
      <StateMark kind={speed.flag === 'few' ? 'quiet' : 'warn'}>
        {texts.flags[speed.flag]}
      </StateMark>
    );
  if (speed.per_hour.value === null) return <StateMark kind="quiet">{texts.unknown}</StateMark>;
  if (speed.as_expected === true) return <StateMark kind="good">{texts.expected}</StateMark>;
  const within = speed.as_expected === null ? texts.within : texts.allowed;
  return <StateMark kind="quiet">{isLimited ? within : texts.unexpected}</StateMark>;
}

/** A dot per annotator over the expected range; weeks as small ticks beside it. */
function chartOptions(
  plot: typeof Plot,
  width: number,
  given: {
    readonly data: SpeedReply;
    readonly drawn: SpeedReply['annotators'];
    readonly format: Format;
    readonly axis: string;
  },
): Plot.PlotOptions {
  const { data, drawn, format, axis } = given;
  const points = drawn.flatMap(({ annotator, per_hour: { value, n }, flag }) =>
    value === null ? [] : [{ annotator, value, n, isFlagged: flag === 'fast' || flag === 'slow' }],
  );
  const weeks = drawn.flatMap(({ annotator, weeks: own }) =>
    own.map((week) => ({ annotator, value: week.per_hour.value })),
  );
  type Point = (typeof points)[number];
  const place = { x: 'value', y: 'annotator' } as const;
  const limits = data.limits ?? [];
  const expected = data.expected === null ? [] : [data.expected];
  const room = roomForNames(
    drawn.map((one) => one.annotator),
    width,
  );
  return {
    marginLeft: room,
    marginRight: 70,
    marginBottom: 40,
    style: { fontSize: '12px' },
    x: {
      label: axis,
      labelArrow: 'none',
      ticks: Math.max(3, Math.floor((width - room) / 90)),
      tickSize: 5,
      domain: [
        0,
        // Also the weeks: a tick beyond the axis would be nowhere.
        Math.max(
          ...limits.map((limit) => limit * 1.15),
          ...[...points, ...weeks].map(({ value }) => (value ?? 0) * 1.1),
        ),
      ],
    },
    y: {
      label: null,
      type: 'band',
      domain: drawn.map((one) => one.annotator),
      tickFormat: (name: string) => fittedName(name, room),
    },
    marks: [
      ariaHidden,
      plot.rect(expected, { x1: '0', x2: '1', fill: 'var(--assay-accent-wash)' }),
      plot.ruleX(limits, { stroke: 'var(--assay-soft)', strokeDasharray: '4 4' }),
      plot.tickX(weeks, { ...place, stroke: 'var(--assay-bar)', strokeWidth: 2, inset: 6 }),
      plot.dot(points, {
        ...place,
        r: 6,
        symbol: ({ isFlagged }: Point) => (isFlagged ? 'triangle' : 'circle'),
        fill: ({ isFlagged }: Point) => (isFlagged ? 'var(--assay-bad)' : 'var(--assay-accent)'),
      }),
      plot.text(points, {
        ...place,
        text: ({ value, n }: Point) => `${format.decimal(value, 1)} (n = ${format.count(n)})`,
        dx: 11,
        textAnchor: 'start',
        fill: 'var(--assay-ink)',
        stroke: 'var(--assay-paper)',
        strokeWidth: 4,
      }),
    ],
    symbol: { type: 'identity' } as never,
    color: { type: 'identity' },
  };
}
