import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
  readonly note?: ReactNode;
}

/** A part of a page with a title. */
export function Section({ title, children, aside, note }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      </div>
      {note === undefined ? null : <div className={styles.note}>{note}</div>}
      {children}
    </section>
  );
}

interface SheetProps {
  readonly children: ReactNode;
  readonly isTight?: boolean;
}

/** A sheet of paper for what belongs together. */
export function Sheet({ children, isTight = false }: SheetProps) {
  return (
    <div className={styles.sheet} data-tight={isTight}>
      {children}
    </div>
  );
}
