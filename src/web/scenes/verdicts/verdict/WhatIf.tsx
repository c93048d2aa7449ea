import { Checkbox } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { PolicyReply, TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { KeyBadge } from '../../../components/KeyBadge.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { answerAtDigit } from '../../judging/annotate/form/question-options.ts';
import { questionTitle } from '../../../../formats/protocol/rule-words.ts';
import { DecisionCell } from '../../rulings/case/DecisionCell.tsx';
import { rulingLogic } from '../../rulings/case/ruling-draft.ts';
import { AnswerChanges, MissingAnswers, RulingReason } from '../../rulings/case/RulingParts.tsx';
import { caseTexts } from '../../rulings/case/texts.ts';
import { useSubmitRuling } from '../../rulings/case/use-submit-ruling.ts';
import { nextPlace } from '../list/step-focus.ts';
import { whatIfActions } from './actions.ts';
import { shortAnswer } from './short-answer.ts';
import { verdictTexts } from './texts.ts';
import { usePreview } from './use-preview.ts';
import { changedQuestions, decisionOf, firstDraft } from './what-if-draft.ts';
import { WhatIfOutcome } from './WhatIfOutcome.tsx';
import styles from './what-if.module.css';
import scene from './verdict.module.css';

interface WhatIfProps {
  readonly project: string;
  readonly task: Task;
  readonly unit: TraceUnit;
  readonly policies: readonly PolicyReply[];
  /** The latest ruling on the unit, which a new one names as seen. */
  readonly seen: string | null;
  readonly mayRule: boolean;
  readonly onRuled: () => void;
  readonly onDiscard: () => void;
}

/** Tries other answers and shows what every policy would say. Only a ruling saves them. */
export function WhatIf(props: WhatIfProps) {
  const { project, task, unit, policies, seen, mayRule, onRuled, onDiscard } = props;
  const texts = useTexts(verdictTexts);
  const { followed } = useTexts(caseTexts);
  const language = useLanguage();
  const title = useId();
  const logic = useMemo(() => rulingLogic(task), [task]);
  const [first] = useState(() => firstDraft(task, logic, unit));
  const [draft, setDraft] = useState(first);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send } = useSubmitRuling(project, onRuled);
  // What was the latest when the trial began: a ruling that somebody makes meanwhile is the
  // server's to point out, and nothing that is written here is lost.
  const [seenFirst] = useState(seen);
  const panel = useRef<HTMLElement>(null);
  const questions = task.questions.filter(
    (question) => isClosed(question.scale) && logic.isAsked(draft.answers, question.id),
  );
  const [cursor, setCursor] = useState(questions[0]?.id ?? '');
  const focused = questions.find((question) => question.id === cursor);
  const decision = decisionOf(draft, first, logic, unit);
  const preview = usePreview(project, task.id, unit.id, decision);
  const changed = changedQuestions(draft, first);
  const { missing } = draft.isExcluded ? { missing: [] } : logic.check(draft.answers, {});
  const hasFaults = (preview.data?.faults.length ?? 0) > 0;
  const isReady = decision !== null && missing.length === 0 && !hasFaults;
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const decide = (question: string, answer: Answer): void => {
    const made = logic.decide(draft.answers, question, answer);
    setDraft({
      answers: made.answers,
      followed: made.followed,
      touched: new Set([...draft.touched, question, ...made.followed.map((one) => one.question)]),
      isExcluded: false,
    });
    setCursor(question);
  };
  const focusReason = (): void => panel.current?.querySelector<HTMLElement>('textarea')?.focus();
  const submit = (): void => {
    setTried(true);
    if (reason.trim() === '') focusReason();
    else if (isReady && !isBusy)
      void send({ task: task.id, unit: unit.id, ...decision, reason, seen: seenFirst });
  };
  const move = (by: number): void => {
    const at = questions.findIndex((question) => question.id === cursor);
    setCursor(questions[nextPlace(questions.length, at, by)]?.id ?? cursor);
  };
  const decideBinary = (answer: boolean): void => {
    if (focused?.scale.kind === 'binary') decide(focused.id, answer);
  };
  const actions = useActions(whatIfActions, {
    mayRule,
    choose: (digit) => {
      const answer = focused === undefined ? undefined : answerAtDigit(focused, digit);
      if (focused !== undefined && answer !== undefined) decide(focused.id, answer);
    },
    run: {
      yes: () => decideBinary(true),
      no: () => decideBinary(false),
      down: () => move(1),
      up: () => move(-1),
      exclude: () => setDraft({ ...draft, isExcluded: !draft.isExcluded }),
      reason: focusReason,
      submit,
      // Out of the text field first, so that a reason is not lost to a key.
      discard: () =>
        document.activeElement instanceof HTMLTextAreaElement
          ? panel.current?.focus({ preventScroll: true })
          : onDiscard(),
    },
  });
  const before = (question: string): string => {
    const answer = first.answers[question];
    if (answer === undefined) return texts.wasNothing;
    return texts.was(shortAnswer(task, question, answer, language));
  };
  return (
    <section className={styles.whatIf} ref={panel} aria-labelledby={title} tabIndex={-1}>
      <h4 className={styles.whatIfTitle} id={title}>
        {texts.whatIfOn(unit.id)}
      </h4>
      <p className={scene.soft}>{texts.nothingWritten}</p>
      <div className={styles.trial}>
        <div className={styles.trialForm}>
          {questions.map((question) => (
            <TrialQuestion
              key={question.id}
              task={task}
              question={question}
              answer={draft.answers[question.id] ?? null}
              before={changed.includes(question.id) ? before(question.id) : null}
              isCursor={question.id === cursor}
              isOff={draft.isExcluded}
              onDecide={(answer) => decide(question.id, answer)}
            />
          ))}
          <Checkbox
            label={
              <>
                {texts.exclude} <KeyBadge keys="x" />
              </>
            }
            checked={draft.isExcluded}
            onChange={(event) => setDraft({ ...draft, isExcluded: event.currentTarget.checked })}
          />
          {draft.followed.length === 0 || draft.isExcluded ? null : (
            <Notice kind="info" title={followed}>
              <AnswerChanges task={task} changes={draft.followed} />
            </Notice>
          )}
          {decision === null ? null : <MissingAnswers task={task} missing={missing} />}
        </div>
        <WhatIfOutcome preview={preview} policies={policies} isAsked={decision !== null} />
      </div>
      {mayRule ? (
        <RulingReason value={reason} onChange={setReason} isTried={isTried} />
      ) : (
        <p className={scene.soft}>{texts.mayTry}</p>
      )}
      {failure === null ? null : <ErrorNotice error={failure} />}
      <div className={styles.buttons}>
        <ActionButton action={actions.discard} />
        {mayRule ? (
          <ActionButton action={actions.submit} variant="filled" loading={isBusy}>
            {draft.isExcluded ? texts.ruleExclude : texts.rule}
          </ActionButton>
        ) : null}
      </div>
    </section>
  );
}

interface TrialQuestionProps {
  readonly task: Task;
  readonly question: Question;
  readonly answer: Answer | null;
  /** What it was, where it has changed. */
  readonly before: string | null;
  readonly isCursor: boolean;
  readonly isOff: boolean;
  readonly onDecide: (answer: Answer) => void;
}

function TrialQuestion({ task, question, before, ...cell }: TrialQuestionProps) {
  const language = useLanguage();
  return (
    <div
      className={styles.trialQuestion}
      data-cursor={cell.isCursor}
      data-changed={before !== null}
    >
      <span className={styles.trialTitle}>
        {questionTitle(task, question.id, language)}
        {before === null ? null : <small>{before}</small>}
      </span>
      <DecisionCell
        {...cell}
        question={question}
        possible={[]}
        words={(answer) => shortAnswer(task, question.id, answer, language)}
      />
    </div>
  );
}
