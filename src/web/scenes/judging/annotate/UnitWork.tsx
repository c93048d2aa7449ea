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
import { answersOf, draftOf } from './form/form-content.ts';
import type { FormEngine } from './form/form-engine.ts';
import { missingOf } from './form/missing.ts';
import { useForm } from './form/use-form.ts';
import { FormPane } from './FormPane.tsx';
import { GuidelineDock } from './GuidelineDock.tsx';
import { annotateTexts } from './texts.ts';
import { UnitPane } from './UnitPane.tsx';
import { useActiveTime } from './use-active-time.ts';
import type { CurrentUnit, UnitWay } from './use-current-unit.ts';
import { useCursor } from './use-cursor.ts';
import { openDraft, useDraft } from './use-draft.ts';
import type { RunFacts } from './use-run-facts.ts';
import styles from './annotate.module.css';

/** What outlives a unit: what was open stays open for the next. */
export interface Workplace {
  readonly hasGuideline: boolean;
  readonly setGuideline: (isOpen: boolean) => void;
  readonly hasSteps: boolean;
  readonly setSteps: (isOpen: boolean) => void;
}

interface UnitWorkProps {
  readonly facts: RunFacts;
  readonly engine: FormEngine;
  readonly definitions: AnnotateActions;
  readonly outbox: Outbox;
  readonly unit: CurrentUnit;
  readonly way: UnitWay;
  readonly workplace: Workplace;
}

/** One unit with its form: made anew for each unit. */
export function UnitWork({
  facts,
  engine,
  definitions,
  outbox,
  unit,
  way,
  workplace,
}: UnitWorkProps) {
  const { task, run } = facts;
  const { shown } = unit;
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const isTraining = run.kind === 'training';
  const isJudged = shown.judgment !== null || unit.handedIn !== null;
  const [compared, setCompared] = useState<Feedback | 'waiting' | null>(unit.feedback);
  const isOff = unit.isClosed || compared !== null || (isTraining && isJudged);
  const [start] = useState(() => openDraft(outbox, run.run, task, unit));
  const open = useForm(engine, () => start.form);
  const { goOn } = way;
  const onSubmittedElsewhere = useCallback(() => goOn('open'), [goOn]);
  const draft = useDraft(outbox, run.run, shown.unit, task, open, start, {
    isOff,
    onSubmittedElsewhere,
  });
  const time = useActiveTime(`${run.run} ${shown.unit}`, facts.project.idle_seconds);
  const frame = useRef<HTMLDivElement>(null);
  const cursor = useCursor(frame);
  const evidence = useEvidence(task, shown.fields, open, cursor.at);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [hasTried, setTried] = useState(false);
  const missing = useMemo(
    () =>
      missingOf(task, open.form, engine.faults(open.form, shown.fields), texts.missing, language),
    [task, engine, open.form, shown.fields, texts, language],
  );
  useArrival(frame);
  const isFinding = evidence?.isFinding === true;
  useEffect(() => {
    // The field for finding has gone, and the cursor with it.
    if (!isFinding && document.activeElement === document.body) keepFocus(frame.current, true);
  }, [isFinding]);

  const submit = (): void => {
    if (missing.length > 0) {
      setTried(true);
      cursor.go(missing[0]!.question);
      return;
    }
    const content = draftOf(task, open.form);
    const supersedes =
      shown.judgment !== null
        ? { id: shown.judgment.id }
        : unit.handedIn !== null
          ? { key: unit.handedIn.key }
          : null;
    const { key } = outbox.submit(run.run, shown.unit, {
      answers: answersOf(task, open.form),
      asides: open.form.asides,
      seconds: time.seconds(),
      supersedes,
    });
    time.forget();
    way.noteSubmitted(shown, key, content);
    // At once: the next key is meant for the next unit, however slow the browser stores this one.
    if (!isTraining) return goOn('open');
    setCompared('waiting');
    outbox.whenSent(key).then(
      ({ feedback }) => setCompared(feedback ?? noFeedback),
      () => setCompared(null),
    );
  };

  const toggleFolded = useCallback((field: string) => {
    setOpened((before) => {
      if (before.includes(field)) return before.filter((one) => one !== field);
      return [...before, field];
    });
  }, []);
  const recorded = useRef(new Set<string>());
  useEffect(() => {
    for (const field of opened) {
      if (recorded.current.has(field) || unit.isClosed) continue;
      recorded.current.add(field);
      void outbox.recordFact(run.run, shown.unit, { kind: 'opened', detail: { field } });
    }
  }, [opened, outbox, run.run, shown.unit, unit.isClosed]);

  const { toggle, answerAndAdvance: _, ...commands } = formCommands(engine, open, cursor, language);
  const context: AnnotateContext = {
    ...commands,
    mayAnswer: !isOff,
    isCompared: compared !== null,
    canUndo: open.canUndo,
    canRedo: open.canRedo,
    canGoBack: way.canGoBack,
    canGoOn: way.canGoOn,
    canSkip: way.canSkip,
    submit,
    skip: () => {
      void outbox.recordFact(run.run, shown.unit, { kind: 'skipped', detail: {} });
      way.skip(shown.unit);
    },
    undo: () => {
      open.undo();
      keepFocus(frame.current);
    },
    redo: () => {
      open.redo();
      keepFocus(frame.current);
    },
    setConfidence: (value) =>
      open.setAside('confidence', open.form.asides.confidence === value ? undefined : value),
    toggleUncertain: () => open.setAside('uncertain', open.form.asides.uncertain !== true),
    toggleFlag: () => open.setAside('flag', open.form.asides.flag !== true),
    writeNotes: () =>
      focusAtEnd(frame.current?.querySelector<HTMLElement>('[data-notes] textarea')),
    leaveField: () => {
      const active = document.activeElement;
      if (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement)
        keepFocus(frame.current, true);
      else if (workplace.hasGuideline) workplace.setGuideline(false);
    },
    openFolded: () => {
      const field = task.unit.folded.find((one) => !opened.includes(one)) ?? task.unit.folded[0];
      if (field !== undefined) toggleFolded(field);
    },
    findQuote: () => evidence?.find(true),
    toggleGuideline: () => workplace.setGuideline(!workplace.hasGuideline),
    previousUnit: way.goBack,
    nextUnit: () => goOn('seen'),
    goOn: () => (way.isLast ? navigate({ to: 'result', params: { run: run.run } }) : goOn('open')),
  };
  const actions = useActions(definitions, context);
  const take = evidence?.take;
  const markings = evidence?.markings;
  const quoting = useMemo(
    () => (markings === undefined ? null : { markings, onSelect: isOff ? null : (take ?? null) }),
    [markings, take, isOff],
  );
  const card = task.questions.some((question) => question.id === cursor.at) ? cursor.at : null;
  return (
    <SceneActions value={actions}>
      <div
        ref={frame}
        className={styles.work}
        data-guideline={workplace.hasGuideline}
        data-unit={shown.unit}
      >
        <UnitPane
          facts={facts}
          unit={unit}
          way={way}
          opened={opened}
          onToggle={toggleFolded}
          quoting={quoting}
          draft={draft}
          isCompared={compared !== null}
        />
        {workplace.hasGuideline ? (
          <GuidelineDock
            facts={facts}
            current={card}
            onClose={() => workplace.setGuideline(false)}
          />
        ) : null}
        <FormPane
          facts={facts}
          engine={engine}
          open={open}
          cursor={cursor}
          onToggle={toggle}
          evidence={evidence}
          fields={shown.fields}
          missing={missing}
          hasTried={hasTried}
          isOff={isOff}
          isRevision={isJudged}
          compared={compared}
          way={way}
          workplace={workplace}
        />
      </div>
    </SceneActions>
  );
}

const noFeedback: Feedback = { right: 0, wrong: 0, reason: null, answers: [] };

/** A new unit begins at its head, for the eye, the keyboard and the screen reader. */
function useArrival(frame: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    if (matchMedia('(max-width: 760px)').matches) scrollTo(0, 0);
  }, [frame]);
}

/** After a button was pressed the keys belong to the form again, so that Enter submits. */
function keepFocus(frame: HTMLElement | null, always = false): void {
  if (always || document.activeElement instanceof HTMLButtonElement)
    frame?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
