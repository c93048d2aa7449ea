import { inLanguage } from '../../../../domain/local-text.ts';
import type { ReadContent } from '../../../../formats/protocol/protocol-content.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { CardBody } from '../guideline/LabelCard.tsx';
import { Prose } from '../guideline/Prose.tsx';
import { editTexts } from './texts.ts';
import styles from './edit.module.css';

/** The guideline as annotators will read it. */
export function EditedGuideline({ read }: { readonly read: ReadContent | null }) {
  const texts = useTexts(editTexts);
  const language = useLanguage();
  if (read === null) return <p className={styles.soft}>{texts.previewEmpty}</p>;
  const { guideline, protocol } = read;
  const questions = protocol.tasks.flatMap((task) => task.questions);
  return (
    <div className={styles.guideline}>
      <h2 className={styles.sideTitle}>
        {guideline.title} <small>{guideline.version}</small>
      </h2>
      {guideline.chapters.map((chapter) => (
        <article key={chapter.title}>
          <h3>{chapter.title}</h3>
          <Prose text={chapter.text} sought="" level="h4" />
        </article>
      ))}
      {guideline.cards.map((card) => {
        const title = questions.find(({ id }) => id === card.question)?.title ?? card.title;
        return (
          <article key={card.question}>
            <h3>
              {inLanguage(title, language)} <small>{card.question}</small>
            </h3>
            <CardBody card={card} level="h4" />
          </article>
        );
      })}
    </div>
  );
}
