import type { Question } from '../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Language } from '../../../texts/define-texts.ts';
import type { AnnotateContext } from './actions.ts';
import { noneCursor, tickedAnswer } from './form/form-content.ts';
import type { FormContent } from './form/form-content.ts';
import type { FormEngine } from './form/form-engine.ts';
import { answerAtDigit, choicesOf, neighbourAnswer } from './form/question-options.ts';
import type { OpenForm } from './form/use-form.ts';
import type { Cursor } from './use-cursor.ts';

/** The commands that answer questions. */
export type FormCommands = Pick<
  AnnotateContext,
  | 'hasOptions'
  | 'hasBinary'
  | 'clear'
  | 'move'
  | 'slide'
  | 'choose'
  | 'decide'
  | 'toggleLabel'
  | 'grade'
  | 'sayNone'
> & {
  /** Ticks or unticks a label by its name. */
  readonly toggle: (question: string) => void;
  /** Gives an answer and goes on to the next question that has none. */
  readonly answerAndAdvance: (question: string, answer: Answer) => void;
};

/** Makes the commands for a form as it is now. */
export function formCommands(
  engine: FormEngine,
  open: OpenForm,
  cursor: Cursor,
  language: Language,
): FormCommands {
  const { task } = engine;
  const isLabels = task.form === 'labels';
  const asked = task.questions.filter((question) => engine.isAsked(open.form, question.id));
  const at = asked.find((question) => question.id === cursor.at) ?? null;

  /** The question of a command: the current one if it fits, else the first open one. */
  const target = (fits: (question: Question) => boolean): Question | null => {
    if (at !== null && fits(at)) return at;
    const fitting = asked.filter(fits);
    return fitting.find((question) => open.form.answers[question.id] === undefined) ?? null;
  };
  const isBinary = (question: Question): boolean => question.scale.kind === 'binary';
  const hasDigit = (digit: number) => (question: Question) =>
    answerAtDigit(question, digit) !== undefined;

  const answerAndAdvance = (question: string, answer: Answer): void => {
    open.answer(question, answer);
    const next = nextOpen(engine, engine.answer(open.form, question, answer).form, question);
    cursor.go(next ?? question);
  };
  const toggle = (id: string): void => {
    const question = task.questions.find((one) => one.id === id)!;
    const ticked = tickedAnswer(question);
    if (open.form.answers[id] !== undefined) open.answer(id, null);
    else if (ticked === null) open.tick(id);
    else open.answer(id, ticked);
  };

  return {
    toggle,
    answerAndAdvance,
    hasBinary: target(isBinary) !== null,
    hasOptions: (digit) => target(hasDigit(digit)) !== null,
    decide: (isYes) => {
      const question = target(isBinary);
      if (question !== null) answerAndAdvance(question.id, isYes);
    },
    choose: (digit) => {
      const question = target(hasDigit(digit));
      if (question !== null) answerAndAdvance(question.id, answerAtDigit(question, digit)!);
    },
    toggleLabel: (place) => {
      const question = task.questions[place];
      if (question === undefined) return;
      toggle(question.id);
      cursor.go(question.id);
    },
    grade: (grade) => {
      const question =
        at ??
        (isLabels
          ? lastTicked(task.questions, open.form)
          : target(({ scale }) => scale.kind === 'ordinal'));
      if (question?.scale.kind !== 'ordinal') return;
      const value = question.scale.values[grade]?.value;
      if (value === undefined) return;
      if (isLabels) {
        open.answer(question.id, value);
        cursor.go(question.id);
      } else answerAndAdvance(question.id, value);
    },
    sayNone: () => {
      open.sayNone(!open.form.saysNone);
      cursor.go(noneCursor);
    },
    clear: () => {
      if (at !== null && open.form.answers[at.id] !== undefined) open.answer(at.id, null);
      else if (cursor.at === noneCursor) open.sayNone(false);
    },
    move: (by) => {
      const places = [...asked.map((question) => question.id), ...(isLabels ? [noneCursor] : [])];
      const place = places.indexOf(cursor.at ?? '');
      const next =
        place < 0
          ? by > 0
            ? places[0]
            : places.at(-1)
          : places[Math.min(Math.max(place + by, 0), places.length - 1)];
      if (next !== undefined) cursor.go(next);
    },
    slide: (by) => {
      if (at === null || choicesOf(at, language).length === 0) return;
      const given =
        open.form.answers[at.id] ??
        (isLabels && at.scale.kind === 'ordinal' ? at.scale.values[0]!.value : null);
      const next = neighbourAnswer(at, given, by, language);
      if (next !== undefined && next !== given) open.answer(at.id, next);
      cursor.go(at.id);
    },
  };
}

/** The next question without an answer behind this one. */
function nextOpen(
  { task, isAsked }: FormEngine,
  form: FormContent,
  question: string,
): string | null {
  const place = task.questions.findIndex((one) => one.id === question);
  const behind = [
    ...task.questions.slice(place + 1),
    ...task.questions.slice(0, place).filter((one) => one.required),
  ];
  return (
    behind.find((one) => isAsked(form, one.id) && form.answers[one.id] === undefined)?.id ?? null
  );
}

function lastTicked(questions: readonly Question[], form: FormContent): Question | null {
  const last = Object.keys(form.answers).at(-1);
  return questions.find((question) => question.id === last) ?? null;
}
