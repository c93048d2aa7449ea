import type { Monitor } from '../../domain/monitoring/monitor.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { MonitorTally } from '../fold/monitor-tally.ts';
import type { WorkDone } from '../judging/work-times.ts';

/** How fast somebody works, and what the protocol's limits say to that. */
export interface Speed {
  /** Units per active hour; `n` is the units whose time is known. */
  readonly perHour: Estimate;
  readonly units: number;
  /** Judgments, revisions included. */
  readonly judgments: number;
  readonly hours: number;
  /** `fast` and `slow` are outside of the limits; `few` is too little to say. */
  readonly flag: 'fast' | 'slow' | 'few' | null;
  /** Whether the speed lies in the range that is expected. */
  readonly asExpected: boolean | null;
}

/** One annotator's speed, in all and week by week. */
interface AnnotatorSpeed extends Speed {
  readonly annotator: string;
  readonly from: string;
  readonly to: string;
  readonly weeks: readonly (Speed & { readonly week: string })[];
}

/** Everybody's speed with the limits that it is held against. */
export interface SpeedFigures {
  readonly limits: readonly [number, number];
  readonly expected: readonly [number, number];
  readonly annotators: readonly AnnotatorSpeed[];
}

/** Timed units needed before a speed is flagged: the first ones are slow for everybody. */
const fewestTimed = 5;

/** How fast everybody works, by active time; judgments without a time are left out and counted. */
export function speedFigures(tally: MonitorTally, monitor: Monitor): SpeedFigures {
  const { times } = tally;
  return {
    limits: monitor.per_hour,
    expected: monitor.expected_per_hour,
    annotators: times.annotators.toSorted().flatMap((annotator) => {
      const span = times.span(annotator);
      if (span === null) return [];
      const weeks = times.weeks.filter((week) => times.of(annotator, week).judgments > 0);
      return [
        {
          annotator,
          ...span,
          ...speedOf(times.of(annotator), monitor),
          weeks: weeks.map((week) => ({ week, ...speedOf(times.of(annotator, week), monitor) })),
        },
      ];
    }),
  };
}

/**
 * The speed of some work: units per active hour, pauses capped when the time was taken. Without a
 * unit whose time is known there is no value.
 * @example speedOf({ units: 30, judgments: 31, timed: 30, seconds: 7200 }, { per_hour: [3, 15], expected_per_hour: [5, 10] }).perHour.value // 15
 */
export function speedOf(
  work: WorkDone,
  monitor: Pick<Monitor, 'per_hour' | 'expected_per_hour'>,
): Speed {
  const { units, judgments, timed, seconds } = work;
  const skipped = units - timed;
  const common = { units, judgments, hours: seconds / 3600 };
  if (timed === 0 || seconds === 0)
    return {
      ...common,
      perHour: noValue(
        units === 0 ? 'Nothing was judged.' : 'The time of these judgments is not known.',
        0,
        skipped,
      ),
      flag: null,
      asExpected: null,
    };
  const value = timed / (seconds / 3600);
  const [slowest, fastest] = monitor.per_hour;
  const [from, to] = monitor.expected_per_hour;
  const flag =
    timed < fewestTimed ? 'few' : value > fastest ? 'fast' : value < slowest ? 'slow' : null;
  return {
    ...common,
    perHour: {
      value,
      n: timed,
      skipped,
      interval: null,
      method: 'no interval: units over active hours',
    },
    flag,
    asExpected: value >= from && value <= to,
  };
}
