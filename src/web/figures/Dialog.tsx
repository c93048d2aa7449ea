import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialogue } from '../components/Dialogue.tsx';
import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './figures.module.css';

/**
 * A question before something is done: a form, what went wrong with it, and two buttons.
 * `onConfirm` does it; the dialogue closes when that has worked.
 */
export function Dialog({
  title,
  confirm,
  onConfirm,
  onClose,
  children,
  isReady = true,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isReady?: boolean;
}) {
  const texts = useSharedTexts();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialogue isOpen onClose={onClose} title={title} size="lg">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {failure === null ? null : <ErrorNotice error={failure} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialogue>
  );
}
