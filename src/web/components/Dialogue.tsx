import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useExclusiveKeys } from '../actions/use-actions.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';
import styles from './Dialogue.module.css';

interface DialogueProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly size?: string | number;
}

/**
 * A dialogue over the page, which gets no keys meanwhile. Mantine's own Modal puts its title into a
 * `header`, which makes a second banner of the page for
 * screen readers; this one does not.
 */
export function Dialogue({ isOpen, onClose, title, children, size = 'md' }: DialogueProps) {
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
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
