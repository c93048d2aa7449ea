import type { ReactNode } from 'react';
import styles from './figures.module.css';

interface DisclosureProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
}

/** Details to open on demand: the table behind a chart, the conditions of a gate. */
export function Disclosure({ title, children, isOpen = false }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
