import type { ReactNode } from 'react';
import { useTitle } from '../../../components/PageHead.tsx';
import { BrandMark } from '../../../shell/BrandMark.tsx';
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
        <BrandMark size={40} stroke={2.6} />
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
