import type { ReactNode } from 'react';
import type { Answer } from '../../../../domain/answer.ts';
import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { shortAnswer } from './short-answer.ts';
import { verdictTexts } from './texts.ts';
import styles from './verdict.module.css';

type Decided = NonNullable<TraceUnit['grounds']['consensus']>['questions'][number];
interface Row {
  readonly key: string;
  readonly name: ReactNode;
  readonly weight: ReactNode;
  readonly cell: (question: string) => ReactNode;
}

/** The votes on a unit, their consensus, the truth after a ruling, and the quotes. */
export function UnitGrounds({ unit, task }: { readonly unit: TraceUnit; readonly task: Task }) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const language = useLanguage();
  const { votes, consensus, stored, quotes } = unit.grounds;
  const questions = task.questions.filter((question) => isClosed(question.scale));
  const weight = (value: number): string => format.decimal(value, Number.isInteger(value) ? 0 : 2);
  const words = (question: string, answers: Readonly<Record<string, Answer>> | null): string =>
    shortAnswer(task, question, answers?.[question] ?? null, language);
  const decided = (question: string): ReactNode => {
    const found = consensus?.questions.find((one) => one.question === question);
    return found === undefined ? (
      words(question, stored)
    ) : (
      <Consensus decided={found} task={task} />
    );
  };
  const total = votes.reduce((sum, vote) => sum + vote.weight, 0);
  const rows: Row[] = votes.map((vote) => ({
    key: `vote ${vote.annotator}`,
    name: vote.annotator,
    weight: weight(vote.weight),
    cell: (question) => words(question, vote.answers),
  }));
  if (consensus !== null || stored !== null)
    rows.push({
      key: 'consensus',
      name: <b>{consensus === null ? texts.stored : texts.votesSay}</b>,
      weight: votes.length > 0 ? <b>{weight(total)}</b> : '',
      cell: decided,
    });
  if (unit.ruling !== null)
    rows.push({
      key: 'truth',
      name: <b>{texts.afterRuling}</b>,
      weight: '',
      cell: (question) => <b>{words(question, unit.answers)}</b>,
    });
  return (
    <>
      <FigureTable
        caption={texts.votesOn(unit.id)}
        rows={rows}
        rowKey={(row) => row.key}
        empty={texts.noVotes}
        columns={(column) => [
          column.cell('annotator', texts.annotator, (row) => row.name),
          { ...column.cell('weight', texts.weight, (row) => row.weight), isNumeric: true },
          ...questions.map(({ id }) =>
            column.cell(id, questionTitle(task, id, language), (row) => row.cell(id)),
          ),
        ]}
      />
      {quotes.length === 0 ? null : (
        <ul className={styles.quotes} aria-label={texts.quotes}>
          {quotes.map((quote) => (
            <li key={`${quote.annotator} ${quote.question} ${quote.text}`}>
              <q data-unit="">{quote.text}</q>{' '}
              <small className={styles.soft}>
                {quote.annotator}, {questionTitle(task, quote.question, language)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Consensus({ decided, task }: { readonly decided: Decided; readonly task: Task }) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const language = useLanguage();
  const words = (answer: Answer): string => shortAnswer(task, decided.question, answer, language);
  if (decided.answer === null && decided.tied.length === 0) return '–';
  if (decided.answer === null)
    return (
      <span className={styles.tiedAnswers}>
        <StateMark kind="warn">{texts.tied(decided.tied.map(words).join(' / '))}</StateMark>
      </span>
    );
  return (
    <>
      <b>{words(decided.answer)}</b>{' '}
      {decided.confidence === null ? null : (
        <small className={styles.confidence}>{format.percent(decided.confidence)}</small>
      )}{' '}
      {decided.tie_broken ? <small className={styles.confidence}>{texts.tieBroken}</small> : null}
    </>
  );
}
