import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import { useFieldTitle } from './UnitParts.tsx';
import styles from './unit.module.css';

interface SubjectLineProps {
  readonly task: Pick<TaskReply, 'unit'>;
  readonly subject: string | null;
}

/** What a unit belongs to: its document, query or business. Nothing where its name says so. */
export function SubjectLine({ task, subject }: SubjectLineProps) {
  const title = useFieldTitle(task.unit);
  const field = task.unit.subject;
  if (subject === null || field == null || task.unit.id.includes(field)) return null;
  return (
    <p className={styles.place} data-subject={subject}>
      <span>
        {title(field)} {subject}
      </span>
    </p>
  );
}
