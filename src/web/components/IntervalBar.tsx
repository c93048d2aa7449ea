import type { Estimate } from '../../statistics/estimate.ts';
import { missesTarget } from '../../truth/monitoring/agreement-targets.ts';
import type { Bounded } from '../../truth/monitoring/agreement-targets.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import { useFormat } from '../texts/format.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './IntervalBar.module.css';

interface IntervalBarProps {
  readonly estimate: Estimate;
  readonly target?: Bounded | null;
  readonly range?: readonly [number, number];
  readonly label: string;
}

/** A value with its interval on a line, and the target if there is one; also for screen readers. */
export function IntervalBar({ estimate, target = null, range = [0, 1], label }: IntervalBarProps) {
  const format = useFormat();
  const texts = useSharedTexts().estimate;
  const said = useCodedSentence();
  const [least, most] = range;
  const at = (value: number): number =>
    Math.min(100, Math.max(0, ((value - least) / (most - least)) * 100));
  const told: string[] = [];
  if (estimate.value === null) told.push(`${texts.noValue}: ${said(estimate.why)}`);
  else {
    told.push(format.decimal(estimate.value));
    if (estimate.interval !== null)
      told.push(`${texts.interval} ${format.interval(estimate.interval)}`);
    told.push(texts.n(format.count(estimate.n)));
  }
  if (target !== null) {
    const asked = target.bound === 'low' ? texts.lowTarget : texts.target;
    told.push(asked(format.decimal(target.target)));
  }
  const misses = target !== null && missesTarget(estimate, target);
  const place = target === null ? null : at(target.target);
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${told.join(', ')}`}
      data-misses={misses}
    >
      <line className={styles.track} x1={0} x2={100} y1={6} y2={6} />
      {place === null ? null : (
        <line className={styles.target} x1={place} x2={place} y1={0} y2={12} />
      )}
      {estimate.value === null || estimate.interval === null ? null : (
        <line
          className={styles.interval}
          x1={at(estimate.interval[0])}
          x2={at(estimate.interval[1])}
          y1={6}
          y2={6}
        />
      )}
      {estimate.value === null ? null : (
        <line
          className={styles.value}
          x1={at(estimate.value)}
          x2={at(estimate.value)}
          y1={2}
          y2={10}
        />
      )}
    </svg>
  );
}
