import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';
import styles from './Notice.module.css';

type NoticeKind = 'info' | 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A message on the page. `warn` and `bad` are read out when they appear. */
export function Notice({ kind = 'info', title, children, actions }: NoticeProps) {
  const isUrgent = kind === 'bad' || kind === 'warn';
  return (
    <div className={styles.notice} data-kind={kind} role={isUrgent ? 'alert' : 'status'}>
      <span className={styles.sign}>
        <Icon name={icons[kind]} />
      </span>
      <div className={styles.words}>
        {title === undefined ? null : <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

const icons: Readonly<Record<NoticeKind, IconName>> = {
  info: 'info',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
};
