import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a page: its title, which is also the window's, an introduction and its buttons. */
export function PageHead({ title, children, actions }: PageHeadProps) {
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
