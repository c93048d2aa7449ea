import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useExclusiveKeys } from '../actions/use-actions.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import { ErrorNotice } from './ErrorNotice.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  readonly size?: string | number;
  /** The title of the button that confirms, and what it does. If it succeeds, the dialog closes. */
  readonly confirm?: string;
  readonly onConfirm?: (reason: string) => Promise<void>;
  readonly isReady?: boolean;
  /** The title of a field for a reason, which is then required. */
  readonly reason?: string;
}

/**
 * A dialog above the page, which gets no keys meanwhile; with `onConfirm`, a form with two buttons.
 * Mantine's Modal puts its title into a `header`, which screen readers take for a second banner.
 */
export function Dialog({
  title,
  onClose,
  children,
  isOpen = true,
  size = 'lg',
  onConfirm,
  ...form
}: DialogProps) {
  const texts = useSharedTexts();
  useExclusiveKeys(isOpen);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content radius="md">
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={texts.close} />
        </div>
        <Modal.Body>
          {onConfirm === undefined ? (
            children
          ) : (
            <ConfirmForm {...form} onClose={onClose} onConfirm={onConfirm}>
              {children}
            </ConfirmForm>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function ConfirmForm({
  confirm,
  onConfirm,
  onClose,
  children,
  isReady = true,
  reason: reasonTitle,
}: Omit<DialogProps, 'title'> & Required<Pick<DialogProps, 'onConfirm'>>) {
  const texts = useSharedTexts();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const hasReason = reasonTitle === undefined || reason.trim() !== '';
  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm(reason);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      {reasonTitle === undefined ? null : (
        <Textarea
          label={reasonTitle}
          required
          autosize
          minRows={3}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {failure === null ? null : <ErrorNotice error={failure} />}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady || !hasReason}>
          {confirm}
        </Button>
      </div>
    </form>
  );
}
