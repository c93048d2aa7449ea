import { useLayoutEffect, useRef } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { Icon } from '../../../components/Icon.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import type { Language } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';
import { choicesOf } from '../../judging/annotate/form/question-options.ts';
import { TallyOption } from './TallyOption.tsx';
import { areWeighted, tallyOf } from './tallies.ts';
import { caseTexts } from './texts.ts';
import { VoteChip } from './VoteChip.tsx';
import styles from './tally.module.css';

interface TallyCardProps {
  readonly data: CaseReply;
  readonly question: Question;
  readonly row: CaseReply['questions'][number];
  readonly answer: Answer | null;
  readonly isAsked: boolean;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly isOff: boolean;
  readonly onDecide: (answer: Answer) => void;
  readonly onToggle: () => void;
}

/** One question: its options in a row with their votes, and on demand the votes one by one. */
export function TallyCard(props: TallyCardProps) {
  const { data, question, row, answer, isCursor, isOff, isOpen } = props;
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const card = useRef<HTMLElement>(null);
  const wasThere = useRef(isCursor);
  useLayoutEffect(() => {
    // Scroll to the card when the cursor moves to it, but not when the page opens.
    if (isCursor && !wasThere.current) card.current?.scrollIntoView({ block: 'nearest' });
    wasThere.current = isCursor;
  }, [isCursor]);
  const title = inLanguage(question.title, language);
  const options = tallyOf(question, row, data, language);
  const total = options.reduce((sum, option) => sum + option.weight, 0);
  const isWeighted = areWeighted(data);
  const votes = options.reduce((sum, one) => sum + one.votes.length + one.uncounted.length, 0);
  return (
    <section
      ref={card}
      className={styles.card}
      aria-label={title}
      data-cursor={isCursor}
      data-question={question.id}
    >
      <div className={styles.cardHead}>
        <h2 className={styles.question}>{title}</h2>
        <VotesSay question={question} row={row} />
        {votes === 0 ? null : (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            onClick={props.onToggle}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
            {isOpen ? texts.hideVotes : texts.showVotes}
          </button>
        )}
      </div>
      {props.isAsked ? (
        <div
          className={styles.options}
          data-many={options.length > 3 || options.some(isLong)}
          role="group"
          aria-label={`${texts.yourRuling}: ${title}`}
        >
          {options.map((option, at) => (
            <TallyOption
              key={String(option.value)}
              question={question}
              option={option}
              at={at}
              share={total === 0 ? 0 : option.weight / total}
              isWeighted={isWeighted}
              data={data}
              isChosen={option.value === answer}
              isPossible={row.possible.length === 0 || row.possible.includes(option.value)}
              isCursor={isCursor}
              isOff={isOff}
              onDecide={() => props.onDecide(option.value)}
            />
          ))}
        </div>
      ) : (
        <p className={styles.soft}>{texts.notAsked}</p>
      )}
      {isOpen ? <VoteList data={data} question={question} row={row} /> : null}
    </section>
  );
}

function VotesSay({
  question,
  row: { consensus },
}: Readonly<{ question: Question; row: CaseReply['questions'][number] }>) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const language = useLanguage();
  if (consensus === null) return null;
  if (consensus.answer === null)
    return (
      <StateMark kind="warn">{consensus.tied.length > 0 ? texts.tied : texts.noAnswer}</StateMark>
    );
  const share =
    consensus.confidence === null || consensus.confidence === 1
      ? ''
      : ` (${format.percent(consensus.confidence, 0)})`;
  return (
    <span className={styles.soft}>
      {texts.votesSay}: {answerWords(question, consensus.answer, language)}
      {share}
    </span>
  );
}

/** Who voted for what, each with what goes with the vote. */
function VoteList({
  data,
  question,
  row,
}: Readonly<{ data: CaseReply; question: Question; row: CaseReply['questions'][number] }>) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const language = useLanguage();
  return (
    <ul className={styles.voteList} aria-label={texts.votes}>
      {data.voices.map((voice, at) => {
        const given = row.answers[at] ?? null;
        const { confidence } = voice.asides;
        return (
          <li key={voice.who} data-counts={voice.counts}>
            <VoteChip voice={voice} at={at} />
            <span>{given === null ? texts.noAnswer : optionName(question, given, language)}</span>
            <span className={styles.soft}>
              {[
                voice.weight === 1 ? '' : texts.weight(format.number(voice.weight)),
                confidence === undefined
                  ? ''
                  : `${texts.confidence}: ${texts.confidences[confidence]}`,
                voice.own ? texts.own : '',
              ]
                .filter((one) => one !== '')
                .join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** An answer by the name that its option has above: a term, or a title. */
function optionName(question: Question, given: Answer, language: Language): string {
  const option = choicesOf(question, language).find((one) => one.value === given);
  const term = question.scale.kind === 'nominal' ? option?.lead : undefined;
  return term ?? option?.title ?? answerWords(question, given, language);
}

/** Whether a title breaks within a word where three options stand side by side on a telephone. */
function isLong({ title }: { readonly title: string }): boolean {
  return title.split(/\s+/).some((word) => word.length > 7);
}
