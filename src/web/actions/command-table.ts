import type { Action, ActionGroup } from './action.ts';
import type { ActionKeys } from './keymap.ts';

/** One command: its place in the help, its keys, its titles, and when it can be used. */
type CommandRow<State> = readonly [
  group: ActionGroup,
  keys: string | readonly string[] | ActionKeys,
  en: string,
  de: string,
  more?: Pick<
    Partial<Action<State>>,
    'when' | 'repeats' | 'whileWriting' | 'unlisted' | 'isGuarded' | 'onGuarded'
  >,
];

/** What the scene does for each command, by its name. */
export interface Handlers<Name extends string> {
  readonly run: Readonly<Record<Name, () => void>>;
}

/** Commands as a table. The scene passes the state that `when` asks for, and `run` by name. */
export function commandTable<State extends object>() {
  return <const Name extends string>(rows: Readonly<Record<Name, CommandRow<State>>>) => {
    const entries = Object.entries(rows) as [Name, CommandRow<State>][];
    return Object.fromEntries(
      entries.map(([name, [group, keys, en, de, more]]) => [
        name,
        {
          group,
          title: { en, de },
          keys: typeof keys === 'object' && 'assay' in keys ? keys : { assay: [keys].flat() },
          ...more,
          run: (context: Handlers<Name>) => context.run[name](),
        },
      ]),
    ) as unknown as Readonly<Record<Name, Action<State & Handlers<Name>>>>;
  };
}

/** Ten commands for the ten digits, of which the help lists the first. */
export function digitCommands<Context extends { readonly choose: (digit: number) => void }>(
  group: ActionGroup,
  title: Action['title'],
  when: (context: Context) => boolean = () => true,
): Readonly<Record<string, Action<Context>>> {
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, digit): [string, Action<Context>] => [
      `choose-${digit}`,
      {
        group,
        title,
        when,
        keys: { assay: [String(digit)] },
        run: (context) => context.choose(digit),
        unlisted: digit !== 0,
      },
    ]),
  );
}
