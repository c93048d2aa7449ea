import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useExclusiveKeys } from '../../../actions/use-actions.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { GuidelinePanel } from '../../protocol/guideline/GuidelinePanel.tsx';
import { annotateTexts } from './texts.ts';
import type { RunFacts } from './use-run-facts.ts';
import styles from './annotate.module.css';

interface GuidelineDockProps {
  readonly facts: RunFacts;
  readonly current: string | null;
  readonly onClose: () => void;
}

/** The guideline: between unit and form where there is room, over everything on a small screen. */
export function GuidelineDock({ facts, current, onClose }: GuidelineDockProps) {
  const texts = useTexts(annotateTexts);
  const isSmall = useMediaQuery('(max-width: 1100px)', matchMedia('(max-width: 1100px)').matches, {
    getInitialValueInEffect: false,
  });
  const { run, task } = facts;
  const panel = (
    <GuidelinePanel
      project={run.project}
      version={run.protocol_version}
      task={task}
      current={current}
      changes={run.changes}
      onClose={onClose}
    />
  );
  if (isSmall) return <Cover onClose={onClose}>{panel}</Cover>;
  return <Docked label={texts.guideline}>{panel}</Docked>;
}

interface DockedProps {
  readonly label: string;
  readonly children: React.ReactNode;
}

function Docked({ label, children }: DockedProps) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    // The keys go on working, and Page Down scrolls the guideline.
    const before = document.activeElement;
    aside.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={aside} className={styles.dock} aria-label={label}>
      {children}
    </aside>
  );
}

interface CoverProps {
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function Cover({ onClose, children }: CoverProps) {
  const texts = useTexts(annotateTexts);
  const [before] = useState(() => document.activeElement);
  useExclusiveKeys(true);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
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
