import { useEffect, useId, useRef, useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { FeedbackReply } from '../../../../server/routes/judging/work.ts';
import { StateMark } from '../../../components/StateMark.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { applies } from '../annotate/form/form-content.ts';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';
import { CardBody } from '../../protocol/guideline/LabelCard.tsx';
import { trainingTexts } from './texts.ts';
import styles from './training.module.css';

/** What the server says after a unit in training. */
export type Feedback = FeedbackReply;
type AnswerFeedback = Feedback['answers'][number];

interface FeedbackPanelProps {
  readonly task: Task;
  readonly feedback: Feedback;
}

/** How the answers compare with the key, differences first, with what the guideline says. */
export function FeedbackPanel({ task, feedback }: FeedbackPanelProps) {
  const texts = useTexts(trainingTexts);
  const wrong = feedback.answers.filter((answer) => !answer.right);
  const inexact = feedback.answers.filter((answer) => answer.right && !answer.exact);
  const right = feedback.answers.filter((answer) => answer.exact && isTelling(task, answer));
  const all = feedback.right + feedback.wrong;
  const title = useRef<HTMLHeadingElement>(null);
  // It is what comes next, for the eye on a small screen and for the ear.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.feedback} aria-labelledby="feedback-title" data-feedback="true">
      <div className={styles.feedbackHead}>
        <h2 id="feedback-title" ref={title} className={styles.feedbackTitle} tabIndex={-1}>
          {texts.feedback}
        </h2>
        <StateMark kind={wrong.length === 0 ? 'good' : 'warn'}>
          {texts.score(feedback.right, all)}
        </StateMark>
      </div>
      {wrong.length === 0 ? (
        <p className={styles.allRight}>{inexact.length === 0 ? texts.allRight : texts.exactly}</p>
      ) : null}
      {feedback.reason === null ? null : (
        <div className={styles.reason}>
          <h3>{texts.reason}</h3>
          <p>{feedback.reason}</p>
        </div>
      )}
      <Answers title={texts.wrong} kind="wrong" task={task} answers={wrong} />
      <Answers title={texts.inexact} kind="inexact" task={task} answers={inexact} />
      <Answers title={texts.right} kind="right" task={task} answers={right} />
    </section>
  );
}

interface AnswersProps {
  readonly title: string;
  readonly kind: 'wrong' | 'inexact' | 'right';
  readonly task: Task;
  readonly answers: readonly AnswerFeedback[];
}

function Answers({ title, kind, task, answers }: AnswersProps) {
  if (answers.length === 0) return null;
  return (
    <section className={styles.group}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <ul className={styles.answers}>
        {answers.map((answer) => (
          <OneAnswer key={answer.question} kind={kind} task={task} answer={answer} />
        ))}
      </ul>
    </section>
  );
}

interface OneAnswerProps {
  readonly kind: 'wrong' | 'inexact' | 'right';
  readonly task: Task;
  readonly answer: AnswerFeedback;
}

function OneAnswer({ kind, task, answer }: OneAnswerProps) {
  const texts = useTexts(trainingTexts);
  const language = useLanguage();
  const id = useId();
  const [isOpen, setOpen] = useState(kind === 'wrong');
  const question = task.questions.find((one) => one.id === answer.question);
  if (question === undefined) return null;
  const words = (value: AnswerFeedback['given']): string => {
    if (value === null) return texts.none;
    const title = answerWords(question, value, language);
    return typeof value === 'number' ? `${value} ${title.toLowerCase()}` : title;
  };
  return (
    <li className={styles.answer} data-kind={kind}>
      <div className={styles.answerHead}>
        <Icon name={kind === 'wrong' ? 'cross' : 'check'} size={14} />
        <strong>{inLanguage(question.title, language)}</strong>
        {answer.card === null ? null : (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.card}
          </button>
        )}
      </div>
      <dl className={styles.versus}>
        <div>
          <dt>{texts.yours}</dt>
          <dd>{words(answer.given)}</dd>
        </div>
        <div>
          <dt>{texts.key}</dt>
          <dd>{words(answer.expected)}</dd>
        </div>
      </dl>
      {answer.card === null ? null : (
        <div id={id} hidden={!isOpen} className={styles.card}>
          {isOpen ? <CardBody card={tellingCard(task, answer)} /> : null}
        </div>
      )}
    </li>
  );
}

/** The part of the card that explains the difference: inclusions if missed, exclusions if extra. */
function tellingCard(
  task: Task,
  { question, given, expected, card }: AnswerFeedback,
): NonNullable<AnswerFeedback['card']> {
  const asked = task.questions.find((one) => one.id === question);
  const whole = card ?? { definition: '', include: [], exclude: [] };
  if (asked === undefined || applies(asked, given) === applies(asked, expected)) return whole;
  return applies(asked, expected) ? { ...whole, exclude: [] } : { ...whole, include: [] };
}

/** In a form of labels it says nothing that both left a label out. */
function isTelling(task: Task, { given, expected }: AnswerFeedback): boolean {
  return (
    task.form !== 'labels' ||
    (given !== 0 && given !== false) ||
    (expected !== 0 && expected !== false)
  );
}
