import type { ReactNode } from 'react';
import styles from './figures.module.css';

/**
 * Something that is there for whoever wants it: the table behind a chart, the details of a gate.
 */
export function Fold({
  title,
  children,
  isOpen = false,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}) {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
