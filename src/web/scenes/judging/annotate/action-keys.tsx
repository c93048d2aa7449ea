import { ActionIcon, Button } from '@mantine/core';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import type { BoundAction } from '../../../actions/action.ts';
import { keysOf } from '../../../actions/keymap.ts';
import { useKeymap } from '../../../actions/use-actions.ts';
import { Icon } from '../../../components/Icon.tsx';
import type { IconName } from '../../../components/Icon.tsx';
import { KeyBadge, spokenKeys } from '../../../components/KeyBadge.tsx';
import { useLanguage } from '../../../texts/language.tsx';

/** The commands whose keys the form shows. Empty outside of the scene, so there are no badges. */
export const SceneActions = createContext<Readonly<Record<string, BoundAction>>>({});

/** The keys of a command in the keymap that is set; none where there is no such command. */
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

/** What an element that a command works on tells screen readers about its keys. */
export function shortcutsOf(keys: readonly string[]): { readonly 'aria-keyshortcuts'?: string } {
  return keys.length === 0 ? {} : { 'aria-keyshortcuts': spokenKeys(keys) };
}

/** The button of a command with its title and key, or with an icon in place of the title. */
export function CommandButton({
  name,
  children,
  isDisabled = false,
  variant = 'default',
  size = 'sm',
  sign,
  before,
}: {
  readonly name: string;
  readonly children?: ReactNode;
  readonly isDisabled?: boolean;
  readonly variant?: 'default' | 'filled' | 'subtle';
  readonly size?: 'sm' | 'compact-sm';
  readonly sign?: IconName;
  readonly before?: IconName;
}) {
  const action = useContext(SceneActions)[name];
  const language = useLanguage();
  const keys = useActionKeys(name);
  if (action === undefined) return null;
  return (
    <Button
      variant={variant}
      size={size}
      px="sm"
      disabled={isDisabled}
      onClick={() => action.run()}
      rightSection={<ActionBadge name={name} />}
      leftSection={before === undefined ? undefined : <Icon name={before} size={15} />}
      {...(sign === undefined
        ? {}
        : { 'aria-label': action.title[language], title: action.title[language] })}
      {...shortcutsOf(keys)}
    >
      {sign === undefined ? (children ?? action.title[language]) : <Icon name={sign} />}
    </Button>
  );
}

interface ActionIconButtonProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly isDisabled: boolean;
}

/** The button of a command as a sign alone, with its name for those who point at it or hear it. */
export function ActionIconButton({ name, children, isDisabled }: ActionIconButtonProps) {
  const action = useContext(SceneActions)[name];
  const language = useLanguage();
  const keys = useActionKeys(name);
  if (action === undefined) return null;
  return (
    <ActionIcon
      variant="transparent"
      color="gray"
      c="var(--assay-soft)"
      size={32}
      opacity={isDisabled ? 0.35 : 1}
      bg="transparent"
      disabled={isDisabled}
      onClick={() => action.run()}
      aria-label={action.title[language]}
      title={action.title[language]}
      {...shortcutsOf(keys)}
    >
      {children}
    </ActionIcon>
  );
}
