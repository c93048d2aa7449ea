import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BoundAction } from '../actions/action.ts';
import { keysOf } from '../actions/keymap.ts';
import { useKeymap } from '../actions/use-actions.ts';
import { useLanguage } from '../texts/language.tsx';
import { KeyBadge, spokenKeys } from './KeyBadge.tsx';

/** The button of an action, with its title and key. `isPressed` is for toggles. */
export function ActionButton({
  action,
  children,
  isPressed,
  ...looks
}: ButtonProps & {
  readonly action: BoundAction;
  readonly children?: ReactNode;
  readonly isPressed?: boolean;
}) {
  const language = useLanguage();
  const keys = keysOf(action.keys, useKeymap());
  return (
    <Button
      variant="default"
      size="sm"
      {...looks}
      disabled={!action.isEnabled()}
      onClick={action.run}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      {...(keys.length === 0
        ? {}
        : { 'aria-keyshortcuts': spokenKeys(keys), rightSection: <KeyBadge keys={keys[0]!} /> })}
    >
      {children ?? action.title[language]}
    </Button>
  );
}
