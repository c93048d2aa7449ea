import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { ReadContent } from '../../../../formats/protocol/protocol-content.ts';
import type { ExploreReply } from '../../../../server/routes/units/units.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { FormPreview } from '../../judging/annotate/FormPreview.tsx';
import { editTexts } from './texts.ts';
import styles from './edit.module.css';

interface EditedFormProps {
  readonly project: string;
  readonly read: ReadContent | null;
}

/** The form as annotators will see it, with a unit of the project. */
export function EditedForm({ project, read }: EditedFormProps) {
  const texts = useTexts(editTexts);
  const language = useLanguage();
  const [chosen, setChosen] = useState('');
  const tasks = read?.protocol.tasks ?? [];
  const task = tasks.find(({ id }) => id === chosen) ?? tasks[0];
  const unit = useFirstUnit(project, task?.id ?? null);
  if (read === null || task === undefined)
    return <p className={styles.soft}>{texts.previewEmpty}</p>;
  const { hash } = read.tasks.get(task.id)!;
  const fields = { ...placeholders(task, texts.noUnit), ...unit };
  return (
    <>
      <p className={styles.soft}>{texts.previewNote}</p>
      {tasks.length < 2 ? null : (
        <NativeSelect
          label={texts.previewTask}
          value={task.id}
          data={tasks.map(({ id, title }) => ({ value: id, label: inLanguage(title, language) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <FormPreview
        key={`${task.id} ${hash} ${JSON.stringify(task.unit)} ${unit === null}`}
        task={task}
        fields={fields}
      />
    </>
  );
}

/** The fields of the first unit of a task; null where there is none yet. */
function useFirstUnit(project: string, task: string | null) {
  const path = withQuery(apiPath`/api/projects/${project}/units`, { task, limit: 1 });
  const { data } = useResource<ExploreReply>(task === null ? null : path, 600_000);
  return data?.items[0]?.fields ?? null;
}

/** What stands for the fields that are shown where there is no unit. */
function placeholders({ unit }: Task, say: (field: string) => string) {
  const names = [...unit.id, ...unit.show, ...unit.context, ...unit.folded];
  return Object.fromEntries(names.map((name) => [name, say(name)]));
}
