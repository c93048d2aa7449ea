import type { ReactNode } from 'react';
import { isClosed } from '../../../../domain/protocol/scale.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';
import { DecisionCell } from './DecisionCell.tsx';
import type { RulingLogic } from './ruling-draft.ts';
import { caseTexts } from './texts.ts';
import type { RulingDraft } from './use-ruling-draft.ts';
import styles from './case.module.css';

type Voice = CaseReply['voices'][number];
type Row = CaseReply['questions'][number];

interface VoteTableProps {
  readonly data: CaseReply;
  readonly task: Task;
  readonly rows: readonly Row[];
  readonly isAll: boolean;
  readonly draft: RulingDraft;
  readonly logic: RulingLogic;
  readonly cursor: string;
  readonly onDecide: (question: string, answer: Answer) => void;
  readonly toggleAll: BoundAction;
}

/** The votes side by side, what they come to, and the ruling beside them: one row per label. */
export function VoteTable(props: VoteTableProps) {
  const { data, task, rows, isAll } = props;
  const texts = useTexts(caseTexts);
  const hidden = data.questions.length - rows.length;
  const isLabels = task.form === 'labels';
  const hide = isLabels ? texts.onlyDisputed : texts.onlyAnswered;
  const show = isLabels ? texts.undisputed(hidden) : texts.unanswered(hidden);
  const said = (
    <th key="sum" scope="col" role="columnheader" data-says="true">
      {texts.votesSay}
    </th>
  );
  const voices = data.voices.map((voice) => (
    <th key={voice.who} scope="col" role="columnheader">
      <VoiceHead voice={voice} />
    </th>
  ));
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
              {votesAndSum(data, voices, said)}
              <th scope="col" role="columnheader">
                {texts.yourRuling}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => {
              const question = task.questions.find((one) => one.id === row.question);
              if (question === undefined) return null;
              return <VoteRow key={row.question} {...props} row={row} question={question} />;
            })}
          </tbody>
        </table>
      </div>
      {hidden === 0 && !isAll ? null : (
        <p className={styles.toggle}>
          <ActionButton action={props.toggleAll} size="compact-sm" isPressed={isAll}>
            {isAll ? hide : show}
          </ActionButton>
        </p>
      )}
    </>
  );
}

/** Many votes do not fit: then what they say comes first, where it is seen without scrolling. */
function votesAndSum({ voices }: CaseReply, votes: ReactNode, sum: ReactNode) {
  return voices.length > 4 ? [sum, votes] : [votes, sum];
}

interface VoteRowProps extends VoteTableProps {
  readonly row: Row;
  readonly question: Question;
}

function VoteRow({ data, draft, logic, cursor, onDecide, row, question }: VoteRowProps) {
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const { consensus } = row;
  const words = (answer: Answer | null): string => answerWords(question, answer, language);
  const votes = data.voices.map((voice, at) => {
    const isApart = consensus?.answer != null && row.answers[at] !== consensus.answer;
    return (
      <td
        key={voice.who}
        role="cell"
        data-who={voice.who}
        data-differs={isApart && voice.counts}
        data-counts={voice.counts}
      >
        {words(row.answers[at] ?? null)}
      </td>
    );
  });
  const sum = (
    <td key="sum" role="cell" data-who={texts.votesSay}>
      <VotesSay row={row} words={words} />
    </td>
  );
  const isAsked = logic.isAsked(draft.answers, question.id);
  return (
    <tr
      role="row"
      data-cursor={row.question === cursor}
      data-open={consensus !== null && consensus.answer === null}
    >
      <th scope="row" role="rowheader">
        {inLanguage(question.title, language)}
      </th>
      {votesAndSum(data, votes, sum)}
      <td role="cell">
        {isClosed(question.scale) && isAsked ? (
          <DecisionCell
            question={question}
            answer={draft.answers[row.question] ?? null}
            possible={row.possible}
            isCursor={row.question === cursor}
            isOff={!data.may_rule.allowed || draft.isExcluded}
            onDecide={(answer) => onDecide(row.question, answer)}
          />
        ) : null}
        {isClosed(question.scale) && !isAsked ? (
          <span className={styles.small}>{texts.notAsked}</span>
        ) : null}
      </td>
    </tr>
  );
}

function VoiceHead({ voice }: { readonly voice: Voice }) {
  const texts = useTexts(caseTexts);
  const said = useCodedSentence();
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
      {voice.uncounted === null ? null : (
        <span className={styles.leftOut}>{texts.leftOut(said(voice.uncounted))}</span>
      )}
      {asides.notes === undefined || asides.notes === '' ? null : (
        <q className={styles.note}>{asides.notes}</q>
      )}
    </div>
  );
}

interface VotesSayProps {
  readonly row: Row;
  readonly words: (answer: Answer) => string;
}

function VotesSay({ row: { consensus }, words }: VotesSayProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
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
