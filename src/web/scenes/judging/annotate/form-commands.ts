import { inLanguage } from '../../../../domain/local-text.ts';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Language } from '../../../texts/define-texts.ts';
import { endCursor, noneCursor, offAnswer, tickedAnswer } from './form/form-content.ts';
import type { FormContent } from './form/form-content.ts';
import type { FormEngine } from './form/form-engine.ts';
import { answerAtDigit, choicesOf, neighbourAnswer } from './form/question-options.ts';
import type { OpenForm } from './form/use-form.ts';
import type { Cursor } from './use-cursor.ts';

/** Why a key did nothing: nothing is left to answer, or the question has no such answer. */
export type Ignored =
  | { readonly is: 'full' }
  | { readonly is: 'unsuggested' }
  | { readonly is: 'unfit'; readonly key: string; readonly question: string };

/**
 * The question that the keys answer: the one at the cursor, which at first is the first one that
 * nobody answered; null behind the last one. In a form of labels, only where somebody went.
 */
function questionAtCursor(
  { task }: FormEngine,
  { form, filled }: Pick<OpenForm, 'form' | 'filled'>,
  at: string | null,
): Question | null {
  const asked = task.questions.filter((question) => filled.asked.has(question.id));
  const there = asked.find((question) => question.id === at);
  if (there !== undefined || task.form === 'labels' || at === endCursor) return there ?? null;
  return asked.find((question) => form.answers[question.id] === undefined) ?? asked[0] ?? null;
}

/** Makes the commands that answer questions, for a form as it is now. */
export function formCommands(
  engine: FormEngine,
  open: OpenForm,
  cursor: Cursor,
  language: Language,
  onIgnored: (why: Ignored) => void,
  suggested: Readonly<Record<string, Answer>> = {},
) {
  const { task } = engine;
  const isLabels = task.form === 'labels';
  const { answers } = open.filled;
  const asked = task.questions.filter((question) => open.filled.asked.has(question.id));
  const at = questionAtCursor(engine, open, cursor.at);

  /** One key answers one question, in order, independently of the others. */
  const answerCurrent = (key: string, answerOf: (question: Question) => Answer | undefined) => {
    if (at === null) return onIgnored({ is: 'full' });
    const answer = answerOf(at);
    if (answer === undefined) {
      const question = inLanguage(at.title, language);
      return onIgnored({ is: 'unfit', key, question });
    }
    answerAndAdvance(at, answer);
  };
  const sayTruth = (key: string, truth: boolean): void =>
    answerCurrent(key, ({ scale }) => (scale.kind === 'binary' ? truth : undefined));
  const answerAndAdvance = (question: Question, answer: Answer): void => {
    open.answer(question.id, answer);
    cursor.go(following(engine, engine.answer(open.form, question.id, answer).form, question.id));
  };
  const gradable = (): Question | null => {
    if (isLabels)
      return at ?? task.questions.find(({ id }) => id === lastTicked(open.form)) ?? null;
    if (at?.scale.kind === 'ordinal') return at;
    const isOpen = ({ id, scale }: Question) => scale.kind === 'ordinal' && answers[id] == null;
    return asked.find(isOpen) ?? null;
  };
  const toggle = (id: string): void => {
    const question = task.questions.find((one) => one.id === id)!;
    const ticked = tickedAnswer(question);
    const off = offAnswer(question);
    if (answers[id] !== undefined && answers[id] !== off) open.answer(id, off ?? null);
    else if (ticked === null) open.tick(id);
    else open.answer(id, ticked);
  };
  const move = (by: number): void => {
    const places = [...asked.map((question) => question.id), ...(isLabels ? [noneCursor] : [])];
    const place = places.indexOf(cursor.at ?? '');
    const start = by > 0 ? 0 : places.length - 1;
    const next = place < 0 ? start : Math.min(Math.max(place + by, 0), places.length - 1);
    if (places[next] !== undefined) cursor.go(places[next]);
  };
  const slide = (by: number): void => {
    if (at === null || choicesOf(at, language).length === 0) return;
    const lowest = isLabels && at.scale.kind === 'ordinal' ? at.scale.values[0]!.value : null;
    const given = answers[at.id] ?? lowest;
    const next = neighbourAnswer(at, given, by, language);
    if (next !== undefined && next !== given) open.answer(at.id, next);
    cursor.go(at.id);
  };

  /** Whether the suggestion on a question can still be accepted: unticked is as good as off. */
  const isOpen = ({ id, ...question }: Question): boolean => {
    const off = isLabels ? offAnswer({ id, ...question }) : undefined;
    return suggested[id] !== undefined && suggested[id] !== (answers[id] ?? off);
  };
  const accept = (id: string): void => {
    const question = task.questions.find((one) => one.id === id)!;
    if (isLabels) open.answer(id, suggested[id]!);
    else answerAndAdvance(question, suggested[id]!);
  };

  return {
    accept,
    /** Ticks or unticks a label by its name. */
    toggle,
    current: at?.id ?? null,
    choose: (digit: number) =>
      answerCurrent(String(digit), (question) => answerAtDigit(question, digit)),
    toggleLabel: (place: number) => {
      const question = task.questions[place];
      if (question === undefined) return;
      toggle(question.id);
      cursor.go(question.id);
    },
    grade: (grade: number) => {
      const question = gradable();
      if (question?.scale.kind !== 'ordinal') return;
      const value = question.scale.values[grade]?.value;
      if (value === undefined) return;
      if (!isLabels) return answerAndAdvance(question, value);
      open.answer(question.id, value);
      cursor.go(question.id);
    },
    run: {
      yes: () => sayTruth(language === 'de' ? 'J' : 'Y', true),
      no: () => sayTruth('N', false),
      none: () => {
        open.sayNone(!open.form.saysNone);
        cursor.go(noneCursor);
      },
      acceptOne: () => {
        const next = at !== null && isOpen(at) ? at : asked.find(isOpen);
        if (next === undefined) return onIgnored({ is: 'unsuggested' });
        accept(next.id);
        if (isLabels) cursor.go(next.id);
      },
      acceptAll: () => {
        open.accept(suggested);
        cursor.go(endCursor);
      },
      clear: () => {
        if (at !== null && open.form.answers[at.id] !== undefined) open.answer(at.id, null);
        else if (cursor.at === noneCursor) open.sayNone(false);
      },
      down: () => move(1),
      up: () => move(-1),
      right: () => slide(1),
      left: () => slide(-1),
      /** The next key belongs to the question whose answer is gone. */
      undo: () => {
        const { undoes } = open;
        open.undo();
        if (undoes !== null) cursor.go(undoes);
      },
      redo: () => {
        const { redoes } = open;
        open.redo();
        if (redoes === null || redoes.about === null) return;
        cursor.go(isLabels ? redoes.about : following(engine, redoes.form, redoes.about));
      },
    },
  };
}

/**
 * Where the cursor goes after an answer: to the next question, answered or not; after the last, to
 * the first that must still be answered, else behind them all.
 */
function following({ task, fill }: FormEngine, form: FormContent, from: string): string {
  const { asked, answers } = fill(form);
  const questions = task.questions.filter(({ id }) => asked.has(id));
  const next = questions[questions.findIndex(({ id }) => id === from) + 1];
  const open = questions.find(({ id, required }) => required && answers[id] == null);
  return next?.id ?? open?.id ?? endCursor;
}

function lastTicked({ answers }: FormContent): string | undefined {
  return Object.keys(answers).at(-1);
}
