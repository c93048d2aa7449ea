import type { Estimate } from '../../statistics/estimate.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import { useFormat } from '../texts/format.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './EstimateValue.module.css';

/** How an estimate is written: as it is (a kappa), or as a share. */
export type EstimateStyle = 'decimal' | 'percent';

/** A figure, always with its n and its interval; where there is no value, the reason. */
export function EstimateValue({
  estimate,
  as = 'decimal',
  digits,
  isLarge = false,
}: {
  readonly estimate: Estimate;
  readonly as?: EstimateStyle;
  readonly digits?: number;
  readonly isLarge?: boolean;
}) {
  const format = useFormat();
  const texts = useSharedTexts().estimate;
  const said = useCodedSentence();
  const n = <span className={styles.n}>{texts.n(format.count(estimate.n))}</span>;
  if (estimate.value === null) {
    return (
      <span className={styles.estimate} data-large={isLarge}>
        <span className={styles.none}>–</span>
        <span className={styles.why}>
          <span className="visually-hidden">{texts.noValue}: </span>
          {said(estimate.why)}
        </span>
      </span>
    );
  }
  const write = (value: number): string =>
    as === 'percent' ? format.percent(value, digits ?? 1) : format.decimal(value, digits ?? 2);
  const { interval } = estimate;
  return (
    <span className={styles.estimate} data-large={isLarge}>
      <span className={styles.value}>{write(estimate.value)}</span>
      {interval === null ? null : (
        <span className={styles.interval}>
          <span className="visually-hidden">{texts.interval} </span>
          {as === 'percent' && interval[0] < 1
            ? `${write(interval[0])} – ${write(interval[1])}`
            : format.interval(interval, digits ?? 2)}
        </span>
      )}
      {n}
    </span>
  );
}
