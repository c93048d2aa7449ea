import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import styles from './StateMark.module.css';

export type StateKind = 'good' | 'warn' | 'bad' | 'active' | 'quiet';

interface StateMarkProps {
  readonly kind: StateKind;
  readonly icon?: IconName;
  readonly sign?: ReactNode;
  readonly children: ReactNode;
}

/** A state as a word with a sign and a colour. `sign` replaces the icon. */
export function StateMark({ kind, icon, sign, children }: StateMarkProps) {
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
