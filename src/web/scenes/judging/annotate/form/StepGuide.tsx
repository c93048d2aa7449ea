import { inLanguage } from '../../../../../domain/local-text.ts';
import type { Task } from '../../../../../domain/protocol/task.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { annotateTexts } from '../texts.ts';
import styles from './form.module.css';

interface StepGuideProps {
  readonly task: Task;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The order in which to decide. Whether it is open is kept for the next unit. */
export function StepGuide({ task, isOpen, onToggle }: StepGuideProps) {
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  if (task.steps.length === 0) return null;
  return (
    <details
      className={styles.steps}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>{texts.steps}</summary>
      <ol>
        {task.steps.map((step) => (
          <li key={inLanguage(step)}>{inLanguage(step, language)}</li>
        ))}
      </ol>
    </details>
  );
}
