import { ActionIcon } from '@mantine/core';
import { createContext, useContext } from 'react';
import type { ComponentProps } from 'react';
import type { BoundAction } from '../../../actions/action.ts';
import { keysOf } from '../../../actions/keymap.ts';
import { useKeymap } from '../../../actions/use-actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Icon } from '../../../components/Icon.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { KeyBadge, spokenKeys } from '../../../components/KeyBadge.tsx';
import { useLanguage } from '../../../texts/language.tsx';

/** The commands whose keys the form shows. Empty outside the scene, so there are no badges. */
export const SceneActions = createContext<Readonly<Record<string, BoundAction>>>({});

/** The keys of a command in the current keymap; none where the command does not exist. */
export function useActionKeys(name: string): readonly string[] {
  const action = useContext(SceneActions)[name];
  const keymap = useKeymap();
  return action === undefined ? [] : keysOf(action.keys, keymap);
}

/** The badge of a command's first key. */
export function ActionBadge({ name }: { readonly name: string }) {
  const [first] = useActionKeys(name);
  return first === undefined ? null : <KeyBadge keys={first} />;
}

/** The keys of a command, for screen readers. */
export function shortcutsOf(keys: readonly string[]): { readonly 'aria-keyshortcuts'?: string } {
  return keys.length === 0 ? {} : { 'aria-keyshortcuts': spokenKeys(keys) };
}

interface CommandButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'action'> {
  readonly name: string;
  /** An icon in place of the title. */
  readonly sign?: IconName;
}

/** The button of a command, with its title and key. */
export function CommandButton({ name, sign, ...looks }: CommandButtonProps) {
  const action = useContext(SceneActions)[name];
  const language = useLanguage();
  if (action === undefined) return null;
  const title = action.title[language];
  const icon =
    sign === undefined ? {} : { 'aria-label': title, title, children: <Icon name={sign} /> };
  return <ActionButton px="sm" {...looks} {...icon} action={action} />;
}

/** The button of a command as an icon alone, with its title for the pointer and screen readers. */
export function ActionIconButton({
  name,
  sign,
}: Required<Pick<CommandButtonProps, 'name' | 'sign'>>) {
  const action = useContext(SceneActions)[name];
  const language = useLanguage();
  const keys = useActionKeys(name);
  if (action === undefined) return null;
  const isEnabled = action.isEnabled();
  return (
    <ActionIcon
      variant="transparent"
      color="gray"
      c="var(--assay-soft)"
      size={32}
      opacity={isEnabled ? 1 : 0.35}
      bg="transparent"
      disabled={!isEnabled}
      onClick={action.run}
      aria-label={action.title[language]}
      title={action.title[language]}
      {...shortcutsOf(keys)}
    >
      <Icon name={sign} />
    </ActionIcon>
  );
}
