import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isClosed, scaleAnswers } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { CaseReply, MadeRulingReply } from '../../../../server/routes/rulings/rulings.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { focusAtEnd } from '../../../actions/focus-at-end.ts';
import { ApiError, apiPath, request } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { navigate } from '../../../router.ts';
import { readTask } from '../../../api/read-task.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { UnitView } from '../../units/view/UnitView.tsx';
import { SceneActions } from '../../judging/annotate/action-keys.tsx';
import { answerAtDigit } from '../../judging/annotate/form/question-options.ts';
import { caseActions } from './actions.ts';
import { CaseHead } from './CaseHead.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { firstAnswers, isContested } from './case-answers.ts';
import { decidedOf, saveRuling, readRuling, rulingName, withDecided } from './saved-ruling.ts';
import { RulingForm } from './RulingForm.tsx';
import { rulingLogic, statedAnswers } from './ruling-draft.ts';
import type { Followed, RulingAnswers } from './ruling-draft.ts';
import { Suggestion } from './Suggestion.tsx';
import { VoteTable } from './VoteTable.tsx';
import { caseTexts } from './texts.ts';
import styles from './case.module.css';

interface CaseEditorProps {
  readonly project: string;
  readonly reply: TaskReply;
  readonly data: CaseReply;
  readonly isLead: boolean;
  readonly hasNames: boolean;
  readonly onNames: () => void;
  readonly onRuled: (made: MadeRulingReply) => void;
  readonly onReload: () => void;
  readonly waiting: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  readonly onGo: (unit: string) => void;
}

/** Where a ruling is made: by keyboard or mouse, constraints kept as one decides. */
export function CaseEditor({
  project,
  reply,
  data,
  isLead,
  hasNames,
  onNames,
  onRuled,
  onReload,
  waiting,
  next,
  previous,
  onGo,
}: CaseEditorProps) {
  const texts = useTexts(caseTexts);
  const task = useMemo(() => readTask(reply), [reply]);
  const logic = useMemo(() => rulingLogic(task), [task]);
  const name = rulingName(useSession().account.id, project, data.task, data.unit);
  const [kept, setKept] = useState(() => readRuling(localStorage, name));
  const [answers, setAnswers] = useState<RulingAnswers>(() =>
    withDecided(task, firstAnswers(task, data), kept?.decided ?? {}),
  );
  /** What was decided here, beside what the last ruling states. */
  const [own, setOwn] = useState<ReadonlySet<string>>(
    () => new Set(Object.keys(kept?.decided ?? {})),
  );
  const [followed, setFollowed] = useState<readonly Followed[]>([]);
  const before = {
    isExcluded: data.rulings.at(-1)?.decision.kind === 'exclude',
    isEdgeCase: data.rulings.at(-1)?.edge_case ?? false,
  };
  const [isExcluded, setExcluded] = useState(kept?.isExcluded ?? before.isExcluded);
  const [isEdgeCase, setEdgeCase] = useState(kept?.isEdgeCase ?? before.isEdgeCase);
  const [reason, setReason] = useState(kept?.reason ?? '');
  const [proposal, setProposal] = useState<string | null>(kept?.proposal ?? null);
  /**
   * The last ruling that one knows of: one that came while one was writing is told before it is
   * overruled.
   */
  const [seen, setSeen] = useState(kept?.seen === undefined ? data.last_ruling : kept.seen);
  const [isAll, setAll] = useState(false);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLElement>(null);
  const rows = data.questions.filter((one) => isAll || isContested(task, one, answers));
  const asked = rows.filter(
    (one) =>
      task.questions.some((question) => question.id === one.question && isClosed(question.scale)) &&
      logic.isAsked(answers, one.question),
  );
  const { missing, faults } = logic.check(answers, data.fields);
  const [cursor, setCursor] = useState(
    () => (asked.find((one) => missing.includes(one.question)) ?? asked[0])?.question ?? '',
  );
  const focused = task.questions.find((question) => question.id === cursor);
  const isReady =
    reason.trim() !== '' && (isExcluded || (faults.length === 0 && missing.length === 0));

  const isBegun =
    own.size > 0 ||
    reason !== '' ||
    (proposal ?? '') !== '' ||
    isExcluded !== before.isExcluded ||
    isEdgeCase !== before.isEdgeCase;
  const written = useMemo(
    () =>
      isBegun
        ? { decided: decidedOf(answers, own), isExcluded, isEdgeCase, reason, proposal }
        : null,
    [isBegun, answers, own, isExcluded, isEdgeCase, reason, proposal],
  );
  useEffect(
    () => saveRuling(localStorage, name, written === null ? null : { ...written, seen }),
    [name, written, seen],
  );
  const beginAnew = (): void => {
    setKept(null);
    setAnswers(firstAnswers(task, data));
    setOwn(new Set());
    setFollowed([]);
    setExcluded(before.isExcluded);
    setEdgeCase(before.isEdgeCase);
    setReason('');
    setProposal(null);
    setSeen(data.last_ruling);
  };
  const loadAgain = (): void => {
    // What comes is known from then on, whether it is here already or only arrives.
    saveRuling(localStorage, name, written);
    setSeen(data.last_ruling);
    setFailure(null);
    onReload();
  };

  const decide = (question: string, answer: Answer): void => {
    const made = logic.decide(answers, question, answer);
    setAnswers(made.answers);
    setFollowed(made.followed);
    setOwn(new Set([...own, question, ...made.followed.map((one) => one.question)]));
    setExcluded(false);
    setCursor(question);
  };
  const focusField = (field: string): void =>
    focusAtEnd(form.current?.querySelector<HTMLElement>(`[data-field='${field}']`));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!isReady || isBusy) {
      if (reason.trim() === '') focusField('reason');
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const voted = data.questions.map((one) => ({
        question: one.question,
        answer: one.consensus?.answer ?? null,
      }));
      const decision = isExcluded
        ? { exclude: true }
        : { answers: statedAnswers(answers, voted, new Set([...lastStated(data), ...own])) };
      const made = await request<MadeRulingReply>(apiPath`/api/projects/${project}/rulings`, {
        method: 'POST',
        body: {
          task: data.task,
          unit: data.unit,
          ...decision,
          reason,
          seen,
          edge_case: isEdgeCase,
          guideline_proposal: proposal === null || proposal.trim() === '' ? null : proposal,
          idempotency_key: key,
        },
      });
      saveRuling(localStorage, name, null);
      onRuled(made);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const slide = (by: number): void => {
    if (focused === undefined) return;
    const options = scaleAnswers(focused.scale);
    const at = options.indexOf(answers[focused.id] ?? '');
    const answer =
      at < 0
        ? options[by > 0 ? 0 : options.length - 1]
        : options[Math.min(Math.max(at + by, 0), options.length - 1)];
    if (answer !== undefined) decide(focused.id, answer);
  };
  const take = (): void => {
    if (data.suggestion === null) return;
    setAnswers(data.suggestion.answers);
    setOwn(new Set([...own, ...data.suggestion.changes.map((one) => one.question)]));
    setFollowed([]);
    setExcluded(false);
  };
  const actions = useActions(caseActions, {
    mayRule: data.may_rule.allowed,
    canTake: data.suggestion !== null,
    canShowNames: isLead,
    canGoOn: next !== null,
    canGoBack: previous !== null,
    move: (by) =>
      setCursor(
        asked[
          Math.min(
            Math.max(asked.findIndex((one) => one.question === cursor) + by, 0),
            asked.length - 1,
          )
        ]?.question ?? cursor,
      ),
    slide,
    choose: (digit) => {
      const answer = focused === undefined ? undefined : answerAtDigit(focused, digit);
      if (focused !== undefined && answer !== undefined) decide(focused.id, answer);
    },
    decide: (isYes) => (focused?.scale.kind === 'binary' ? decide(focused.id, isYes) : undefined),
    take,
    toggleExclude: () => setExcluded(!isExcluded),
    toggleEdgeCase: () => setEdgeCase(!isEdgeCase),
    writeReason: () => focusField('reason'),
    propose: () => {
      // At once: the next letter belongs to the field, and would be a command before it is there.
      flushSync(() => setProposal(proposal ?? ''));
      focusField('proposal');
    },
    leaveField: () =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    submit: () => void submit(),
    toggleNames: onNames,
    toggleAll: () => setAll(!isAll),
    next: () => (next === null ? undefined : onGo(next)),
    previous: () => (previous === null ? undefined : onGo(previous)),
    queue: () => navigate({ to: 'adjudicate', params: { project }, search: { task: data.task } }),
  });
  return (
    <SceneActions value={noBadges}>
      <div className={styles.desk}>
        <section className={styles.unit} aria-label={texts.unit} tabIndex={0}>
          <UnitView
            task={task}
            fields={data.fields}
            opened={opened}
            onToggle={(field) =>
              setOpened(
                opened.includes(field) ? opened.filter((one) => one !== field) : [...opened, field],
              )
            }
            quoting={null}
          />
        </section>
        <section className={styles.ruling} ref={form} aria-label={texts.yourRuling} tabIndex={0}>
          <CaseHead
            project={project}
            waiting={waiting}
            data={data}
            reply={reply}
            actions={actions}
            isLead={isLead}
            hasNames={hasNames}
          />
          <Suggestion suggestion={data.suggestion} task={task} action={actions.take} />
          <VoteTable
            data={data}
            task={task}
            rows={rows}
            hidden={data.questions.length - rows.length}
            isAll={isAll}
            answers={answers}
            isAsked={(question) => logic.isAsked(answers, question)}
            cursor={cursor}
            isOff={!data.may_rule.allowed || isExcluded}
            onDecide={decide}
            toggleAll={actions.all}
          />
          {data.may_rule.allowed ? (
            <RulingForm
              task={task}
              followed={followed}
              missing={isExcluded ? [] : missing}
              faults={isExcluded ? [] : faults}
              isTried={isTried}
              isExcluded={isExcluded}
              onExclude={setExcluded}
              isEdgeCase={isEdgeCase}
              onEdgeCase={setEdgeCase}
              reason={reason}
              onReason={setReason}
              proposal={proposal}
              onProposal={setProposal}
              onAnew={kept === null ? null : beginAnew}
              failure={failure}
              {...(failure instanceof ApiError && failure.code === 'conflict'
                ? { onReload: loadAgain }
                : {})}
              overtakenBy={
                seen === data.last_ruling || failure !== null
                  ? null
                  : (data.rulings.at(-1)?.by ?? '')
              }
              onRead={() => setSeen(data.last_ruling)}
              isBusy={isBusy}
              hasEarlier={data.last_ruling !== null}
              actions={actions}
            />
          ) : null}
          <CaseHistory data={data} reply={reply} />
        </section>
      </div>
    </SceneActions>
  );
}

/** The unit's parts show no keys here: their commands are those of annotating. */
const noBadges = {};

function lastStated({ rulings }: CaseReply): readonly string[] {
  const last = rulings.at(-1)?.decision;
  return last?.kind === 'answers' ? Object.keys(last.answers) : [];
}
