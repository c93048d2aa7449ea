import { useFormat } from '../texts/format.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './ProgressLine.module.css';

interface ProgressLineProps {
  readonly done: number;
  readonly total: number;
  readonly label: string;
}

/** How much is done, in numbers and as a line. */
export function ProgressLine({ done, total, label }: ProgressLineProps) {
  const format = useFormat();
  const texts = useSharedTexts();
  const share = total === 0 ? 0 : done / total;
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${format.count(done)} ${texts.of} ${format.count(total)}`}
      >
        <span className={styles.done} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.numbers} aria-hidden="true">
        {format.count(done)} {texts.of} {format.count(total)}
      </span>
    </span>
  );
}
