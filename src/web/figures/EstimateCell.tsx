import { readEstimate } from '../api/estimate.ts';
import type { EstimateReply } from '../api/estimate.ts';
import { useCodedSentence } from '../texts/error-sentence.ts';
import { useFormat } from '../texts/format.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './figures.module.css';

interface EstimateCellProps {
  readonly given: EstimateReply;
  readonly as?: 'decimal' | 'percent';
  readonly digits?: number;
}

/** A figure in a table: the value, below it interval and n, right-aligned. */
export function EstimateCell({ given, as = 'decimal', digits }: EstimateCellProps) {
  const format = useFormat();
  const texts = useSharedTexts().estimate;
  const said = useCodedSentence();
  const estimate = readEstimate(given);
  if (estimate.value === null) {
    return (
      <span className={styles.cell}>
        –<small className={styles.why}>{said(estimate.why)}</small>
      </span>
    );
  }
  const write = (value: number): string =>
    as === 'percent' ? format.percent(value, digits ?? 1) : format.decimal(value, digits ?? 2);
  return (
    <span className={styles.cell}>
      <b>{write(estimate.value)}</b>
      <small>
        {estimate.interval === null ? null : (
          <>
            <span className="visually-hidden">{texts.interval} </span>
            {as === 'percent' && estimate.interval[0] < 1
              ? `${write(estimate.interval[0])} – ${write(estimate.interval[1])}`
              : format.interval(estimate.interval, digits ?? 2)}{' '}
          </>
        )}
        <span>{texts.n(format.count(estimate.n))}</span>
      </small>
    </span>
  );
}
