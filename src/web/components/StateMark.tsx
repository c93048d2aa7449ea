import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import styles from './StateMark.module.css';

export type StateKind = 'good' | 'warn' | 'bad' | 'active' | 'quiet';

/**
 * A state in a word, with a sign and a colour beside it: nothing is told by colour alone. `sign`
 * takes the place of the icon.
 */
export function StateMark({
  kind,
  icon,
  sign,
  children,
}: {
  readonly kind: StateKind;
  readonly icon?: IconName;
  readonly sign?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.mark} data-kind={kind}>
      {sign ?? <Icon name={icon ?? icons[kind]} size={13} />}
      {children}
    </span>
  );
}

const icons: Readonly<Record<StateKind, IconName>> = {
  good: 'check',
  warn: 'warning',
  bad: 'cross',
  active: 'dot',
  quiet: 'dot',
};
