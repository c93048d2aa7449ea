import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { focusAtEnd } from '../../../actions/focus-at-end.ts';
import { endCursor, notesCursor } from './form/form-content.ts';

/** The place in the form that the keys work on. It stays when the focus goes elsewhere. */
export interface Cursor {
  readonly at: string | null;
  /** The focus came to a question by itself. */
  readonly note: (question: string) => void;
  /** Goes to a question, and takes the focus along. */
  readonly go: (question: string) => void;
}

/** Keeps the cursor of a form. */
export function useCursor(form: { readonly current: HTMLElement | null }): Cursor {
  const [at, setAt] = useState<string | null>(null);
  const wish = useRef<string | null>(null);
  const [turn, setTurn] = useState(0);
  useLayoutEffect(() => {
    if (wish.current === null) return;
    focusQuestion(form.current, wish.current);
    // A choice that took the focus a moment ago has noted its own question.
    setAt(wish.current);
    wish.current = null;
  }, [form, turn]);
  const note = useCallback((question: string) => setAt(question), []);
  const go = useCallback((question: string) => {
    wish.current = question;
    setAt(question);
    setTurn((before) => before + 1);
  }, []);
  return { at, note, go };
}

/** Puts the focus on what stands for a question: its tick, its chosen option, its text. */
function focusQuestion(form: HTMLElement | null, question: string): void {
  const places: Readonly<Record<string, string>> = {
    [notesCursor]: '[data-notes]',
    [endCursor]: '[data-end]',
  };
  const own = `[data-question="${CSS.escape(question)}"]`;
  const block = form?.querySelector(places[question] ?? own);
  const stop = block?.querySelector<HTMLElement>('[data-stop=true]');
  focusAtEnd(stop, { preventScroll: true });
  block?.scrollIntoView({ block: 'nearest' });
}
