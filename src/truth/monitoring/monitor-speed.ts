import { codedText } from '../../domain/text-values.ts';
import type { Monitor } from '../../domain/monitoring/monitor.ts';
import { noValue, pointEstimate } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import type { WorkDone } from '../judging/work-times.ts';

/** How fast somebody works, compared with the protocol's limits. */
export interface Speed {
  /** Units per active hour; `n` is the units whose time is known. */
  readonly perHour: Estimate;
  readonly units: number;
  /** Judgments, revisions included. */
  readonly judgments: number;
  readonly hours: number;
  /** `fast` and `slow` are outside of the limits, if there are any; `few` is too little to say. */
  readonly flag: 'fast' | 'slow' | 'few' | null;
  /** Whether the speed is in the expected range; null where none is known. */
  readonly asExpected: boolean | null;
}

/** One annotator's speed, in all and week by week. */
interface AnnotatorSpeed extends Speed {
  readonly annotator: string;
  readonly from: string;
  readonly to: string;
  readonly weeks: readonly (Speed & { readonly week: string })[];
}

/** Everybody's speed and its limits. */
export interface SpeedFigures {
  /** Null where the protocol sets none: then nobody is flagged. */
  readonly limits: readonly [number, number] | null;
  readonly expected: readonly [number, number] | null;
  readonly annotators: readonly AnnotatorSpeed[];
}

/**
 * Timed units that a speed needs: the first ones are slow for everybody. In less than two minutes
 * it takes more of them, since a few quick ones say nothing about an hour.
 */
const fewestTimed = 5;
const fewestQuick = 20;
const quickSeconds = 120;

/**
 * How fast everybody works, by active time, also on what no longer counts. Judgments without a time
 * are left out and counted.
 */
export function speedFigures(fold: TaskFold, monitor: Monitor): SpeedFigures {
  const { times } = fold;
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
          ...speedOf(times.inAllWeeks(annotator), monitor),
          weeks: weeks.map((week) => ({ week, ...speedOf(times.of(annotator, week), monitor) })),
        },
      ];
    }),
  };
}

/**
 * The speed of some work: units per active hour. No value for a few units, or without their time.
 * @example const work = { units: 30, judgments: 31, timed: 30, seconds: 7200 };
 * speedOf(work, { per_hour: [3, 15], expected_per_hour: [5, 10] }).perHour.value // 15
 */
export function speedOf(
  work: WorkDone,
  monitor: Pick<Monitor, 'per_hour' | 'expected_per_hour'>,
): Speed {
  const { units, judgments, timed, seconds } = work;
  const skipped = units - timed;
  const common = { units, judgments, hours: seconds / 3600 };
  if (timed === 0 || seconds === 0) {
    const why = codedText(units === 0 ? 'nothing-judged' : 'time-unknown');
    return { ...common, perHour: noValue(why, 0, skipped), flag: null, asExpected: null };
  }
  const { per_hour: limits, expected_per_hour: expected } = monitor;
  if (timed < (seconds < quickSeconds ? fewestQuick : fewestTimed)) {
    const why = codedText('few-timed', { timed, seconds: Math.round(seconds) });
    const flag = limits === null ? null : 'few';
    return { ...common, perHour: noValue(why, timed, skipped), flag, asExpected: null };
  }
  const value = timed / (seconds / 3600);
  const perHour = pointEstimate(value, timed, skipped, codedText('no-interval-speed'));
  const flag = limits === null ? null : outside(value, limits);
  const asExpected = expected === null ? null : value >= expected[0] && value <= expected[1];
  return { ...common, perHour, flag, asExpected };
}

function outside(speed: number, [slowest, fastest]: readonly [number, number]): Speed['flag'] {
  if (speed > fastest) return 'fast';
  return speed < slowest ? 'slow' : null;
}
