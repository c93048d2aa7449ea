import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import styles from './tally.module.css';

/** Stands for a vote: its number, or the name where names are shown. */
export function VoteChip({
  voice,
  at,
}: Readonly<{ voice: CaseReply['voices'][number]; at: number }>) {
  const isHidden = voice.who === `Annotator ${at + 1}`;
  return (
    <span className={styles.chip} title={voice.who} data-counts={voice.counts}>
      <span className="visually-hidden">{isHidden ? 'Annotator ' : ''}</span>
      {isHidden ? at + 1 : voice.who}
    </span>
  );
}
