import { Button, Checkbox, Textarea } from '@mantine/core';
import type { Fault } from '../../../../domain/fault.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { faultSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { AnswerChanges, MissingAnswers, RulingReason } from './RulingParts.tsx';
import { caseTexts } from './texts.ts';
import type { RulingDraft } from './use-ruling-draft.ts';
import styles from './case.module.css';

interface RulingFormProps {
  readonly task: Task;
  readonly draft: RulingDraft;
  readonly change: (part: Partial<RulingDraft>) => void;
  readonly missing: readonly string[];
  readonly faults: readonly Fault[];
  readonly isTried: boolean;
  /** Discards what was restored from an earlier visit; null when there was nothing. */
  readonly onRestart: (() => void) | null;
  readonly failure: unknown;
  /** Loads the case again, where that is the way out. */
  readonly onReload: (() => void) | null;
  /** Who has ruled since this was begun; null when nobody has, or when it was read. */
  readonly overtakenBy: string | null;
  readonly onRead: () => void;
  readonly isBusy: boolean;
  readonly hasEarlier: boolean;
  readonly actions: Readonly<Record<'submit' | 'propose', BoundAction>>;
}

/** The reason and what goes with a ruling, and the one button. */
export function RulingForm(props: RulingFormProps) {
  const { task, draft, change, missing, faults, onRestart, overtakenBy, failure, actions } = props;
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const read = (
    <Button size="compact-sm" variant="default" onClick={props.onRead}>
      {texts.read}
    </Button>
  );
  return (
    <div className={styles.form}>
      {draft.followed.length === 0 ? null : (
        <Notice kind="info" title={texts.followed}>
          <AnswerChanges task={task} changes={draft.followed} />
        </Notice>
      )}
      {faults.map((fault) => (
        <Notice key={fault.message} kind="warn">
          {faultSentence(fault, language)}
        </Notice>
      ))}
      <MissingAnswers task={task} missing={missing} />
      {onRestart === null ? null : (
        <p className={styles.kept}>
          {texts.kept}
          <Button size="compact-xs" variant="default" onClick={onRestart}>
            {texts.restart}
          </Button>
        </p>
      )}
      {overtakenBy === null ? null : (
        <Notice kind="warn" actions={read}>
          {texts.overtaken(overtakenBy)}
        </Notice>
      )}
      {props.hasEarlier ? <p className={styles.small}>{texts.again}</p> : null}
      <RulingReason
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        isTried={props.isTried}
      />
      <div className={styles.checks}>
        <Checkbox
          label={
            <>
              {texts.exclude} <KeyBadge keys="x" />
            </>
          }
          description={draft.isExcluded ? texts.excludeNote : undefined}
          checked={draft.isExcluded}
          onChange={(event) => change({ isExcluded: event.currentTarget.checked })}
        />
        <Checkbox
          label={
            <>
              {texts.edgeCase} <KeyBadge keys="e" />
            </>
          }
          checked={draft.isEdgeCase}
          onChange={(event) => change({ isEdgeCase: event.currentTarget.checked })}
        />
      </div>
      {draft.proposal === null ? null : (
        <Textarea
          label={texts.propose}
          data-field="proposal"
          autosize
          minRows={2}
          value={draft.proposal}
          onChange={(event) => change({ proposal: event.currentTarget.value })}
        />
      )}
      {failure === null ? null : (
        <ErrorNotice
          error={failure}
          {...(props.onReload === null ? {} : { onRetry: props.onReload, retry: texts.reload })}
        />
      )}
      <div className={styles.buttons}>
        {draft.proposal === null ? (
          <ActionButton action={actions.propose} variant="subtle" />
        ) : (
          <span />
        )}
        <ActionButton action={actions.submit} variant="filled" loading={props.isBusy}>
          {draft.isExcluded ? texts.ruleExclude : texts.rule}
        </ActionButton>
      </div>
    </div>
  );
}
