import { markedLines } from '../../judging/annotate/evidence/marked-lines.ts';
import type { Marking } from '../../judging/annotate/evidence/marked-lines.ts';
import styles from './unit.module.css';

/** A text line by line with lists, headings and marked passages; no letter of it is changed. */
export function TextLines({
  text,
  markings = [],
}: Readonly<{ text: string; markings?: readonly Marking[] }>) {
  return (
    <div className={styles.lines}>
      {markedLines(text, markings).map((line) => (
        <span key={line.start} className={styles.line} data-look={line.look}>
          {line.pieces.map((piece, at) =>
            piece.kind === null ? (
              piece.text
            ) : (
              // oxlint-disable-next-line no-array-index-key -- pieces have no name but their place
              <mark key={at} className={styles.mark} data-kind={piece.kind}>
                {piece.text}
              </mark>
            ),
          )}
        </span>
      ))}
    </div>
  );
}
