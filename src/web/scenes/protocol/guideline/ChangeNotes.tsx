import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

/** What a version adds, removes or changes, as a list; the cards show each sentence. */
export function ChangeNotes({
  changes,
  titleOf,
}: Readonly<{ changes: ProtocolChanges; titleOf: (question: string) => string }>) {
  const texts = useTexts(guidelineTexts);
  const { questions, constraints, cards, chapters } = changes;
  const lines = [
    ...questions.map((one) => ({ ...one, what: texts.question(titleOf(one.question)) })),
    ...constraints.map((one) => ({ ...one, what: texts.rule(one.constraint) })),
    ...cards.map((one) => ({ ...one, what: titleOf(one.question) })),
    ...chapters.map((one) => ({ ...one, what: texts.chapter(one.title) })),
  ];
  if (lines.length === 0) return <p className={styles.quiet}>{texts.unchanged}</p>;
  return (
    <ul className={styles.changes}>
      {lines.map(({ what, change }) => (
        <li key={what}>
          {what}: <strong>{texts.change[change]}</strong>
        </li>
      ))}
    </ul>
  );
}
