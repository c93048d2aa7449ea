import { Button, Checkbox, Textarea } from '@mantine/core';
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
import { AnswerChanges, keyed, MissingAnswers, RulingReason } from './RulingParts.tsx';
import { caseTexts } from './texts.ts';
import type { useRulingDraft } from './use-ruling-draft.ts';
import styles from './case.module.css';

interface RulingFormProps {
  readonly task: Task;
  readonly data: CaseReply;
  readonly ruling: ReturnType<typeof useRulingDraft>;
  readonly check: { readonly missing: readonly string[]; readonly faults: readonly Fault[] };
  readonly isTried: boolean;
  readonly isBusy: boolean;
  readonly failure: unknown;
  readonly onReload: () => void;
  readonly actions: Readonly<Record<'submit' | 'propose', BoundAction>>;
}

/** The reason and what goes with a ruling, and the one button. */
export function RulingForm(props: RulingFormProps) {
  const { task, data, check, failure, actions } = props;
  const { draft, change, restart, isRestored } = props.ruling;
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
    <div className={styles.form}>
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
      <MissingAnswers task={task} missing={check.missing} />
      {isRestored ? (
        <p className={styles.kept}>
          {texts.kept}
          <Button size="compact-xs" variant="default" onClick={restart}>
            {texts.restart}
          </Button>
        </p>
      ) : null}
      {isOvertaken ? (
        <Notice kind="warn" actions={markRead}>
          {texts.overtaken(data.rulings.at(-1)?.by ?? '')}
        </Notice>
      ) : null}
      {data.last_ruling !== null ? <p className={styles.small}>{texts.again}</p> : null}
      <RulingReason
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        isTried={props.isTried}
      />
      <div className={styles.checks}>
        <Checkbox
          label={keyed(texts.exclude, 'x')}
          description={draft.isExcluded ? texts.excludeNote : undefined}
          checked={draft.isExcluded}
          onChange={(event) => change({ isExcluded: event.currentTarget.checked })}
        />
        <Checkbox
          label={keyed(texts.edgeCase, 'e')}
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
          {...(canReload ? { onRetry: props.onReload, retry: texts.reload } : {})}
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
