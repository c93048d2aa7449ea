import type { ReactNode } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Link } from '../../../components/Link.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { useTruthSentence } from '../../../figures/titled-text.ts';
import { shortAnswer } from './short-answer.ts';
import { verdictTexts } from './texts.ts';
import { UnitGrounds } from './UnitGrounds.tsx';
import { unitAnchor } from './UnitLinks.tsx';
import { votedOf } from './what-if-draft.ts';
import styles from './verdict.module.css';

interface UnitCardProps {
  readonly project: string;
  readonly unit: TraceUnit;
  readonly task: Task;
  readonly part: string;
  readonly whatIf: BoundAction;
  readonly children: ReactNode;
}

/** A unit behind the verdict: its text, its truth, the votes, and a trial of other answers. */
export function UnitCard({ project, unit, task, part, whatIf, children }: UnitCardProps) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const said = useTruthSentence(task);
  return (
    <article
      className={styles.unit}
      id={unitAnchor(unit.id)}
      tabIndex={-1}
      aria-label={texts.unit(unit.id)}
      data-trace-unit={unit.id}
    >
      <header className={styles.unitHead}>
        <h3 className={styles.unitName}>
          <Link target={{ to: 'unit', params: { project, task: task.id, unit: unit.id } }}>
            {unit.id}
          </Link>
        </h3>
        {unit.date === null ? null : (
          <span className={styles.soft}>{readDate(unit.date, format.date)}</span>
        )}
        <span className={styles.part}>{part}</span>
        {unit.state === 'known' ? null : (
          <StateMark kind={unit.state === 'excluded' ? 'quiet' : 'warn'}>
            {texts.states[unit.state]}
          </StateMark>
        )}
        {unit.ruling === null ? null : (
          <StateMark kind="active" icon="scale">
            {texts.ruled}
          </StateMark>
        )}
        {unit.is_partial ? <StateMark kind="warn">{texts.partial}</StateMark> : null}
        <span className={styles.unitAction}>
          {children === null ? (
            <ActionButton action={whatIf} size="compact-sm">
              {texts.whatIf}
              <span className="visually-hidden"> {unit.id}</span>
            </ActionButton>
          ) : null}
        </span>
      </header>
      {unit.text === null ? null : (
        <p className={styles.text} data-unit="">
          {unit.text}
        </p>
      )}
      <Answers unit={unit} task={task} />
      {unit.grounds.line === null ? null : (
        <p className={unit.ruling === null ? styles.soft : styles.ruling}>
          {said(unit.grounds.line)}
        </p>
      )}
      <Disclosure title={texts.votes(unit.grounds.votes.length)}>
        <UnitGrounds unit={unit} task={task} />
      </Disclosure>
      {children}
    </article>
  );
}

function Answers({ unit, task }: { readonly unit: TraceUnit; readonly task: Task }) {
  const texts = useTexts(verdictTexts);
  const language = useLanguage();
  const voted = new Map(votedOf(unit).map(({ question, answer }) => [question, answer]));
  const shown = Object.entries(unit.answers).filter(
    ([, answer]) => task.form !== 'labels' || (answer !== false && answer !== 0),
  );
  if (shown.length === 0 && unit.grounds.line !== null) return null;
  if (shown.length === 0) return <p className={styles.soft}>{texts.nothingIn[unit.state]}</p>;
  return (
    <dl className={styles.answers}>
      {shown.map(([question, answer]) => {
        const before = voted.get(question);
        const isCorrected = unit.ruling !== null && before !== undefined && before !== answer;
        return (
          <div key={question}>
            <dt>{questionTitle(task, question, language)}</dt>
            <dd>
              {shortAnswer(task, question, answer, language)}
              {isCorrected ? (
                <small> {texts.insteadOf(shortAnswer(task, question, before, language))}</small>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A date as the reader writes it; as it stands in the unit when it cannot be read. */
function readDate(text: string, write: (date: string) => string): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return day === undefined || Number.isNaN(Date.parse(`${day}T12:00:00`))
    ? text
    : write(`${day}T12:00:00`);
}
