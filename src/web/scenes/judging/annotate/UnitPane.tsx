import { Button } from '@mantine/core';
import { inLanguage } from '../../../../domain/local-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { ActionIconButton, CommandButton } from './action-keys.tsx';
import { annotateTexts } from './texts.ts';
import { shortId } from '../../units/view/short-id.ts';
import { UnitView } from '../../units/view/UnitView.tsx';
import type { UnitViewProps } from '../../units/view/UnitView.tsx';
import { useWork } from './work-context.ts';
import styles from './annotate.module.css';

type UnitPaneProps = Pick<UnitViewProps, 'opened' | 'onToggle' | 'quoting'>;

/** The left side: what is judged, and what to know about it beforehand. */
export function UnitPane(props: UnitPaneProps) {
  const { facts, unit } = useWork();
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
            {shortId(unit.shown.unit)}
          </span>
          {facts.project.simulated ? (
            <span className={styles.unitSimulated}>
              <SimulatedMark />
            </span>
          ) : null}
        </div>
        <span className={styles.unitMoves}>
          <CommandButton
            name="guideline"
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="book" size={15} />}
          />
          <ActionIconButton name="previous" sign="left" />
          <ActionIconButton name="next" sign="right" />
        </span>
      </header>
      <UnitNotices />
      <UnitView task={task} fields={unit.shown.fields} {...props} />
    </section>
  );
}

function UnitNotices() {
  const { facts, unit, draft, compared } = useWork();
  const said = useCodedSentence();
  const texts = useTexts(annotateTexts);
  const format = useFormat();
  const { judgment } = unit.shown;
  const { problem, settle } = draft;
  const settling = (which: 'mine' | 'theirs', title: string) => (
    <Button size="compact-sm" variant="default" onClick={() => settle(which)}>
      {title}
    </Button>
  );
  return (
    <div className={styles.notices}>
      {unit.isClosed ? <Notice kind="info">{texts.closed}</Notice> : null}
      {judgment !== null && !unit.isClosed && compared === null ? (
        <Notice kind="info">
          {facts.run.kind === 'training'
            ? texts.judgedTraining
            : texts.judged(format.ago(judgment.at, new Date()))}
        </Notice>
      ) : null}
      {problem === null ? null : (
        <Notice
          kind="warn"
          title={texts.draft[problem.is]}
          actions={
            <>
              {problem.is === 'refused' ? null : settling('mine', texts.draft.mine)}
              {settling('theirs', problem.is === 'newer' ? texts.draft.theirs : texts.draft.drop)}
            </>
          }
        >
          {problem.is === 'refused' ? <p>{said(problem)}</p> : null}
        </Notice>
      )}
    </div>
  );
}
