import { useMemo, useReducer } from 'react';
import type { Answer } from '../../../../../domain/answer.ts';
import type { Asides } from '../../../../outbox/saves.ts';
import type { FormContent } from './form-content.ts';
import type { Changed, Consequence, FormEngine } from './form-engine.ts';

/** A form and, by question, why an answer was changed automatically. */
interface FormMoment {
  readonly form: FormContent;
  readonly notes: Readonly<Record<string, Consequence>>;
}

/** A form that is being filled, with the way back. */
export interface OpenForm extends FormMoment {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the last change brought about beside itself; empty after an undo. */
  readonly lastConsequences: readonly Consequence[];
  /** Counts the changes, so that the same sentence can be read out twice. */
  readonly turn: number;
  readonly answer: (question: string, answer: Answer | null) => void;
  /** Answers in words, as they are typed; empty takes the answer back. */
  readonly write: (question: string, text: string) => void;
  readonly tick: (question: string) => void;
  readonly sayNone: (isNone: boolean) => void;
  readonly setAside: <Name extends keyof Asides>(
    name: Name,
    value: Asides[Name] | undefined,
  ) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Takes over what was written elsewhere; there is no way back behind it. */
  readonly replace: (form: FormContent) => void;
}

/** Holds a form. Each change can be undone; what is typed in one go is one change. */
export function useForm(engine: FormEngine, start: () => FormContent): OpenForm {
  const [state, act] = useReducer(reduce, null, (): FormState => ({
    now: { form: start(), notes: {} },
    past: [],
    future: [],
    lastConsequences: [],
    typing: null,
    turn: 0,
  }));
  const acts = useMemo(() => {
    const change = (about: string | null, typing: string | null, make: Change): void =>
      act({ is: 'change', change: make, typing, about, at: performance.now() });
    return {
      answer: (question: string, given: Answer | null) =>
        change(question, null, (form) => engine.answer(form, question, given)),
      write: (question: string, text: string) =>
        change(question, question, (form) =>
          engine.answer(form, question, text === '' ? null : text),
        ),
      tick: (question: string) => change(question, null, (form) => engine.tick(form, question)),
      sayNone: (isNone: boolean) =>
        change(null, null, (form) => ({
          form: isNone ? engine.sayNone(form) : { ...form, saysNone: false },
          consequences: [],
        })),
      setAside: <Name extends keyof Asides>(name: Name, value: Asides[Name] | undefined) =>
        change(null, name === 'notes' ? 'notes' : null, (form) => ({
          form: { ...form, asides: withAside(form.asides, name, value) },
          consequences: [],
        })),
      undo: () => act({ is: 'undo' }),
      redo: () => act({ is: 'redo' }),
      replace: (form: FormContent) => act({ is: 'replace', form }),
    };
  }, [engine]);
  return useMemo(
    () => ({
      ...state.now,
      ...acts,
      canUndo: state.past.length > 0,
      canRedo: state.future.length > 0,
      lastConsequences: state.lastConsequences,
      turn: state.turn,
    }),
    [state, acts],
  );
}

interface FormState {
  readonly now: FormMoment;
  readonly past: readonly FormMoment[];
  readonly future: readonly FormMoment[];
  readonly lastConsequences: readonly Consequence[];
  /** The text field that is being written in, and since when. */
  readonly typing: { readonly field: string; readonly at: number } | null;
  readonly turn: number;
}

type Change = (form: FormContent) => Changed;

type FormAct =
  | {
      readonly is: 'change';
      readonly change: Change;
      readonly typing: string | null;
      readonly about: string | null;
      readonly at: number;
    }
  | { readonly is: 'undo' }
  | { readonly is: 'redo' }
  | { readonly is: 'replace'; readonly form: FormContent };

/** A pause in typing after which another undo step begins, in milliseconds. */
const pause = 1200;
const mostSteps = 200;

function reduce(state: FormState, act: FormAct): FormState {
  const turn = state.turn + 1;
  const settled = { lastConsequences: [], typing: null, turn };
  if (act.is === 'replace')
    return { now: { form: act.form, notes: {} }, past: [], future: [], ...settled };
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
    now: { form, notes: notesAfter(state.now.notes, act.about, consequences) },
    past: goesOn ? state.past : [...state.past, state.now].slice(-mostSteps),
    future: [],
    lastConsequences: consequences,
    typing: act.typing === null ? null : { field: act.typing, at },
    turn,
  };
}

/** An answer given by hand needs no reason; nor does one whose cause has changed. */
function notesAfter(
  notes: FormMoment['notes'],
  about: string | null,
  consequences: readonly Consequence[],
): FormMoment['notes'] {
  const kept = Object.entries(notes).filter(
    ([question]) => question !== about && consequences.every((one) => one.question !== question),
  );
  return Object.fromEntries([...kept, ...consequences.map((one) => [one.question, one] as const)]);
}

function withAside<Name extends keyof Asides>(
  asides: Asides,
  name: Name,
  value: Asides[Name] | undefined,
): Asides {
  const { [name]: _, ...rest } = asides;
  return value === undefined || value === '' || value === false
    ? (rest as Asides)
    : { ...rest, [name]: value };
}
