import { Button, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { inLanguage } from '../../../domain/local-text.ts';
import type { LocalText } from '../../../domain/local-text.ts';
import type { importReply } from '../../../server/routes/files.ts';
import { replies } from '../../api/cache.ts';
import { apiPath, request, withQuery } from '../../api/client.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.tsx';
import type { TaskReply } from '../lead-figures/replies.ts';
import { importable, importModes } from './formats.ts';
import type { ImportKind, ImportMode } from './formats.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

type Imported = z.infer<typeof importReply>;

/** Takes a file in: everything, or nothing with all its faults. */
export function ImportForm({ project, tasks }: { readonly project: string; readonly tasks: readonly TaskReply[] }) {
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const [kind, setKind] = useState<ImportKind>('judgments');
  const [task, setTask] = useState(tasks[0]?.id ?? '');
  const [format, setFormat] = useState('');
  const [mode, setMode] = useState<ImportMode>('reject');
  const [guideline, setGuideline] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const send = async (given: File): Promise<void> => {
    setBusy(true);
    setFailure(null);
    setDone(null);
    try {
      const path = withQuery(apiPath`/api/projects/${project}/import`, { kind, task, mode, name: given.name, format: format === '' ? undefined : format, guideline: guideline.trim() === '' ? undefined : guideline.trim() });
      setDone(await request<Imported>(path, { method: 'POST', raw: given.slice(0, given.size, 'application/octet-stream') }));
      setFile(null);
      replies.refresh(apiPath`/api/projects/${project}`);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Section title={texts.import} note={texts.importNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (file !== null) void send(file);
          }}
        >
          <FileInput label={texts.file} placeholder={texts.choose} value={file} onChange={setFile} />
          <NativeSelect
            label={texts.kind}
            value={kind}
            data={(['judgments', 'units', 'rulings'] as const).map((one) => ({ value: one, label: texts.kinds[one] }))}
            onChange={(event) => {
              setKind(event.currentTarget.value as ImportKind);
              setFormat('');
            }}
          />
          {tasks.length < 2 ? null : <NativeSelect label={texts.task} value={task} data={tasks.map((one) => ({ value: one.id, label: inLanguage(one.title as LocalText, language) }))} onChange={(event) => setTask(event.currentTarget.value)} />}
          <NativeSelect label={texts.format} value={format} data={[{ value: '', label: texts.recognise }, ...importable[kind].map((one) => ({ value: one, label: one }))]} onChange={(event) => setFormat(event.currentTarget.value)} />
          <NativeSelect label={texts.mode} value={mode} data={importModes.map((one) => ({ value: one, label: texts.modes[one] }))} onChange={(event) => setMode(event.currentTarget.value as ImportMode)} />
          {kind === 'judgments' ? <TextInput label={texts.guideline} description={texts.guidelineWhy} inputWrapperOrder={['label', 'input', 'description', 'error']} value={guideline} onChange={(event) => setGuideline(event.currentTarget.value)} /> : null}
          <Button type="submit" loading={isBusy} disabled={file === null} className={styles.submit}>
            {texts.start}
          </Button>
        </form>
        {failure === null ? null : <ErrorNotice error={failure} />}
        {done === null ? null : <Done done={done} />}
      </Sheet>
    </Section>
  );
}

function Done({ done }: { readonly done: Imported }) {
  const texts = useTexts(filesTexts);
  const format = useFormat();
  const skipped = Object.entries(done.skipped).map(([why, count]) => `${why}: ${format.count(count)}`);
  return (
    <Notice kind="good" title={texts.done(format.count(done.inserted), format.count(done.unchanged))}>
      <p>
        {[
          texts.recognised(done.format),
          ...(done.revised === 0 ? [] : [texts.revised(format.count(done.revised))]),
          ...(done.change_count === 0 ? [] : [texts.changes(format.count(done.change_count))]),
          ...(done.aside === 0 ? [] : [texts.aside(format.count(done.aside))]),
          ...(skipped.length === 0 ? [] : [`${texts.skipped}: ${skipped.join(', ')}.`]),
          ...(done.before === null ? [] : [texts.sameBefore(done.before.by, format.time(done.before.at))]),
          ...done.warnings,
        ].join(' ')}
      </p>
    </Notice>
  );
}
