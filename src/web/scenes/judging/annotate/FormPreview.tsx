import { useMemo, useRef } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../domain/units/unit.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { UnitView } from '../../units/view/UnitView.tsx';
import { useEvidence } from './evidence/use-evidence.ts';
import { formCommands } from './form-commands.ts';
import { AsidesPart } from './form/AsidesPart.tsx';
import { formEngine } from './form/form-engine.ts';
import { LabelList } from './form/LabelList.tsx';
import { QuestionList } from './form/QuestionList.tsx';
import { requiredFirst } from './form/required-first.ts';
import { StepGuide } from './form/StepGuide.tsx';
import { useForm } from './form/use-form.ts';
import { useCursor } from './use-cursor.ts';
import { WorkContext } from './work-context.ts';
import type { Work } from './work-context.ts';
import styles from './preview.module.css';

interface FormPreviewProps {
  readonly task: Task;
  /** A unit to show beside the form. */
  readonly fields: UnitFields;
}

/**
 * The form that annotators will see, with a unit: the very parts of the page on which they judge.
 * It can be tried out, and sends nothing. Give it a key that changes with the task.
 */
export function FormPreview({ task: given, fields }: FormPreviewProps) {
  const task = useMemo(() => requiredFirst(given), [given]);
  const language = useLanguage();
  const engine = useMemo(() => formEngine(task), [task]);
  const open = useForm(engine, () => engine.read(null));
  const frame = useRef<HTMLDivElement>(null);
  const cursor = useCursor(frame);
  const evidence = useEvidence(task, fields, open, cursor.at);
  const { toggle, current } = formCommands(engine, open, cursor, language, () => undefined);
  const work = {
    engine,
    open,
    cursor,
    evidence,
    toggle,
    current,
    workplace: { hasGuideline: false, setGuideline: ignore, hasSteps: false, setSteps: ignore },
    draft: { problem: null, settle: ignore },
    assistedBy: null,
    suggestion: null,
    accept: ignore,
    missing: [],
    remark: null,
    hasTried: false,
    isOff: false,
    compared: null,
    // There is no run, and no part of the form asks for one.
    facts: { task } as Work['facts'],
  } satisfies Partial<Work>;
  return (
    <WorkContext value={work as unknown as Work}>
      <div ref={frame} className={styles.preview}>
        <div className={styles.unit}>
          <UnitView task={task} fields={fields} opened={none} onToggle={ignore} quoting={null} />
        </div>
        <div className={styles.form}>
          <StepGuide />
          {task.form === 'labels' ? <LabelList /> : <QuestionList />}
          <AsidesPart />
        </div>
      </div>
    </WorkContext>
  );
}

const none: readonly string[] = [];
const ignore = (): void => undefined;
