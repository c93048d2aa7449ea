import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** Says that there is nothing, why, and what to do about it. */
export function EmptyState({ title, icon = 'info', children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.sign}>
        <Icon name={icon} size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.rest}>{children}</div>}
    </div>
  );
}
