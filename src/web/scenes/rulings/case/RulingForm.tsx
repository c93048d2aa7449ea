import { Button, Checkbox, Textarea } from '@mantine/core';
import type { Fault } from '../../../../domain/fault.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useServerSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerWords, questionTitle } from '../../judging/annotate/form/rule-words.ts';
import type { Followed } from './ruling-draft.ts';
import { becauseWords } from './question-words.ts';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

interface RulingFormProps {
  readonly task: Task;
  readonly followed: readonly Followed[];
  readonly missing: readonly string[];
  readonly faults: readonly Fault[];
  readonly isTried: boolean;
  readonly isExcluded: boolean;
  readonly onExclude: (isExcluded: boolean) => void;
  readonly isEdgeCase: boolean;
  readonly onEdgeCase: (isEdgeCase: boolean) => void;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly proposal: string | null;
  readonly onProposal: (proposal: string) => void;
  /** Drops what was kept of an earlier visit; null when there was nothing. */
  readonly onAnew: (() => void) | null;
  readonly failure: unknown;
  /** Looks at the case again, where that is the way out. */
  readonly onReload?: () => void;
  /** Who has ruled while this was written; null when nobody has, or when one has read it. */
  readonly overtakenBy: string | null;
  readonly onRead: () => void;
  readonly isBusy: boolean;
  readonly hasEarlier: boolean;
  readonly actions: Readonly<Record<'submit' | 'propose', BoundAction>>;
}

/** The reason and what goes with a ruling, and the one button. */
export function RulingForm({
  task,
  followed,
  missing,
  faults,
  isTried,
  isExcluded,
  onExclude,
  isEdgeCase,
  onEdgeCase,
  reason,
  onReason,
  proposal,
  onProposal,
  onAnew,
  failure,
  onReload,
  overtakenBy,
  onRead,
  isBusy,
  hasEarlier,
  actions,
}: RulingFormProps) {
  const texts = useTexts(caseTexts);
  const format = useFormat();
  const said = useServerSentence();
  const language = useLanguage();
  const words = (question: string, answer: Followed['from']): string =>
    answerWords(
      task.questions.find((one) => one.id === question)!,
      answer,
      language,
    );
  return (
    <div className={styles.form}>
      {followed.length === 0 ? null : (
        <Notice kind="info" title={texts.followed}>
          <ul className={styles.plain}>
            {followed.map((one) => (
              <li key={one.question}>
                {texts.change(
                  questionTitle(task, one.question, language),
                  words(one.question, one.from),
                  words(one.question, one.to),
                  becauseWords(task, one.because, language),
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {faults.map((fault) => (
        <Notice key={fault.message} kind="warn">
          {said(fault.message)}
        </Notice>
      ))}
      {missing.length === 0 ? null : (
        <p className={styles.missing}>
          {texts.stillNeeded(
            format.list(missing.map((question) => questionTitle(task, question, language))),
          )}
        </p>
      )}
      {onAnew === null ? null : (
        <p className={styles.kept}>
          {texts.kept}
          <Button size="compact-xs" variant="default" onClick={onAnew}>
            {texts.anew}
          </Button>
        </p>
      )}
      {overtakenBy === null ? null : (
        <Notice
          kind="warn"
          actions={
            <Button size="compact-sm" variant="default" onClick={onRead}>
              {texts.read}
            </Button>
          }
        >
          {texts.overtaken(overtakenBy)}
        </Notice>
      )}
      {hasEarlier ? <p className={styles.small}>{texts.again}</p> : null}
      <Textarea
        label={
          <>
            {texts.reason} <KeyBadge keys="r" />
          </>
        }
        aria-label={texts.reason}
        description={texts.reasonWhy}
        data-field="reason"
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        error={isTried && reason.trim() === '' ? texts.needReason : undefined}
      />
      <div className={styles.checks}>
        <Checkbox
          label={
            <>
              {texts.exclude} <KeyBadge keys="x" />
            </>
          }
          description={isExcluded ? texts.excludeNote : undefined}
          checked={isExcluded}
          onChange={(event) => onExclude(event.currentTarget.checked)}
        />
        <Checkbox
          label={
            <>
              {texts.edgeCase} <KeyBadge keys="e" />
            </>
          }
          checked={isEdgeCase}
          onChange={(event) => onEdgeCase(event.currentTarget.checked)}
        />
      </div>
      {proposal === null ? null : (
        <Textarea
          label={texts.propose}
          data-field="proposal"
          autosize
          minRows={2}
          value={proposal}
          onChange={(event) => onProposal(event.currentTarget.value)}
        />
      )}
      {failure === null ? null : (
        <ErrorNotice
          error={failure}
          {...(onReload === undefined ? {} : { onRetry: onReload, retry: texts.reload })}
        />
      )}
      <div className={styles.buttons}>
        {proposal === null ? <ActionButton action={actions.propose} variant="subtle" /> : <span />}
        <ActionButton action={actions.submit} variant="filled" loading={isBusy}>
          {isExcluded ? texts.ruleExclude : texts.rule}
        </ActionButton>
      </div>
    </div>
  );
}
