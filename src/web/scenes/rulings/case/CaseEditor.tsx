import { useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer } from '../../../../domain/answer.ts';
import { scaleAnswers } from '../../../../domain/protocol/scale.ts';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { CaseReply, MadeRulingReply } from '../../../../server/routes/rulings/rulings.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { focusAtEnd } from '../../../actions/focus-at-end.ts';
import { readTask } from '../../../api/projects.ts';
import { useSession } from '../../../api/session.tsx';
import { navigate } from '../../../router.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { SceneActions } from '../../judging/annotate/action-keys.tsx';
import { answerAtDigit } from '../../judging/annotate/form/question-options.ts';
import { UnitView } from '../../units/view/UnitView.tsx';
import { caseActions } from './actions.ts';
import { UnitDiscussion } from '../../discussion/UnitDiscussion.tsx';
import { CaseHead } from './CaseHead.tsx';
import { ActionBar } from './ActionBar.tsx';
import { Agreed } from './Agreed.tsx';
import { CaseHistory } from './CaseHistory.tsx';
import { Effects } from './Effects.tsx';
import { keepLastReason, lastReasonName, readLastReason } from './last-reason.ts';
import { previewBody, rulingBody } from './ruling-body.ts';
import { rulingLogic } from './ruling-draft.ts';
import { rulingName } from './saved-ruling.ts';
import { SimilarCases } from './SimilarCases.tsx';
import { Suggestion } from './Suggestion.tsx';
import { TallyCard } from './TallyCard.tsx';
import { caseTexts } from './texts.ts';
import { useCaseRows } from './use-case-rows.ts';
import { useRulingDraft } from './use-ruling-draft.ts';
import { usePreview } from './use-preview.ts';
import { useSubmitRuling } from './use-submit-ruling.ts';
import { Voices } from './Voices.tsx';
import styles from './case.module.css';

export interface CaseEditorProps {
  readonly project: string;
  readonly reply: TaskReply;
  readonly data: CaseReply;
  readonly isLead: boolean;
  readonly hasNames: boolean;
  readonly onNames: () => void;
  readonly onRuled: (made: MadeRulingReply) => void;
  readonly onReload: () => void;
  /** The unit whose like is walked through; null for the whole queue. */
  readonly like: string | null;
  readonly waiting: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  readonly onGo: (unit: string) => void;
}

/** Where a ruling is made, by keyboard or mouse. Constraints hold with every decision. */
export function CaseEditor(props: CaseEditorProps) {
  const { project, reply, data, next, previous } = props;
  const texts = useTexts(caseTexts);
  const task = useMemo(() => readTask(reply), [reply]);
  const logic = useMemo(() => rulingLogic(task), [task]);
  const account = useSession().account.id;
  const name = rulingName(account, project, data.task, data.unit);
  const reasonName = lastReasonName(account, project, data.task);
  const ruling = useRulingDraft(name, task, data);
  const { draft, change } = ruling;
  const [lastReason] = useState(() => readLastReason(localStorage, reasonName));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLElement>(null);
  const check = draft.isExcluded
    ? { missing: [], faults: [] }
    : logic.check(draft.answers, data.fields);
  const shown = useCaseRows(task, data, draft, logic, check.missing);
  const { cursor, unfold } = shown;
  const { isBusy, failure, send, forgive } = useSubmitRuling(project, (made) => {
    ruling.forget();
    keepLastReason(localStorage, reasonName, draft.reason);
    props.onRuled(made);
  });
  const focused = task.questions.find((question) => question.id === cursor);
  const hasReason = draft.reason.trim() !== '';
  const isWhole = check.faults.length + check.missing.length === 0;
  const preview = usePreview(
    project,
    isWhole && data.may_rule.allowed ? previewBody(data, draft) : null,
  );

  const decide = (question: string, answer: Answer): void => {
    const made = logic.decide(draft.answers, question, answer);
    const touched = [question, ...made.followed.map((one) => one.question)];
    change({ ...made, own: new Set([...draft.own, ...touched]), isExcluded: false });
    shown.setCursor(question);
  };
  const focusField = (field: string): void =>
    focusAtEnd(form.current?.querySelector<HTMLElement>(`[data-field='${field}']`));
  const submit = (): void => {
    setTried(true);
    if (!hasReason) focusField('reason');
    else if (isWhole && !isBusy) void send(rulingBody(data, draft));
  };
  const reload = (): void => {
    ruling.markSeen();
    forgive();
    props.onReload();
  };
  const slide = (by: number): void => {
    if (focused === undefined) return;
    const options = scaleAnswers(focused.scale);
    const at = options.indexOf(draft.answers[focused.id] ?? '');
    const start = by > 0 ? -1 : options.length;
    const to = Math.min(Math.max((at < 0 ? start : at) + by, 0), options.length - 1);
    if (options[to] !== undefined) decide(focused.id, options[to]);
  };
  const decideBinary = (answer: boolean): void => {
    if (focused?.scale.kind === 'binary') decide(focused.id, answer);
  };
  const take = (): void => {
    if (data.suggestion === null) return;
    const { answers, changes } = data.suggestion;
    const own = new Set([...draft.own, ...changes.map((one) => one.question)]);
    change({ answers, own, followed: [], isExcluded: false });
  };
  const propose = (): void => {
    // At once: the next letter belongs to the field and would be a command until it exists.
    flushSync(() => change({ proposal: draft.proposal ?? '' }));
    focusField('proposal');
  };
  const actions = useActions(caseActions, {
    mayRule: data.may_rule.allowed,
    canTake: data.suggestion !== null,
    canShowNames: props.isLead,
    canGoOn: next !== null,
    canGoBack: previous !== null,
    hasLastReason: lastReason !== '' && draft.reason === '',
    hasUnsaved: ruling.isBegun,
    choose: (digit) => {
      const answer = focused && answerAtDigit(focused, digit);
      if (focused !== undefined && answer !== undefined) decide(focused.id, answer);
    },
    run: {
      yes: () => decideBinary(true),
      no: () => decideBinary(false),
      take,
      exclude: () => change({ isExcluded: !draft.isExcluded }),
      edgeCase: () => change({ isEdgeCase: !draft.isEdgeCase }),
      reason: () => focusField('reason'),
      lastReason: () => change({ reason: lastReason }),
      propose,
      submit,
      down: () => shown.move(1),
      up: () => shown.move(-1),
      right: () => slide(1),
      left: () => slide(-1),
      next: () => next !== null && props.onGo(next),
      previous: () => previous !== null && props.onGo(previous),
      leave: () => (document.activeElement as HTMLElement | null)?.blur(),
      queue: () => navigate({ to: 'adjudicate', params: { project }, search: { task: data.task } }),
      names: props.onNames,
      all: shown.toggleAll,
      votes: () => unfold(cursor),
    },
  });
  const toggle = (field: string): void =>
    setOpened(opened.includes(field) ? opened.filter((one) => one !== field) : [...opened, field]);
  return (
    <SceneActions value={noBadges}>
      <div className={styles.editor}>
        <section className={styles.unit} aria-label={texts.unit} tabIndex={0}>
          <UnitView
            task={task}
            fields={data.fields}
            opened={opened}
            onToggle={toggle}
            quoting={null}
          />
        </section>
        <section className={styles.ruling} ref={form} aria-label={texts.yourRuling}>
          <div className={styles.scroll} tabIndex={0} role="group" aria-label={texts.votes}>
            <CaseHead {...props} actions={actions} />
            <Suggestion suggestion={data.suggestion} task={task} action={actions.take} />
            {shown.rows.map((row) => (
              <TallyCard
                key={row.question}
                data={data}
                question={task.questions.find(({ id }) => id === row.question)!}
                row={row}
                answer={draft.answers[row.question] ?? null}
                isAsked={logic.isAsked(draft.answers, row.question)}
                isCursor={row.question === cursor}
                isOpen={shown.unfolded.has(row.question)}
                isOff={!data.may_rule.allowed || draft.isExcluded}
                onDecide={(answer) => decide(row.question, answer)}
                onToggle={() => unfold(row.question)}
              />
            ))}
            <Agreed
              task={task}
              rows={shown.agreed}
              answers={draft.answers}
              isAll={shown.isAll}
              toggle={actions.all}
            />
            <Voices data={data} task={task} />
            <SimilarCases project={project} reply={reply} unit={data.unit} like={props.like} />
            <UnitDiscussion project={project} task={data.task} unit={data.unit} />
            <CaseHistory data={data} reply={reply} />
          </div>
          {data.may_rule.allowed ? (
            <ActionBar
              task={task}
              data={data}
              ruling={ruling}
              check={check}
              effects={preview === null ? null : <Effects preview={preview} task={task} />}
              isTried={isTried}
              isBusy={isBusy}
              failure={failure}
              onReload={reload}
              actions={actions}
            />
          ) : null}
        </section>
      </div>
    </SceneActions>
  );
}

/** The unit's parts show no keys here: their commands are those of annotating. */
const noBadges = {};
