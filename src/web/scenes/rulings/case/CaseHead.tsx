import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { HiddenVotes } from '../../../components/HiddenVotes.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Link } from '../../../components/Link.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTruthSentence } from '../../../figures/titled-text.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { StandingMark } from '../../units/StandingMark.tsx';
import { shortId } from '../../units/view/short-id.ts';
import { SubjectLine } from '../../units/view/SubjectLine.tsx';
import { useReasonWords } from '../queue/reason-words.ts';
import type { CaseEditorProps } from './CaseEditor.tsx';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

interface CaseHeadProps extends CaseEditorProps {
  readonly actions: Readonly<Record<'next' | 'previous' | 'names', BoundAction>>;
}

/** Which unit it is, how far the votes agree, and why it is open. */
export function CaseHead(props: CaseHeadProps) {
  const { project, waiting, data, reply, actions, isLead, hasNames } = props;
  const said = useCodedSentence();
  const truth = useTruthSentence(reply);
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const reason = useReasonWords(reply);
  const counted = data.voices.filter((voice) => voice.counts);
  // What is tied is said by the tallies.
  const reasons = data.reasons.filter(({ kind }) => kind !== 'tied');
  const votes = (data.any_counts ? counted : data.voices).length;
  return (
    <header className={styles.head}>
      <p className={styles.facts}>
        <Link
          target={{ to: 'adjudicate', params: { project }, search: { task: data.task } }}
          className={styles.queueLink}
        >
          <Icon name="left" size={12} /> {texts.back}
        </Link>
        {waiting === null ? null : texts.left(waiting)}
        {props.like === null ? null : (
          <>
            <span>{texts.alike(props.like)}</span>
            <Link target={{ to: 'case', params: { project, task: data.task, unit: data.unit } }}>
              {texts.wholeQueue}
            </Link>
          </>
        )}
      </p>
      <div className={styles.headLine}>
        <h1 className={styles.title} id="page-title" tabIndex={-1} title={data.unit}>
          {shortId(data.unit)}
        </h1>
        <span className={styles.moves}>
          <ActionButton action={actions.previous} size="compact-sm" />
          <ActionButton action={actions.next} size="compact-sm" />
        </span>
      </div>
      <SubjectLine task={reply} subject={data.subject} />
      <p className={styles.facts}>
        <StandingMark state={data.state} />
        {data.agreement === null
          ? null
          : texts.agreement(format.percent(data.agreement, 0), format.count(votes))}
        {isLead ? (
          <ActionButton action={actions.names} size="compact-xs" isPressed={hasNames}>
            {hasNames ? texts.hideNames : texts.names}
          </ActionButton>
        ) : null}
      </p>
      {data.state === 'open' ? null : <p className={styles.line}>{truth(data.line)}</p>}
      {reasons.length === 0 ? null : (
        <ul className={styles.reasons} aria-label={texts.why}>
          {reasons.map((one) => (
            <li key={reason(one)}>{reason(one)}</li>
          ))}
        </ul>
      )}
      {hasNames ? null : <p className={styles.small}>{texts.namesWhy}</p>}
      <HiddenVotes count={data.hidden_votes} />
      {data.may_rule.why === null ? null : (
        <Notice kind="warn" title={texts.mayNot}>
          {said(data.may_rule.why)}
        </Notice>
      )}
    </header>
  );
}
