import {
  Button,
  Checkbox,
  FileInput,
  NativeSelect,
  Progress,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../../../domain/local-text.ts';
import type { LocalText } from '../../../domain/local-text.ts';
import type { ImportReply } from '../../../server/routes/exchange/files.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { replies } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { upload } from '../../api/upload.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.tsx';
import { importable, importModes } from './formats.ts';
import type { ImportKind, ImportMode } from './formats.ts';
import { ImportReport } from './ImportReport.tsx';
import { importBody, importPath, isMapping } from './import-call.ts';
import type { ImportChoice } from './import-call.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

/**
 * Takes a file in: first it is checked and told what would come of it, then everything comes in, or
 * nothing.
 */
export function ImportForm({
  project,
  tasks,
}: Readonly<{ project: string; tasks: readonly TaskReply[] }>) {
  const texts = useTexts(filesTexts);
  const format = useFormat();
  const language = useLanguage();
  const [choice, setChoice] = useState<ImportChoice>({
    kind: 'judgments',
    task: tasks[0]?.id ?? '',
    format: '',
    mode: 'reject',
    guideline: '',
    annotator: '',
    mapping: '',
    skipInvalid: false,
    file: null,
    matrix: null,
    labels: null,
  });
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [told, setTold] = useState<ImportReply | null>(null);
  // What was checked is what comes in: any change asks for a new check.
  const change = (part: Partial<ImportChoice>): void => {
    setChoice((before) => ({ ...before, ...part }));
    setTold(null);
    setFailure(null);
  };
  const isPack = choice.format === 'gold-pack';
  const isReady =
    choice.file !== null &&
    isMapping(choice.mapping) &&
    (!isPack || (choice.matrix !== null && choice.labels !== null));
  const isChecked = told?.dry_run === true;
  const send = async (isDry: boolean): Promise<void> => {
    setShare(0);
    setFailure(null);
    try {
      const reply = await upload<ImportReply>(
        importPath(project, choice, isDry),
        await importBody(choice),
        setShare,
      );
      if (!isDry) {
        setChoice((before) => ({ ...before, file: null, matrix: null, labels: null }));
        replies.refresh(apiPath`/api/projects/${project}`);
      }
      setTold(reply);
    } catch (error) {
      setTold(null);
      setFailure(error);
    }
    setShare(null);
  };
  return (
    <Section title={texts.import} note={texts.importNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && share === null) void send(!isChecked);
          }}
        >
          <FileInput
            label={texts.file}
            placeholder={texts.choose}
            value={choice.file}
            onChange={(file) => change({ file })}
          />
          <NativeSelect
            label={texts.kind}
            value={choice.kind}
            data={(['judgments', 'units', 'rulings'] as const).map((one) => ({
              value: one,
              label: texts.kinds[one],
            }))}
            onChange={(event) =>
              change({ kind: event.currentTarget.value as ImportKind, format: '' })
            }
          />
          {tasks.length < 2 ? null : (
            <NativeSelect
              label={texts.task}
              value={choice.task}
              data={tasks.map((one) => ({
                value: one.id,
                label: inLanguage(one.title as LocalText, language),
              }))}
              onChange={(event) => change({ task: event.currentTarget.value })}
            />
          )}
          <NativeSelect
            label={texts.format}
            value={choice.format}
            data={[
              { value: '', label: texts.recognise },
              ...importable[choice.kind].map((one) => ({ value: one, label: one })),
            ]}
            onChange={(event) => change({ format: event.currentTarget.value })}
          />
          {isPack ? (
            <FileInput
              label={texts.matrix}
              placeholder={texts.choose}
              value={choice.matrix}
              onChange={(matrix) => change({ matrix })}
            />
          ) : null}
          {isPack ? (
            <FileInput
              label={texts.labels}
              placeholder={texts.choose}
              value={choice.labels}
              onChange={(labels) => change({ labels })}
            />
          ) : null}
          {choice.kind !== 'judgments' ? null : (
            <>
              <NativeSelect
                label={texts.mode}
                value={choice.mode}
                data={importModes.map((one) => ({ value: one, label: texts.modes[one] }))}
                onChange={(event) => change({ mode: event.currentTarget.value as ImportMode })}
              />
              <TextInput
                label={texts.guideline}
                description={texts.guidelineWhy}
                inputWrapperOrder={below}
                value={choice.guideline}
                onChange={(event) => change({ guideline: event.currentTarget.value })}
              />
              <TextInput
                label={texts.annotator}
                description={texts.annotatorWhy}
                inputWrapperOrder={below}
                value={choice.annotator}
                onChange={(event) => change({ annotator: event.currentTarget.value })}
              />
            </>
          )}
          {choice.kind === 'rulings' ? null : (
            <Textarea
              className={styles.wide}
              label={texts.mapping}
              description={texts.mappingWhy}
              inputWrapperOrder={below}
              autosize
              minRows={1}
              maxRows={8}
              value={choice.mapping}
              onChange={(event) => change({ mapping: event.currentTarget.value })}
              error={isMapping(choice.mapping) ? undefined : texts.mappingWrong}
            />
          )}
          {choice.kind === 'units' && choice.format.startsWith('rag') ? (
            <Checkbox
              className={styles.wide}
              label={texts.skipInvalid}
              checked={choice.skipInvalid}
              onChange={(event) => change({ skipInvalid: event.currentTarget.checked })}
            />
          ) : null}
          <div className={styles.buttons}>
            <Button
              type={isChecked ? 'button' : 'submit'}
              variant={isChecked ? 'default' : 'filled'}
              disabled={!isReady || share !== null}
              onClick={isChecked ? () => void send(true) : undefined}
            >
              {texts.check}
            </Button>
            <Button
              type={isChecked ? 'submit' : 'button'}
              variant={isChecked ? 'filled' : 'default'}
              disabled={!isChecked || share !== null}
            >
              {texts.start}
            </Button>
            <span className={styles.soft}>
              {share === null
                ? texts.checking
                : share < 1
                  ? texts.sent(format.percent(share, 0))
                  : texts.working}
            </span>
          </div>
          {share === null ? null : (
            <Progress
              className={styles.wide}
              value={share * 100}
              animated={share >= 1}
              aria-label={texts.sent(format.percent(share, 0))}
            />
          )}
        </form>
        {failure === null ? null : <ErrorNotice error={failure} />}
        {told === null ? null : <ImportReport told={told} />}
      </Sheet>
    </Section>
  );
}

const below: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
