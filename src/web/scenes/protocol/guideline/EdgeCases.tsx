import type { Task } from '../../../../domain/protocol/task.ts';
import type { EdgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';
import { decisionText } from '../../../../truth/rulings/decision-text.ts';
import { Link } from '../../../components/Link.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { guidelineTexts } from './texts.ts';
import styles from './guideline.module.css';

interface EdgeCasesProps {
  readonly register: EdgeCasesReply;
  readonly task: Task | null;
  /** Where units have a page that the reader may open. */
  readonly project?: string | null;
}

/** What the work added: questions with their answers, and units ruled on as edge cases. */
export function EdgeCases({ register, task, project = null }: EdgeCasesProps) {
  const texts = useTexts(guidelineTexts);
  const named = (unit: string) =>
    project === null || task === null ? (
      unit
    ) : (
      <Link target={{ to: 'unit', params: { project, task: task.id, unit } }}>{unit}</Link>
    );
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
              {texts.unit} {named(entry.unit)}
            </span>
          </dd>
        </div>
      ))}
      {cases.map((one) => (
        <div key={`case ${one.unit} ${one.at}`}>
          <dt>
            {one.remarks[0] ?? (
              <>
                {texts.unit} {named(one.unit)}
              </>
            )}
          </dt>
          <UnitQuote text={unitTexts[one.unit]} />
          <dd>
            <Decision decision={one.decision} task={task} /> {one.rationale}
            {one.remarks.length === 0 ? null : (
              <span className={styles.decided}>
                {texts.unit} {named(one.unit)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The beginning of what the unit says. */
function UnitQuote({ text }: Readonly<{ text: string | undefined }>) {
  if (text === undefined || text === '') return null;
  const isCut = text.length > mostLetters;
  const shown = isCut ? `${text.slice(0, mostLetters).replace(/\s+\S*$/, '')} …` : text;
  return <dd className={styles.unitQuote}>{shown}</dd>;
}

const mostLetters = 400;

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
