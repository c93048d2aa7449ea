import { inLanguage } from '../../../../../domain/local-text.ts';
import { useTexts } from '../../../../texts/define-texts.ts';
import { useLanguage } from '../../../../texts/language.tsx';
import { annotateTexts } from '../texts.ts';
import { useWork } from '../work-context.ts';
import styles from './form.module.css';

/** The order in which to decide. It stays open or closed for the next unit. */
export function StepGuide() {
  const { engine, workplace } = useWork();
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const { steps } = engine.task;
  if (steps.length === 0) return null;
  return (
    <details
      className={styles.steps}
      open={workplace.hasSteps}
      onToggle={(event) => workplace.setSteps(event.currentTarget.open)}
    >
      <summary>{texts.steps}</summary>
      <ol>
        {steps.map((step) => (
          <li key={inLanguage(step)}>{inLanguage(step, language)}</li>
        ))}
      </ol>
    </details>
  );
}
