import { useMemo, useReducer } from 'react';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Asides } from '../../../../outbox/saves.ts';
import { acceptSuggestion } from './accept-suggestion.ts';
import type { FormContent } from './form-content.ts';
import type { Changed, Consequence, FormEngine } from './form-engine.ts';

/** A form, and the question whose answer made it so. */
interface FormMoment {
  readonly form: FormContent;
  readonly about: string | null;
}

/** A form that is being filled in, with undo and redo. */
export type OpenForm = ReturnType<typeof useForm>;

/** Holds a form. Each change can be undone; what is typed in one go is one change. */
export function useForm(engine: FormEngine, start: () => FormContent) {
  const [state, act] = useReducer(reduce, null, () => startState(start()));
  const acts = useMemo(() => {
    const change = (about: string | null, typing: string | null, make: Change): void =>
      act({ is: 'change', change: make, typing, about, at: performance.now() });
    const changeForm = (typing: string | null, make: (form: FormContent) => FormContent): void =>
      change(null, typing, (form) => ({ form: make(form), consequences: [] }));
    return {
      answer: (question: string, given: Answer | null) =>
        change(question, null, (form) => engine.answer(form, question, given)),
      /** Answers in words, as they are typed; an empty text clears the answer. */
      write: (question: string, text: string) =>
        change(question, question, (form) => engine.answer(form, question, text || null)),
      /** Changes other answers so that they fit this one. */
      solve: (question: string) =>
        change(question, null, (form) =>
          engine.remedy(form, question).reduce(
            (changed: Changed, one) => {
              const next = engine.answer(changed.form, one.question, one.to);
              return {
                form: next.form,
                consequences: [...changed.consequences, ...next.consequences],
              };
            },
            { form, consequences: [] },
          ),
        ),
      /** Answers all questions that are asked as suggested, in one change. */
      accept: (suggested: Readonly<Record<string, Answer>>) =>
        change(null, null, (form) => acceptSuggestion(engine, form, suggested)),
      tick: (question: string) => change(question, null, (form) => engine.tick(form, question)),
      sayNone: (isNone: boolean) =>
        changeForm(null, (form) => (isNone ? engine.sayNone(form) : { ...form, saysNone: false })),
      setAside: <Name extends keyof Asides>(name: Name, value: Asides[Name] | undefined) =>
        changeForm(name === 'notes' ? name : null, (form) => ({
          ...form,
          asides: withAside(form.asides, name, value),
        })),
      undo: () => act({ is: 'undo' }),
      redo: () => act({ is: 'redo' }),
      /** Takes over what was written elsewhere. It cannot be undone. */
      replace: (form: FormContent) => act({ is: 'replace', form }),
    };
  }, [engine]);
  return useMemo(() => {
    const { now, past, future, lastConsequences, turn } = state;
    const can = { canUndo: past.length > 0, canRedo: future.length > 0 };
    /** The questions that undo and redo are about. */
    const undoes = past.length > 0 ? now.about : null;
    const redoes = future[0] ?? null;
    const filled = engine.fill(now.form);
    return { ...now, ...acts, ...can, filled, undoes, redoes, lastConsequences, turn };
  }, [state, acts, engine]);
}

interface FormState {
  readonly now: FormMoment;
  readonly past: readonly FormMoment[];
  readonly future: readonly FormMoment[];
  /** What else the last change brought about; empty after an undo. */
  readonly lastConsequences: readonly Consequence[];
  /** The text field that is being written in, and since when. */
  readonly typing: { readonly field: string; readonly at: number } | null;
  /** Counts the changes, so that the same sentence can be read out twice. */
  readonly turn: number;
}

function startState(form: FormContent): FormState {
  const now = { form, about: null };
  return { now, past: [], future: [], lastConsequences: [], typing: null, turn: 0 };
}

type Change = (form: FormContent) => Changed;

interface ChangeAct {
  readonly is: 'change';
  readonly change: Change;
  readonly typing: string | null;
  readonly about: string | null;
  readonly at: number;
}

type FormAct =
  | ChangeAct
  | { readonly is: 'undo' }
  | { readonly is: 'redo' }
  | { readonly is: 'replace'; readonly form: FormContent };

/** A pause in typing after which another undo step begins, in milliseconds. */
const pause = 1200;
const mostSteps = 200;

function reduce(state: FormState, act: FormAct): FormState {
  const turn = state.turn + 1;
  const settled = { lastConsequences: [], typing: null, turn };
  if (act.is === 'replace') return { ...startState(act.form), turn };
  if (act.is === 'undo') {
    const before = state.past.at(-1);
    if (before === undefined) return state;
    const future = [state.now, ...state.future];
    return { now: before, past: state.past.slice(0, -1), future, ...settled };
  }
  if (act.is === 'redo') {
    const [after, ...future] = state.future;
    if (after === undefined) return state;
    return { now: after, past: [...state.past, state.now], future, ...settled };
  }
  const { form, consequences } = act.change(state.now.form);
  const { at } = act;
  const goesOn =
    act.typing !== null && state.typing?.field === act.typing && at - state.typing.at < pause;
  return {
    now: { form, about: act.about },
    past: goesOn ? state.past : [...state.past, state.now].slice(-mostSteps),
    future: [],
    lastConsequences: consequences,
    typing: act.typing === null ? null : { field: act.typing, at },
    turn,
  };
}

function withAside(asides: Asides, name: keyof Asides, value: Asides[keyof Asides]): Asides {
  const { [name]: _, ...rest } = asides;
  return value === undefined || value === '' || value === false ? rest : { ...rest, [name]: value };
}
