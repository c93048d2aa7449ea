import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { questionTitle } from '../../judging/annotate/form/rule-words.ts';
import { shortAnswer } from './short-answer.ts';
import { verdictTexts } from './texts.ts';
import styles from './verdict.module.css';

type Vote = TraceUnit['grounds']['votes'][number];
type Decided = NonNullable<TraceUnit['grounds']['consensus']>['questions'][number];
type Row =
  | { readonly kind: 'vote'; readonly key: string; readonly vote: Vote }
  | { readonly kind: 'consensus' | 'truth'; readonly key: string };

/** The votes on a unit, what they come to, what stands in the end, and what was quoted. */
export function UnitGrounds({ unit, task }: { readonly unit: TraceUnit; readonly task: Task }) {
  const texts = useTexts(verdictTexts);
  const format = useFormat();
  const language = useLanguage();
  const { votes, consensus, stored, quotes } = unit.grounds;
  const questions = task.questions.filter((question) => isClosed(question.scale));
  const rows: readonly Row[] = [
    ...votes.map((vote): Row => ({ kind: 'vote', key: `vote ${vote.annotator}`, vote })),
    ...(consensus === null && stored === null
      ? []
      : [{ kind: 'consensus', key: 'consensus' } as const]),
    ...(unit.ruling === null ? [] : [{ kind: 'truth', key: 'truth' } as const]),
  ];
  const weight = (value: number): string => format.decimal(value, Number.isInteger(value) ? 0 : 2);
  const columns: readonly Column<Row>[] = [
    {
      id: 'annotator',
      title: texts.annotator,
      cell: (row) =>
        row.kind === 'vote' ? (
          row.vote.annotator
        ) : (
          <b>
            {row.kind === 'consensus'
              ? consensus === null
                ? texts.stored
                : texts.votesSay
              : texts.afterRuling}
          </b>
        ),
    },
    {
      id: 'weight',
      title: texts.weight,
      isNumeric: true,
      cell: (row) =>
        row.kind === 'vote' ? (
          weight(row.vote.weight)
        ) : row.kind === 'consensus' && votes.length > 0 ? (
          <b>{weight(votes.reduce((sum, vote) => sum + vote.weight, 0))}</b>
        ) : (
          ''
        ),
    },
    ...questions.map((question): Column<Row> => ({
      id: question.id,
      title: questionTitle(task, question.id, language),
      cell: (row) => {
        if (row.kind === 'vote')
          return shortAnswer(task, question.id, row.vote.answers[question.id] ?? null, language);
        if (row.kind === 'truth')
          return (
            <b>{shortAnswer(task, question.id, unit.answers[question.id] ?? null, language)}</b>
          );
        const decided = consensus?.questions.find((one) => one.question === question.id);
        return decided === undefined ? (
          shortAnswer(task, question.id, stored?.[question.id] ?? null, language)
        ) : (
          <Consensus decided={decided} task={task} />
        );
      },
    })),
  ];
  return (
    <>
      <DataTable
        caption={texts.votesOn(unit.id)}
        rows={rows}
        rowKey={(row) => row.key}
        columns={columns}
        empty={texts.noVotes}
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
  if (decided.answer === null)
    return decided.tied.length === 0 ? (
      '–'
    ) : (
      <StateMark kind="warn">
        {texts.tied(
          decided.tied
            .map((answer) => shortAnswer(task, decided.question, answer, language))
            .join(' / '),
        )}
      </StateMark>
    );
  return (
    <>
      <b>{shortAnswer(task, decided.question, decided.answer, language)}</b>
      {decided.confidence === null ? null : (
        <small className={styles.confidence}> {format.percent(decided.confidence)}</small>
      )}
      {decided.tie_broken ? <small className={styles.confidence}> {texts.tieBroken}</small> : null}
    </>
  );
}
