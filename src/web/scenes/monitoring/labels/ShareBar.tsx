import type { Estimate } from '../../../../statistics/estimate.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import styles from './labels.module.css';

/** A share with its interval and the limits. The numbers beside it are read out as well. */
export function ShareBar({
  estimate,
  limits,
  label,
}: Readonly<{ estimate: Estimate; limits: readonly [number, number]; label: string }>) {
  const format = useFormat();
  const texts = useSharedTexts().estimate;
  const said = useCodedSentence();
  const { value } = estimate;
  const words =
    value === null
      ? `${texts.noValue}: ${said(estimate.why)}`
      : `${format.percent(value)}, ${texts.n(format.count(estimate.n))}`;
  const line = (className: string | undefined, from: number, to: number, height = 0) => (
    <line
      key={from}
      className={className}
      x1={from * 100}
      x2={to * 100}
      y1={6 - height}
      y2={6 + height}
    />
  );
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${words}`}
    >
      {line(styles.track, 0, 1)}
      {limits.map((limit) => line(styles.limit, limit, limit, 6))}
      {value === null || estimate.interval === null
        ? null
        : line(styles.interval, ...estimate.interval)}
      {value === null ? null : line(styles.value, value, value, 4)}
    </svg>
  );
}
