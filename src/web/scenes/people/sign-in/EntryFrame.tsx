import type { ReactNode } from 'react';
import { useTitle } from '../../../components/PageHead.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import styles from './EntryFrame.module.css';

/** The sheet before the workbench: sign in, invitations, new passwords. */
export function EntryFrame({
  title,
  lead,
  children,
}: Readonly<{ title: string; lead?: ReactNode; children: ReactNode }>) {
  const texts = useSharedTexts();
  useTitle(title);
  return (
    <div className={styles.gate}>
      <div className={styles.brand}>
        <svg width="40" height="40" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <path
            d="M5 27 14.200 5h3.600L27 27"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.600"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <path d="M9.500 19h13" stroke="#c48a1c" strokeWidth="2.600" strokeLinecap="round" />
        </svg>
        <p className={styles.product}>{texts.product}</p>
        <p className={styles.claim}>{texts.claim}</p>
      </div>
      <div className={styles.sheet}>
        <h1 className={styles.title}>{title}</h1>
        {lead === undefined ? null : <div className={styles.lead}>{lead}</div>}
        {children}
      </div>
    </div>
  );
}
