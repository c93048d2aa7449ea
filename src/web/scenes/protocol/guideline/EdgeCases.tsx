import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

/** What the work added: questions with their answers, and units ruled on as edge cases. */
export function EdgeCases({
  register,
  task,
}: Readonly<{ register: EdgeCasesReply; task: Task | null }>) {
  const texts = useTexts(guidelineTexts);
  if (register.faq.length === 0 && register.cases.length === 0)
    return <p className={styles.quiet}>{texts.edgeCasesNone}</p>;
  return (
    <dl className={styles.edgeCases}>
      {register.faq.map((entry) => (
        <div key={`faq ${entry.unit} ${entry.answer}`}>
          <dt>{entry.asked.length > 0 ? entry.asked.join(' ') : entry.about.join(', ')}</dt>
          <dd>{entry.answer}</dd>
        </div>
      ))}
      {register.cases.map((one) => (
        <div key={`case ${one.unit} ${one.at}`}>
          <dt>{one.unit}</dt>
          <dd>
            {one.rationale}
            <span className={styles.decided}>
              {texts.decided}: <Decision decision={one.decision} task={task} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The answers that say something: in a form of labels those that apply, else all of them. */
function Decision({
  decision,
  task,
}: Readonly<{ decision: EdgeCasesReply['cases'][number]['decision']; task: Task | null }>) {
  const texts = useTexts(guidelineTexts);
  const language = useLanguage();
  if (decision.kind === 'exclude') return texts.excluded;
  const title = (id: string): string =>
    inLanguage(task?.questions.find((question) => question.id === id)?.title ?? id, language);
  const given = Object.entries(decision.answers).filter(
    ([, answer]) => task?.form !== 'labels' || (answer !== 0 && answer !== false),
  );
  return given.map(([id, answer]) => `${title(id)} ${String(answer)}`).join(', ');
}
