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
  const lines = [
    ...changes.questions.map((one) => ({
      key: `q ${one.question}`,
      what: texts.question(titleOf(one.question)),
      change: one.change,
    })),
    ...changes.constraints.map((one) => ({
      key: `r ${one.constraint}`,
      what: texts.rule(one.constraint),
      change: one.change,
    })),
    ...changes.cards.map((one) => ({
      key: `c ${one.question}`,
      what: titleOf(one.question),
      change: one.change,
    })),
    ...changes.chapters.map((one) => ({
      key: `h ${one.title}`,
      what: texts.chapter(one.title),
      change: one.change,
    })),
  ];
  if (lines.length === 0) return <p className={styles.quiet}>{texts.unchanged}</p>;
  return (
    <ul className={styles.changes}>
      {lines.map(({ key, what, change }) => (
        <li key={key}>
          {what}: <strong>{texts.change[change]}</strong>
        </li>
      ))}
    </ul>
  );
}
