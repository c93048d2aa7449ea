import type { UnitFields } from '../../../../domain/units/unit.ts';
import { useOutboxStatus } from '../../../outbox/use-outbox.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { FeedbackPanel } from '../training/FeedbackPanel.tsx';
import type { Feedback } from '../training/FeedbackPanel.tsx';
import { trainingTexts } from '../training/texts.ts';
import { CommandButton } from './action-keys.tsx';
import type { EvidencePicker } from './evidence/use-evidence.ts';
import { Announcements } from './form/Announcements.tsx';
import { AsidesPart } from './form/AsidesPart.tsx';
import type { FormEngine } from './form/form-engine.ts';
import { LabelList } from './form/LabelList.tsx';
import type { Missing } from './form/missing.ts';
import { QuestionList } from './form/QuestionList.tsx';
import { StepGuide } from './form/StepGuide.tsx';
import { SubmitBar } from './form/SubmitBar.tsx';
import type { OpenForm } from './form/use-form.ts';
import { annotateTexts } from './texts.ts';
import type { UnitWay } from './use-current-unit.ts';
import type { Cursor } from './use-cursor.ts';
import type { RunFacts } from './use-run-facts.ts';
import type { Workplace } from './UnitWork.tsx';
import barStyles from './form/submit-bar.module.css';
import styles from './annotate.module.css';

interface FormPaneProps {
  readonly facts: RunFacts;
  readonly engine: FormEngine;
  readonly open: OpenForm;
  readonly cursor: Cursor;
  readonly onToggle: (question: string) => void;
  readonly evidence: EvidencePicker | null;
  readonly fields: UnitFields;
  readonly missing: readonly Missing[];
  readonly hasTried: boolean;
  readonly isOff: boolean;
  readonly isRevision: boolean;
  readonly compared: Feedback | 'waiting' | null;
  readonly way: UnitWay;
  readonly workplace: Workplace;
}

/** The right side: the form, or in training how its answers compare with the key. */
export function FormPane(props: FormPaneProps) {
  const { facts, engine, open, cursor, missing, isOff, workplace } = props;
  const texts = useTexts(annotateTexts);
  if (props.compared !== null) return <Compared {...props} compared={props.compared} />;
  const part = { engine, open, cursor: cursor.at, onCursor: cursor.note, isOff };
  return (
    <section className={styles.formPane} aria-label={texts.form}>
      <div className={styles.formScroll} tabIndex={-1}>
        <StepGuide task={facts.task} isOpen={workplace.hasSteps} onToggle={workplace.setSteps} />
        {facts.task.form === 'labels' ? (
          <LabelList {...part} onToggle={props.onToggle} />
        ) : (
          <QuestionList
            {...part}
            fields={props.fields}
            evidence={props.evidence}
            onChoose={open.answer}
          />
        )}
        <AsidesPart engine={engine} open={open} isOff={isOff} />
      </div>
      <Announcements engine={engine} open={open} />
      {isOff ? null : (
        <SubmitBar
          missing={missing}
          hasTried={props.hasTried}
          isRevision={props.isRevision}
          canUndo={open.canUndo}
          canSkip={props.way.canSkip}
          onFix={cursor.go}
        />
      )}
    </section>
  );
}

function Compared({
  facts,
  compared,
  way,
}: FormPaneProps & { readonly compared: Feedback | 'waiting' }) {
  const texts = useTexts(trainingTexts);
  const { form } = useTexts(annotateTexts);
  const { mode } = useOutboxStatus();
  return (
    <section className={styles.formPane} aria-label={form}>
      <div className={styles.formScroll} tabIndex={0}>
        {compared === 'waiting' ? (
          <p className={styles.waiting} role="status">
            {mode === 'offline' ? texts.offline : texts.waiting}
          </p>
        ) : compared.answers.length === 0 ? (
          <p className={styles.waiting} role="status">
            {texts.unknown}
          </p>
        ) : (
          <FeedbackPanel task={facts.task} feedback={compared} />
        )}
      </div>
      <div className={barStyles.bar}>
        <div className={barStyles.barRow}>
          <span className={barStyles.barState} />
          <CommandButton name="continue" variant="filled">
            {way.isLast ? texts.result : texts.next}
          </CommandButton>
        </div>
      </div>
    </section>
  );
}
