import { Button, Checkbox, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Fault } from '../../../../domain/fault.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import type { BoundAction } from '../../../actions/action.ts';
import { ApiError } from '../../../api/client.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { faultSentence } from '../../../texts/error-sentence.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { AnswerChanges, keyed, MissingAnswers } from './RulingParts.tsx';
import { caseTexts } from './texts.ts';
import type { useRulingDraft } from './use-ruling-draft.ts';
import styles from './action-bar.module.css';
import scene from './case.module.css';

interface ActionBarProps {
  readonly task: Task;
  readonly data: CaseReply;
  readonly ruling: ReturnType<typeof useRulingDraft>;
  readonly check: { readonly missing: readonly string[]; readonly faults: readonly Fault[] };
  /** What the ruling would change. */
  readonly effects: ReactNode;
  readonly isTried: boolean;
  readonly isBusy: boolean;
  readonly failure: unknown;
  readonly onReload: () => void;
  readonly actions: Readonly<Record<'submit' | 'propose' | 'lastReason', BoundAction>>;
}

/** The ruling: its reason, what goes with it, what it changes, and the one button. */
export function ActionBar(props: ActionBarProps) {
  const { task, check, actions } = props;
  const { draft, change } = props.ruling;
  const texts = useTexts(caseTexts);
  const needsReason = props.isTried && draft.reason.trim() === '';
  return (
    <div className={styles.actionBar} data-action-bar>
      <Notices {...props} />
      {check.missing.length > 0 ? (
        <MissingAnswers task={task} missing={check.missing} />
      ) : (
        props.effects
      )}
      <div className={styles.reasonRow}>
        <Textarea
          className={styles.reason}
          label={keyed(texts.reason, 'r')}
          aria-label={texts.reason}
          placeholder={texts.reasonWhy}
          data-field="reason"
          autosize
          minRows={1}
          maxRows={5}
          value={draft.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          error={needsReason ? texts.needReason : undefined}
        />
        <ActionButton action={actions.submit} variant="filled" loading={props.isBusy}>
          <span className={styles.long}>{draft.isExcluded ? texts.ruleExclude : texts.rule}</span>
          <span className={styles.short} aria-hidden="true">
            {draft.isExcluded ? texts.ruleExcludeShort : texts.ruleShort}
          </span>
        </ActionButton>
      </div>
      {draft.proposal === null ? null : (
        <Textarea
          label={texts.propose}
          data-field="proposal"
          autosize
          minRows={1}
          maxRows={4}
          value={draft.proposal}
          onChange={(event) => change({ proposal: event.currentTarget.value })}
        />
      )}
      <div className={styles.extras}>
        <Checkbox
          label={keyed(texts.exclude, 'x')}
          checked={draft.isExcluded}
          onChange={(event) => change({ isExcluded: event.currentTarget.checked })}
        />
        <Checkbox
          label={keyed(texts.edgeCase, 'e')}
          checked={draft.isEdgeCase}
          onChange={(event) => change({ isEdgeCase: event.currentTarget.checked })}
        />
        {draft.proposal === null ? (
          <ActionButton action={actions.propose} variant="subtle" size="compact-xs" />
        ) : null}
        {actions.lastReason.isEnabled() ? (
          <ActionButton action={actions.lastReason} variant="subtle" size="compact-xs" />
        ) : null}
      </div>
    </div>
  );
}

/** What has to be known before the ruling is made. */
function Notices({ task, data, ruling, check, failure, onReload }: ActionBarProps) {
  const { draft, change, restart, isRestored } = ruling;
  const texts = useTexts(caseTexts);
  const language = useLanguage();
  const isOvertaken = draft.seen !== data.last_ruling && failure === null;
  const canReload =
    failure instanceof ApiError &&
    (failure.code === 'ruled-meanwhile' || failure.code === 'ruling-unknown');
  const markRead = (
    <Button size="compact-sm" variant="default" onClick={() => change({ seen: data.last_ruling })}>
      {texts.read}
    </Button>
  );
  return (
    <>
      {draft.followed.length === 0 ? null : (
        <Notice kind="info" title={texts.followed}>
          <AnswerChanges task={task} changes={draft.followed} />
        </Notice>
      )}
      {check.faults.map((fault) => (
        <Notice key={fault.message} kind="warn">
          {faultSentence(fault, language)}
        </Notice>
      ))}
      {failure === null ? null : (
        <ErrorNotice
          error={failure}
          {...(canReload ? { onRetry: onReload, retry: texts.reload } : {})}
        />
      )}
      {isOvertaken ? (
        <Notice kind="warn" actions={markRead}>
          {texts.overtaken(data.rulings.at(-1)?.by ?? '')}
        </Notice>
      ) : null}
      {isRestored ? (
        <p className={styles.kept}>
          {texts.kept}
          <Button size="compact-xs" variant="default" onClick={restart}>
            {texts.restart}
          </Button>
        </p>
      ) : null}
      {draft.isExcluded ? <p className={scene.small}>{texts.excludeNote}</p> : null}
      {data.last_ruling !== null ? <p className={scene.small}>{texts.again}</p> : null}
    </>
  );
}
