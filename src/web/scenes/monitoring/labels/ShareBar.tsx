import type { Estimate } from '../../../../statistics/estimate.ts';
import { useServerSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import styles from './labels.module.css';

/**
 * A share with its interval between the limits that are wanted. The numbers stand beside it; the
 * bar tells them to screen readers too.
 */
export function ShareBar({
  estimate,
  limits,
  label,
}: Readonly<{ estimate: Estimate; limits: readonly [number, number]; label: string }>) {
  const format = useFormat();
  const texts = useSharedTexts().estimate;
  const said = useServerSentence();
  const told =
    estimate.value === null
      ? `${texts.noValue}: ${said(estimate.why)}`
      : `${format.percent(estimate.value)}, ${texts.n(format.count(estimate.n))}`;
  const at = (share: number): number => share * 100;
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${told}`}
    >
      <line className={styles.track} x1={0} x2={100} y1={6} y2={6} />
      {limits.map((limit) => (
        <line key={limit} className={styles.limit} x1={at(limit)} x2={at(limit)} y1={0} y2={12} />
      ))}
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
