import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useExclusiveKeys } from '../../../actions/use-actions.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { GuidelinePanel } from '../../protocol/guideline/GuidelinePanel.tsx';
import { annotateTexts } from './texts.ts';
import { useWork } from './work-context.ts';
import styles from './annotate.module.css';

/** The guideline: between unit and form where there is room, over everything on a small screen. */
export function GuidelineDock() {
  const { facts, cursor, workplace } = useWork();
  const isSmall = useMediaQuery('(max-width: 1100px)', matchMedia('(max-width: 1100px)').matches, {
    getInitialValueInEffect: false,
  });
  const { run, task } = facts;
  const isQuestion = task.questions.some((question) => question.id === cursor.at);
  const close = (): void => workplace.setGuideline(false);
  const panel = (
    <GuidelinePanel
      project={run.project}
      version={run.protocol_version}
      task={task}
      current={isQuestion ? cursor.at : null}
      changes={run.changes}
      onClose={close}
    />
  );
  return isSmall ? <Cover onClose={close}>{panel}</Cover> : <Docked>{panel}</Docked>;
}

function Docked({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(annotateTexts);
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    // The keys go on working, and Page Down scrolls the guideline.
    const before = document.activeElement;
    aside.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => focusAgain(before);
  }, []);
  return (
    <aside ref={aside} className={styles.dock} aria-label={texts.guideline}>
      {children}
    </aside>
  );
}

interface CoverProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Cover({ onClose, children }: CoverProps) {
  const texts = useTexts(annotateTexts);
  const [before] = useState(() => document.activeElement);
  useExclusiveKeys(true);
  useEffect(() => () => focusAgain(before), [before]);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(100%, 460px)">
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.guideline} className={styles.cover ?? ''}>
        <Drawer.Body p={0} h="100%">
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
