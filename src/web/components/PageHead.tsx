import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './PageHead.module.css';

/**
 * The head of a page: its title, which is also the window's, a sentence, and what can be done here.
 */
export function PageHead({
  title,
  children,
  actions,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title} tabIndex={-1} id="page-title">
          {title}
        </h1>
        {children === undefined ? null : <div className={styles.lead}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Names the window, for scenes without a head. */
export function useTitle(title: string): void {
  const { product } = useSharedTexts();
  useEffect(() => {
    document.title = title === product ? product : `${title} · ${product}`;
  }, [title, product]);
}
