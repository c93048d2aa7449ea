import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords, questionTitle } from '../../judging/annotate/form/rule-words.ts';
import { DecisionCell } from './DecisionCell.tsx';
import type { RulingAnswers } from './ruling-draft.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

type Voice = CaseReply['voices'][number];

interface VoteTableProps {
  readonly data: CaseReply;
  readonly task: Task;
  readonly rows: readonly CaseReply['questions'][number][];
  readonly hidden: number;
  readonly isAll: boolean;
  readonly answers: RulingAnswers;
  readonly isAsked: (question: string) => boolean;
  readonly cursor: string;
  readonly isOff: boolean;
  readonly onDecide: (question: string, answer: Answer) => void;
  readonly toggleAll: BoundAction;
}

/** The votes side by side, what they come to, and the ruling beside them: one row per label. */
export function VoteTable({
  data,
  task,
  rows,
  hidden,
  isAll,
  answers,
  isAsked,
  cursor,
  isOff,
  onDecide,
  toggleAll,
}: VoteTableProps) {
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  // Many votes are more than fit: what they come to stands before them, where it is seen without
  // moving the table.
  const isWide = data.voices.length > 4;
  const said = (
    <th scope="col" role="columnheader" data-says="true">
      {texts.votesSay}
    </th>
  );
  return (
    <>
      <div className={styles.votesFrame} role="group" aria-label={texts.votes} tabIndex={0}>
        <table className={styles.votes} role="table">
          <caption className="visually-hidden">{texts.votes}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {texts.label}
              </th>
              {isWide ? said : null}
              {data.voices.map((voice) => (
                <th key={voice.who} scope="col" role="columnheader">
                  <VoiceHead voice={voice} />
                </th>
              ))}
              {isWide ? null : said}
              <th scope="col" role="columnheader">
                {texts.yourRuling}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => {
              const question = task.questions.find((one) => one.id === row.question);
              if (question === undefined) return null;
              const saying = (
                <td role="cell" data-who={texts.votesSay}>
                  <VotesSay row={row} words={(answer) => answerWords(question, answer, language)} />
                </td>
              );
              return (
                <tr
                  key={row.question}
                  role="row"
                  data-cursor={row.question === cursor}
                  data-open={row.consensus !== null && row.consensus.answer === null}
                >
                  <th scope="row" role="rowheader">
                    {questionTitle(task, row.question, language)}
                  </th>
                  {isWide ? saying : null}
                  {data.voices.map((voice, at) => (
                    <td
                      key={voice.who}
                      role="cell"
                      data-who={voice.who}
                      data-differs={
                        row.consensus?.answer != null &&
                        row.answers[at] !== row.consensus.answer &&
                        voice.counts
                      }
                      data-counts={voice.counts}
                    >
                      {answerWords(question, row.answers[at] ?? null, language)}
                    </td>
                  ))}
                  {isWide ? null : saying}
                  <td role="cell">
                    {!isClosed(question.scale) ? null : !isAsked(row.question) ? (
                      <span className={styles.small}>{texts.notAsked}</span>
                    ) : (
                      <DecisionCell
                        question={question}
                        answer={answers[row.question] ?? null}
                        possible={row.possible}
                        isCursor={row.question === cursor}
                        isOff={isOff}
                        onDecide={(answer) => onDecide(row.question, answer)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {hidden === 0 && !isAll ? null : (
        <p className={styles.toggle}>
          <ActionButton action={toggleAll} size="compact-sm" isPressed={isAll}>
            {task.form === 'labels'
              ? isAll
                ? texts.onlyDisputed
                : texts.undisputed(hidden)
              : isAll
                ? texts.onlyAnswered
                : texts.unanswered(hidden)}
          </ActionButton>
        </p>
      )}
    </>
  );
}

function VoiceHead({ voice }: { readonly voice: Voice }) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const { asides } = voice;
  return (
    <div className={styles.voice}>
      <b>
        {voice.who}
        {voice.own ? ` (${texts.own})` : null}
      </b>
      {asides.confidence === undefined ? null : (
        <span>
          {texts.confidence}: {texts.confidences[asides.confidence]}
        </span>
      )}
      <span>
        {texts.guideline} {voice.guideline}
      </span>
      <span>
        {format.date(voice.at)}
        {voice.seconds === null ? null : `, ${format.duration(voice.seconds)}`}
      </span>
      {voice.weight === 1 ? null : <span>{texts.weight(format.number(voice.weight))}</span>}
      {voice.revisions === 0 ? null : <span>{texts.revised(voice.revisions)}</span>}
      {asides.flag === true ? (
        <span>
          <Icon name="flag" size={12} /> {texts.flagged}
        </span>
      ) : null}
      {asides.uncertain === true ? <span>{texts.uncertain}</span> : null}
      {voice.counts ? null : <span className={styles.leftOut}>{texts.leftOut}</span>}
      {asides.notes === undefined || asides.notes === '' ? null : (
        <q className={styles.note}>{asides.notes}</q>
      )}
    </div>
  );
}

function VotesSay({
  row,
  words,
}: {
  readonly row: CaseReply['questions'][number];
  readonly words: (answer: Answer) => string;
}) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const { consensus } = row;
  if (consensus === null) return <span className={styles.small}>–</span>;
  if (consensus.answer === null)
    return (
      <StateMark kind="warn">{consensus.tied.length > 0 ? texts.tied : texts.noAnswer}</StateMark>
    );
  return (
    <>
      {words(consensus.answer)}
      {consensus.confidence === null || consensus.confidence === 1 ? null : (
        <span className={styles.small}> {format.percent(consensus.confidence, 0)}</span>
      )}
    </>
  );
}
