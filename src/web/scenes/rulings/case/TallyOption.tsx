import type { Question } from '../../../../domain/protocol/question.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { Icon } from '../../../components/Icon.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { digitOf } from '../../judging/annotate/form/question-options.ts';
import type { OptionTally } from './tallies.ts';
import { caseTexts } from './texts.ts';
import { VoteChip } from './VoteChip.tsx';
import styles from './tally.module.css';

interface TallyOptionProps {
  readonly question: Question;
  readonly option: OptionTally;
  readonly at: number;
  readonly share: number;
  readonly isWeighted: boolean;
  readonly data: CaseReply;
  readonly isChosen: boolean;
  readonly isPossible: boolean;
  readonly isCursor: boolean;
  readonly isOff: boolean;
  readonly onDecide: () => void;
}

/** An answer with its votes: how many, which, and their weight. A press rules for it. */
export function TallyOption(props: TallyOptionProps) {
  const { question, option, at, data, isChosen, isCursor, isOff } = props;
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const language = useLanguage();
  const isTerm = question.scale.kind === 'nominal' && option.lead !== undefined;
  const count = option.votes.length;
  const key = (): string => {
    if (question.scale.kind !== 'binary') return String(digitOf(question, at));
    if (option.value !== true) return 'n';
    return language === 'de' ? 'j' : 'y';
  };
  return (
    <button
      type="button"
      className={styles.option}
      aria-pressed={isChosen}
      disabled={isOff}
      data-fits={props.isPossible}
      data-voted={count > 0}
      title={option.title}
      onClick={props.onDecide}
    >
      <span className={styles.optionHead}>
        {isChosen ? <Icon name="check" size={12} /> : null}
        <b>{isTerm ? option.lead : option.title}</b>
        {isCursor && !isOff ? <KeyBadge keys={key()} /> : null}
      </span>
      {isTerm ? <span className={styles.optionTitle}>{option.title}</span> : null}
      <span className={styles.tally}>
        <span className={styles.count}>
          {texts.times(format.count(count))}
          <span className="visually-hidden"> {texts.votesWord(count)}</span>
        </span>
        {props.isWeighted && count > 0 ? (
          <span className={styles.weight}>{texts.weight(format.number(option.weight))}</span>
        ) : null}
        <span className={styles.chips}>
          {[...option.votes, ...option.uncounted].map((one) => (
            <VoteChip key={one} voice={data.voices[one]!} at={one} />
          ))}
        </span>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${props.share * 100}%` }} />
      </span>
    </button>
  );
}
