import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { verdictsTexts } from './texts.ts';
import styles from './mark.module.css';

/** A verdict with its place between the mildest and the gravest; null is insufficient evidence. */
export function VerdictMark({
  verdict,
  verdicts,
}: Readonly<{ verdict: string | null; verdicts: readonly string[] }>) {
  const texts = useTexts(verdictsTexts);
  if (verdict === null)
    return (
      <StateMark kind="quiet" icon="info">
        {texts.insufficient}
      </StateMark>
    );
  const at = verdicts.indexOf(verdict);
  if (at < 0) return <StateMark kind="quiet">{verdict}</StateMark>;
  const grave = at === verdicts.length - 1 ? 'bad' : 'warn';
  const kind = at === 0 ? 'good' : grave;
  return (
    <StateMark kind={kind} sign={<Steps at={at} of={verdicts.length} />}>
      {verdict}
    </StateMark>
  );
}

/** Steps that rise up to the verdict's own; those above it are outlines. */
function Steps({ at, of }: { readonly at: number; readonly of: number }) {
  const width = Math.min(4, 16 / of);
  return (
    <svg
      className={styles.steps}
      width={of * width + 1}
      height={12}
      viewBox={`0 0 ${of * width + 1} 12`}
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: of }, (_, step) => {
        const height = 3 + (8 * (step + 1)) / of;
        return (
          <rect
            key={step}
            x={step * width + 0.5}
            y={11.5 - height}
            width={width - 1}
            height={height}
            data-on={step <= at}
          />
        );
      })}
    </svg>
  );
}
