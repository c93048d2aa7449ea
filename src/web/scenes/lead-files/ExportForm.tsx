import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../../../domain/local-text.ts';
import type { LocalText } from '../../../domain/local-text.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Icon } from '../../components/Icon.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import type { TaskReply } from '../lead-figures/replies.ts';
import { exportable } from './formats.ts';
import type { ExportKind } from './formats.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

/** Takes files out; the browser downloads them as they stream. */
export function ExportForm({ project, tasks }: { readonly project: string; readonly tasks: readonly TaskReply[] }) {
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const [kind, setKind] = useState<ExportKind>('truth');
  const [task, setTask] = useState(tasks[0]?.id ?? '');
  const [format, setFormat] = useState('jsonl');
  const [isEscaped, setEscaped] = useState(true);
  const isTable = format === 'csv' || format.startsWith('gold') || format.startsWith('rag');
  return (
    <Section title={texts.export} note={texts.exportNote}>
      <Sheet>
        <div className={styles.form}>
          <NativeSelect
            label={texts.kind}
            value={kind}
            data={(['truth', 'judgments', 'rulings', 'units'] as const).map((one) => ({ value: one, label: texts.kinds[one] }))}
            onChange={(event) => {
              setKind(event.currentTarget.value as ExportKind);
              setFormat('jsonl');
            }}
          />
          {tasks.length < 2 ? null : <NativeSelect label={texts.task} value={task} data={tasks.map((one) => ({ value: one.id, label: inLanguage(one.title as LocalText, language) }))} onChange={(event) => setTask(event.currentTarget.value)} />}
          <NativeSelect label={texts.format} value={format} data={exportable[kind].map((one) => ({ value: one, label: one }))} onChange={(event) => setFormat(event.currentTarget.value)} />
          {isTable ? <Checkbox className={styles.wide} label={texts.escape} checked={isEscaped} onChange={(event) => setEscaped(event.currentTarget.checked)} /> : null}
          <Button component="a" href={withQuery(apiPath`/api/projects/${project}/export`, { kind, task, format, escape_formulas: isTable && isEscaped ? true : undefined })} download className={styles.submit} leftSection={<Icon name="download" />}>
            {texts.download}
          </Button>
        </div>
      </Sheet>
    </Section>
  );
}
