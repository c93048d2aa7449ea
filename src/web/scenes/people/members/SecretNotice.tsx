import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Notice } from '../../../components/Notice.tsx';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import styles from './people.module.css';

/** Shows a secret that is shown only once, ready to be copied. */
export function SecretNotice({
  title,
  label,
  secret,
  children,
}: Readonly<{ title: string; label: string; secret: string; children?: ReactNode }>) {
  const texts = useSharedTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={styles.secret}>
      <Notice kind="good" title={title}>
        {children}
        <div className={styles.line}>
          <input
            className={styles.field}
            aria-label={label}
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
          >
            {isCopied ? texts.copied : texts.copy}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
