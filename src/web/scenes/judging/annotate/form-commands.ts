import type { Question } from '../../../../domain/protocol/question.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Language } from '../../../texts/define-texts.ts';
import { noneCursor, tickedAnswer } from './form/form-content.ts';
import type { FormContent } from './form/form-content.ts';
import type { FormEngine } from './form/form-engine.ts';
import { answerAtDigit, choicesOf, neighbourAnswer } from './form/question-options.ts';
import type { OpenForm } from './form/use-form.ts';
import type { Cursor } from './use-cursor.ts';

/** Makes the commands that answer questions, for a form as it is now. */
export function formCommands(
  engine: FormEngine,
  open: OpenForm,
  cursor: Cursor,
  language: Language,
) {
  const { task } = engine;
  const isLabels = task.form === 'labels';
  const { answers } = open.form;
  const asked = task.questions.filter((question) => engine.isAsked(open.form, question.id));
  const at = asked.find((question) => question.id === cursor.at) ?? null;

  /** The question of a command: the current one if it fits, else the first open one. */
  const target = (fits: (question: Question) => boolean): Question | null => {
    if (at !== null && fits(at)) return at;
    return asked.find((question) => fits(question) && answers[question.id] === undefined) ?? null;
  };
  const isBinary = ({ scale }: Question): boolean => scale.kind === 'binary';
  const hasDigit = (digit: number) => (question: Question) =>
    answerAtDigit(question, digit) !== undefined;
  const gradable = (): Question | null => {
    if (isLabels) return task.questions.find(({ id }) => id === lastTicked(open.form)) ?? null;
    return target(({ scale }) => scale.kind === 'ordinal');
  };

  const answerAndAdvance = (question: Question | null, answer: Answer | undefined): void => {
    if (question === null || answer === undefined) return;
    open.answer(question.id, answer);
    const after = engine.answer(open.form, question.id, answer).form;
    cursor.go(nextOpen(engine, after, question) ?? question.id);
  };
  const toggle = (id: string): void => {
    const ticked = tickedAnswer(task.questions.find((one) => one.id === id)!);
    if (answers[id] !== undefined) open.answer(id, null);
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

  return {
    /** Ticks or unticks a label by its name. */
    toggle,
    hasBinary: target(isBinary) !== null,
    hasOptions: (digit: number) => target(hasDigit(digit)) !== null,
    choose: (digit: number) => {
      const question = target(hasDigit(digit));
      answerAndAdvance(question, question === null ? undefined : answerAtDigit(question, digit));
    },
    toggleLabel: (place: number) => {
      const question = task.questions[place];
      if (question === undefined) return;
      toggle(question.id);
      cursor.go(question.id);
    },
    grade: (grade: number) => {
      const question = at ?? gradable();
      if (question?.scale.kind !== 'ordinal') return;
      const value = question.scale.values[grade]?.value;
      if (!isLabels) return answerAndAdvance(question, value);
      if (value === undefined) return;
      open.answer(question.id, value);
      cursor.go(question.id);
    },
    run: {
      yes: () => answerAndAdvance(target(isBinary), true),
      no: () => answerAndAdvance(target(isBinary), false),
      none: () => {
        open.sayNone(!open.form.saysNone);
        cursor.go(noneCursor);
      },
      clear: () => {
        if (at !== null && answers[at.id] !== undefined) open.answer(at.id, null);
        else if (cursor.at === noneCursor) open.sayNone(false);
      },
      down: () => move(1),
      up: () => move(-1),
      right: () => slide(1),
      left: () => slide(-1),
    },
  };
}

/** The next question without an answer: after this one, else an earlier one that is required. */
function nextOpen({ task, isAsked }: FormEngine, form: FormContent, from: Question): string | null {
  const place = task.questions.findIndex((one) => one.id === from.id);
  const earlier = task.questions.slice(0, place).filter((one) => one.required);
  const others = [...task.questions.slice(place + 1), ...earlier];
  const isOpen = ({ id }: Question) => isAsked(form, id) && form.answers[id] === undefined;
  return others.find(isOpen)?.id ?? null;
}

function lastTicked({ answers }: FormContent): string | undefined {
  return Object.keys(answers).at(-1);
}
