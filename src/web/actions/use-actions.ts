import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Action, BoundAction } from './action.ts';
import { findAction, reachable } from './key-scopes.ts';
import type { Focus, KeyScope } from './key-scopes.ts';
import { readKeymap } from './keymap.ts';
import type { Keymap } from './keymap.ts';

export const KeymapContext = createContext<Keymap>(readKeymap('assay'));

/** The keymap of the signed-in account. */
export function useKeymap(): Keymap {
  return useContext(KeymapContext);
}

/**
 * Gives actions their context and their keys while the component is mounted. Actions always get the
 * latest context. `isExclusive` keeps keys from everything below, `isOff` disables them.
 */
export function useActions<Name extends string, Context>(
  definitions: Readonly<Record<Name, Action<Context>>>,
  context: Context,
  options: { readonly isExclusive?: boolean; readonly isOff?: boolean } = {},
): Readonly<Record<Name, BoundAction>> {
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  const bound = useMemo(
    () =>
      Object.entries<Action<Context>>(definitions).map(([id, action]): BoundAction => ({
        ...action,
        id,
        isEnabled: () => action.when?.(latest.current) ?? true,
        run: () => action.run(latest.current),
        guard: () =>
          action.isGuarded?.(latest.current) === true
            ? () => action.onGuarded?.(latest.current)
            : null,
      })),
    [definitions],
  );
  // Keys ask when pressed. Buttons are drawn earlier, so they get the context of their own render.
  const off = Object.entries<Action<Context>>(definitions)
    .filter(([, action]) => action.when?.(context) === false)
    .map(([id]) => id)
    .join(' ');
  const shown = useMemo(() => {
    const ids = new Set(off.split(' '));
    return Object.fromEntries(
      bound.map((action) => [action.id, { ...action, isEnabled: () => !ids.has(action.id) }]),
    ) as Readonly<Record<Name, BoundAction>>;
  }, [bound, off]);
  const { isExclusive = false, isOff = false } = options;
  useLayoutEffect(() => {
    if (isOff) return undefined;
    const scope: KeyScope = { actions: () => bound, isExclusive };
    scopes.push(scope);
    return () => {
      scopes.splice(scopes.indexOf(scope), 1);
    };
  }, [bound, isExclusive, isOff]);
  return shown;
}

/** Keeps keys from everything below while a dialog without actions is open. */
export function useExclusiveKeys(isOpen: boolean): void {
  useActions(noActions, undefined, { isExclusive: true, isOff: !isOpen });
}

/** Listens to the keyboard; once, in the application. */
export function useKeyboard(keymap: Keymap): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isComposing(event)) return;
      const action = findAction(scopes, keymap, event, focusOf(event.target));
      if (action === null) return;
      event.preventDefault();
      // At once, so that the next key finds the page as this one left it, however fast it comes.
      if (!event.repeat || action.repeats === true) flushSync(() => action.run());
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [keymap]);
}

/** What the keyboard can do now. */
export function reachableActions(): readonly BoundAction[] {
  return reachable(scopes);
}

/**
 * Whether a key belongs to an input method; for the last key, Safari shows it by its code alone.
 */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

const scopes: KeyScope[] = [];
const noActions: Readonly<Record<string, Action<undefined>>> = {};

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'free';
  if (
    target.closest(
      'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), ' +
        'textarea, [contenteditable=true]',
    ) !== null
  )
    return 'writing';
  if (
    target.closest(
      'select, input[type=range], input[type=radio], [role=menu], [role=listbox], ' +
        '[role=slider], [role=tablist]',
    ) !== null
  )
    return 'choosing';
  return target.closest(
    'button, a[href], summary, [role=button], input[type=button], input[type=submit]',
  ) === null
    ? 'free'
    : 'pressing';
}
