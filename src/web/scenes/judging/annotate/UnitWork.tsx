import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../../../actions/use-actions.ts';
import { focusAtEnd } from '../../../actions/focus-at-end.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import { navigate } from '../../../router.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import type { Feedback } from '../training/FeedbackPanel.tsx';
import { SceneActions } from './action-keys.tsx';
import type { AnnotateActions, AnnotateContext } from './actions.ts';
import { useEvidence } from './evidence/use-evidence.ts';
import { formCommands } from './form-commands.ts';
import type { Ignored } from './form-commands.ts';
import { hasContent } from './form/form-content.ts';
import { missingOf } from './form/missing.ts';
import { suggestionTexts } from './form/suggestion-texts.ts';
import { useForm } from './form/use-form.ts';
import { FormPane } from './FormPane.tsx';
import { GuidelineDock } from './GuidelineDock.tsx';
import { annotateTexts } from './texts.ts';
import { UnitPane } from './UnitPane.tsx';
import { useActiveTime } from './use-active-time.ts';
import { useCursor } from './use-cursor.ts';
import { openDraft, useDraft } from './use-draft.ts';
import { WorkContext } from './work-context.ts';
import type { Work } from './work-context.ts';
import styles from './annotate.module.css';

interface UnitWorkProps extends Pick<Work, 'facts' | 'engine' | 'unit' | 'way' | 'workplace'> {
  readonly definitions: AnnotateActions;
  readonly outbox: Outbox;
}

/** One unit with its form. Each unit mounts its own. */
export function UnitWork({ definitions, outbox, ...given }: UnitWorkProps) {
  const { facts, engine, unit, way, workplace } = given;
  const { task, run } = facts;
  const { shown } = unit;
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const isTraining = run.kind === 'training';
  const { goOn, isJudged } = way;
  const [compared, setCompared] = useState<Feedback | 'waiting' | null>(unit.feedback);
  const isOff = unit.isClosed || compared !== null || (isTraining && isJudged);
  const [start] = useState(() => openDraft(outbox, engine, facts, unit));
  const open = useForm(engine, () => start.form);
  const onSubmittedElsewhere = useCallback(() => goOn('open'), [goOn]);
  const draftOptions = { isOff, onSubmittedElsewhere };
  const draft = useDraft(outbox, engine, facts, shown.unit, open, start, draftOptions);
  const time = useActiveTime(`${run.run} ${shown.unit}`, facts.project.idle_seconds);
  const frame = useRef<HTMLDivElement>(null);
  const cursor = useCursor(frame);
  const evidence = useEvidence(task, shown.fields, open, cursor.at);
  const { opened, toggleFolded } = useFoldedFields(outbox, run.run, unit);
  const [hasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const missing = useMemo(() => {
    const faults = engine.faults(open.form, shown.fields);
    return missingOf(task, open, faults, texts.missing, language);
  }, [task, engine, open, shown.fields, texts, language]);
  useArrival(frame);
  const isFinding = evidence?.isFinding === true;
  useEffect(() => {
    // The search field is gone, and the focus with it.
    if (!isFinding && document.activeElement === document.body) focusHead(frame.current);
  }, [isFinding]);

  const submit = (): void => {
    if (missing.length > 0) {
      setTried(true);
      cursor.go(missing[0]!.question);
      return;
    }
    const handedIn = unit.handedIn && { key: unit.handedIn.key };
    const answers = engine.submitted(open.form);
    const { asides } = open.form;
    const { key } = outbox.submit(run.run, shown.unit, {
      answers,
      asides,
      seconds: time.seconds(),
      suggestedBy: shown.suggestion?.by ?? null,
      supersedes: shown.judgment === null ? handedIn : { id: shown.judgment.id },
    });
    time.forget();
    way.noteSubmitted(shown, key, { answers, asides });
    // At once: the next key is meant for the next unit, however slow the browser stores this one.
    if (!isTraining) return goOn('open');
    setCompared('waiting');
    outbox.whenSent(key).then(
      ({ feedback }) => setCompared(feedback ?? noFeedback),
      () => setCompared(null),
    );
  };

  const { remark, say, sayIgnored } = useRemark(open.turn, cursor.at);
  const suggestion = shown.suggestion ?? null;
  const suggested = suggestion?.suggested;
  const commands = formCommands(engine, open, cursor, language, sayIgnored, suggested);
  const { toggle, current, accept } = commands;
  const { asides } = open.form;
  /** After a button is pressed the keys belong to the form again, so that Enter submits. */
  const leaveButton = (): void => {
    if (document.activeElement instanceof HTMLButtonElement) focusHead(frame.current);
  };
  const context: AnnotateContext = {
    ...commands,
    can: {
      answer: !isOff,
      accept: !isOff && suggestion !== null,
      undo: !isOff && open.canUndo,
      redo: !isOff && open.canRedo,
      skip: !isOff && way.canSkip,
      goBack: way.canGoBack,
      goOn: way.canGoOn,
      leaveComparison: compared !== null,
      ask: !unit.isClosed,
    },
    hasUnsaved: !way.isJudged && hasContent(open.form),
    sayUnsaved: () => say(texts.ignored.unsaved),
    setConfidence: (value) =>
      open.setAside('confidence', asides.confidence === value ? undefined : value),
    run: {
      ...commands.run,
      submit,
      skip: () => {
        void outbox.recordFact(run.run, shown.unit, { kind: 'skipped', detail: {} });
        way.skip(shown.unit);
      },
      undo: () => {
        commands.run.undo();
        leaveButton();
      },
      redo: () => {
        commands.run.redo();
        leaveButton();
      },
      uncertain: () => open.setAside('uncertain', asides.uncertain !== true),
      flag: () => open.setAside('flag', asides.flag !== true),
      notes: () => focusAtEnd(frame.current?.querySelector<HTMLElement>('[data-notes] textarea')),
      leave: () => {
        const active = document.activeElement;
        if (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement)
          focusHead(frame.current);
        else if (workplace.hasGuideline) workplace.setGuideline(false);
      },
      openFolded: () => {
        const { folded } = task.unit;
        const field = folded.find((one) => !opened.includes(one)) ?? folded[0];
        if (field !== undefined) toggleFolded(field);
      },
      ask: () => setAsking(true),
      findQuote: () => evidence?.find(true),
      guideline: () => workplace.setGuideline(!workplace.hasGuideline),
      previous: way.goBack,
      next: () => goOn('seen'),
      continue: () =>
        way.isLast ? navigate({ to: 'result', params: { run: run.run } }) : goOn('open'),
    },
  };
  const actions = useActions(definitions, context);
  const { take = null, markings } = evidence ?? {};
  const quoting = useMemo(
    () => (markings === undefined ? null : { markings, onSelect: isOff ? null : take }),
    [markings, take, isOff],
  );
  const keys = { cursor, current, toggle, accept, remark };
  const assisted = { assistedBy: run.assisted_by ?? null, suggestion };
  const asking = { isOpen: isAsking, close: () => setAsking(false) };
  const said = { missing, hasTried, isOff, asking, compared };
  const form = { ...assisted, open, draft, ...keys, evidence, ...said };
  return (
    <SceneActions value={actions}>
      <WorkContext value={{ ...given, ...form }}>
        <div
          ref={frame}
          className={styles.work}
          data-guideline={workplace.hasGuideline}
          data-unit={shown.unit}
        >
          <UnitPane opened={opened} onToggle={toggleFolded} quoting={quoting} />
          {workplace.hasGuideline ? <GuidelineDock /> : null}
          <FormPane />
        </div>
      </WorkContext>
    </SceneActions>
  );
}

/** The folded fields that are open. That a field was opened is recorded, once. */
function useFoldedFields(outbox: Outbox, run: string, { shown, isClosed }: Work['unit']) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggleFolded = useCallback((field: string) => {
    setOpened((before) => {
      if (before.includes(field)) return before.filter((one) => one !== field);
      return [...before, field];
    });
  }, []);
  const recorded = useRef(new Set<string>());
  useEffect(() => {
    for (const field of opened) {
      if (recorded.current.has(field) || isClosed) continue;
      recorded.current.add(field);
      void outbox.recordFact(run, shown.unit, { kind: 'opened', detail: { field } });
    }
  }, [opened, outbox, run, shown.unit, isClosed]);
  return { opened, toggleFolded };
}

/** Why the last key did nothing; cleared by the next change or move of the cursor. */
function useRemark(turn: number, at: string | null) {
  const texts = useTexts(annotateTexts).ignored;
  const { noneLeft } = useTexts(suggestionTexts);
  const [remark, say] = useState<string | null>(null);
  const [since, setSince] = useState({ turn, at });
  if (since.turn !== turn || since.at !== at) {
    setSince({ turn, at });
    say(null);
  }
  const ignoredText = (why: Ignored): string => {
    if (why.is === 'unsuggested') return noneLeft;
    return why.is === 'full' ? texts.full : texts.unfit(why.key, why.question);
  };
  const sayIgnored = (why: Ignored): void => say(ignoredText(why));
  return { remark, say, sayIgnored };
}

const noFeedback: Feedback = { right: 0, wrong: 0, reason: null, answers: [] };

/** A new unit starts at its head, for the eye, the keyboard and the screen reader. */
function useArrival(frame: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    focusHead(frame.current);
    if (matchMedia('(max-width: 760px)').matches) scrollTo(0, 0);
  }, [frame]);
}

function focusHead(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
