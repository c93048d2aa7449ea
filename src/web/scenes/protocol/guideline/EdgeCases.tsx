import type { Task } from '../../../../domain/protocol/task.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { decisionText } from '../../../../truth/rulings/decision-text.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

/** What the work added: questions with their answers, and units ruled on as edge cases. */
export function EdgeCases({
  register,
  task,
}: Readonly<{ register: EdgeCasesReply; task: Task | null }>) {
  const texts = useTexts(guidelineTexts);
  const { faq, cases, unit_texts: unitTexts } = register;
  if (faq.length === 0 && cases.length === 0)
    return <p className={styles.quiet}>{texts.edgeCasesNone}</p>;
  return (
    <dl className={styles.edgeCases}>
      {faq.map((entry) => (
        <div key={`faq ${entry.unit} ${entry.answer}`}>
          <dt>{entry.asked.length > 0 ? entry.asked.join(' ') : texts.notAsked}</dt>
          <UnitQuote text={unitTexts[entry.unit]} />
          <dd>
            <Decision decision={entry.decision} task={task} /> {entry.answer}
            <span className={styles.decided}>
              {texts.unit} <span className="id-cell">{entry.unit}</span>
            </span>
          </dd>
        </div>
      ))}
      {cases.map((one) => (
        <div key={`case ${one.unit} ${one.at}`}>
          <dt>
            {one.remarks[0] ?? (
              <>
                {texts.unit} <span className="id-cell">{one.unit}</span>
              </>
            )}
          </dt>
          <UnitQuote text={unitTexts[one.unit]} />
          <dd>
            <Decision decision={one.decision} task={task} /> {one.rationale}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The beginning of what the unit says. */
function UnitQuote({ text }: Readonly<{ text: string | undefined }>) {
  if (text === undefined || text === '') return null;
  return <dd className={styles.unitQuote}>{text.slice(0, 400)}</dd>;
}

/** What was ruled, as one would say it. */
function Decision({
  decision,
  task,
}: Readonly<{ decision: EdgeCasesReply['cases'][number]['decision']; task: Task | null }>) {
  const language = useLanguage();
  const said = useCodedSentence();
  if (decision === null || task === null) return null;
  return said(decisionText(task, decision, language));
}
