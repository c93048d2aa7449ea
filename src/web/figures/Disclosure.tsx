import type { ReactNode } from 'react';
import styles from './figures.module.css';

/** Details to open on demand: the table behind a chart, the conditions of a gate. */
export function Disclosure({
  title,
  children,
  isOpen = false,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}) {
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
