import { Button } from '@mantine/core';
import { inLanguage } from '../../../../domain/local-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import type { DraftProblem } from '../../../outbox/draft-store.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { ActionIconButton, CommandButton } from './action-keys.tsx';
import { annotateTexts } from './texts.ts';
import { UnitView } from '../../units/view/UnitView.tsx';
import type { UnitViewProps } from '../../units/view/UnitView.tsx';
import type { CurrentUnit, UnitWay } from './use-current-unit.ts';
import type { RunFacts } from './use-run-facts.ts';
import styles from './annotate.module.css';

interface UnitPaneProps extends Pick<UnitViewProps, 'opened' | 'onToggle' | 'quoting'> {
  readonly facts: RunFacts;
  readonly unit: CurrentUnit;
  readonly way: UnitWay;
  /** Whether the comparison with the key is beside it, which says the rest. */
  readonly isCompared: boolean;
  readonly draft: {
    readonly problem: DraftProblem | null;
    readonly settle: (which: 'mine' | 'theirs') => void;
  };
}

/** The left side: what is judged, and what is to be known about it beforehand. */
export function UnitPane({
  facts,
  unit,
  way,
  opened,
  onToggle,
  quoting,
  draft,
  isCompared,
}: UnitPaneProps) {
  const texts = useTexts(annotateTexts);
  const language = useLanguage();
  const { task } = facts;
  return (
    <section className={styles.unitPane} aria-label={texts.unit} tabIndex={0}>
      <header className={styles.unitHead}>
        <div className={styles.unitNamed}>
          <h1 className={styles.unitTitle} tabIndex={-1}>
            {inLanguage(task.title, language)}
          </h1>
          <span className={styles.unitId} title={unit.shown.unit}>
            {unit.shown.unit}
          </span>
          {facts.project.simulated ? (
            <span className={styles.unitSimulated}>
              <SimulatedMark />
            </span>
          ) : null}
        </div>
        <span className={styles.unitMoves}>
          <CommandButton name="guideline" variant="subtle" size="compact-sm" before="book" />
          <ActionIconButton name="previous" isDisabled={!way.canGoBack}>
            <Icon name="left" />
          </ActionIconButton>
          <ActionIconButton name="next" isDisabled={!way.canGoOn}>
            <Icon name="right" />
          </ActionIconButton>
        </span>
      </header>
      <UnitNotices facts={facts} unit={unit} draft={draft} isCompared={isCompared} />
      <UnitView
        task={task}
        fields={unit.shown.fields}
        opened={opened}
        onToggle={onToggle}
        quoting={quoting}
      />
    </section>
  );
}

function UnitNotices({
  facts,
  unit,
  draft,
  isCompared,
}: Pick<UnitPaneProps, 'facts' | 'unit' | 'draft' | 'isCompared'>) {
  const said = useCodedSentence();
  const texts = useTexts(annotateTexts);
  const format = useFormat();
  const { judgment } = unit.shown;
  const { problem, settle } = draft;
  return (
    <div className={styles.notices}>
      {unit.isClosed ? <Notice kind="info">{texts.closed}</Notice> : null}
      {judgment !== null && !unit.isClosed && !isCompared ? (
        <Notice kind="info">
          {facts.run.kind === 'training'
            ? texts.judgedTraining
            : texts.judged(format.ago(judgment.at, new Date()))}
        </Notice>
      ) : null}
      {problem === null ? null : (
        <Notice
          kind="warn"
          title={
            problem.is === 'newer'
              ? texts.draft.newer
              : problem.is === 'judged'
                ? texts.draft.judged
                : texts.draft.refused
          }
          actions={
            <>
              {problem.is === 'refused' ? null : (
                <Button size="compact-sm" variant="default" onClick={() => settle('mine')}>
                  {texts.draft.mine}
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => settle('theirs')}>
                {problem.is === 'newer' ? texts.draft.theirs : texts.draft.drop}
              </Button>
            </>
          }
        >
          {problem.is === 'refused' ? <p>{said(problem)}</p> : null}
        </Notice>
      )}
    </div>
  );
}
