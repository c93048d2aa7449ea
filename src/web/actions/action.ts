import type { Language } from '../texts/define-texts.ts';
import type { ActionKeys } from './keymap.ts';

/** Where an action stands in the help. */
export type ActionGroup = 'general' | 'moving' | 'answering' | 'submitting' | 'ruling' | 'viewing';

/** A command, defined once for its button, menu item, keys and line in the help. */
export interface Action<Context = void> {
  readonly title: Readonly<Record<Language, string>>;
  readonly group: ActionGroup;
  readonly keys: ActionKeys;
  /** Whether it can be done now; a button is disabled and a key does nothing when not. */
  readonly when?: (context: Context) => boolean;
  readonly run: (context: Context) => void;
  /**
   * True while it would leave something unsaved: then keys that write, such as s, do not run it.
   */
  readonly isGuarded?: (context: Context) => boolean;
  /** Says why such a key did nothing. */
  readonly onGuarded?: (context: Context) => void;
  /** Also by its key while somebody is writing; combinations with Ctrl or Command always are. */
  readonly whileWriting?: boolean;
  /** Also while the key is held down. */
  readonly repeats?: boolean;
  /** Left out of the help, for instance the tenth of ten similar ones. */
  readonly unlisted?: boolean;
}

/** An action with what it works on. */
export interface BoundAction extends Omit<Action, 'when' | 'run' | 'isGuarded' | 'onGuarded'> {
  readonly id: string;
  readonly isEnabled: () => boolean;
  /** What a key that writes does in place of the command; null when it runs the command. */
  readonly guard?: () => (() => void) | null;
  readonly run: () => void;
}

/** Defines the actions of a scene by name, for the context that the scene will give. */
export function defineActions<Context>() {
  return <const Name extends string>(
    actions: Readonly<Record<Name, Action<Context>>>,
  ): Readonly<Record<Name, Action<Context>>> => actions;
}
