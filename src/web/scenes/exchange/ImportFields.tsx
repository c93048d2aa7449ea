import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { importable, importModes } from '../../../domain/exchange/file-formats.ts';
import type { ImportKind } from '../../../domain/exchange/file-formats.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import type { RoundsReply } from '../../../server/routes/rounds/rounds.ts';
import { boundFields, titledOptions } from '../../components/bound-fields.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import { below, FileField } from '../../upload/FileField.tsx';
import { isMapping } from './import-call.ts';
import { filesTexts } from './texts.ts';
import type { useImport } from './use-import.ts';
import styles from './files.module.css';

export interface ImportFieldsProps extends Pick<
  ReturnType<typeof useImport>,
  'choice' | 'change' | 'lookAnew'
> {
  readonly tasks: readonly TaskReply[];
  readonly rounds: RoundsReply['rounds'];
}

/** The file, and how it is to be read. */
export function ImportFields(props: ImportFieldsProps) {
  const { choice, change, lookAnew, tasks } = props;
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const field = boundFields(choice, texts, change);
  const fileField = (name: 'file' | 'matrix' | 'labels') => (
    <FileField
      label={texts[name]}
      value={choice[name]}
      onChange={(file) => (name === 'file' ? lookAnew({ file }) : change({ [name]: file }))}
    />
  );
  const isPack = choice.format === 'gold-pack';
  return (
    <>
      {fileField('file')}
      <NativeSelect
        {...field.text('kind')}
        data={(['judgments', 'units', 'rulings'] as const).map((one) => ({
          value: one,
          label: texts.kinds[one],
        }))}
        onChange={(event) =>
          lookAnew({
            kind: event.currentTarget.value as ImportKind,
            isKindChosen: true,
            format: '',
          })
        }
      />
      {tasks.length < 2 ? null : (
        <NativeSelect
          {...field.text('task')}
          data={titledOptions(tasks, language)}
          onChange={(event) => lookAnew({ task: event.currentTarget.value, round: '' })}
        />
      )}
      <NativeSelect
        {...field.text('format')}
        data={[{ value: '', label: texts.recognise }, ...importable[choice.kind]]}
        onChange={(event) => lookAnew({ format: event.currentTarget.value })}
      />
      {isPack ? fileField('matrix') : null}
      {isPack ? fileField('labels') : null}
      {choice.kind === 'judgments' ? <JudgmentFields {...props} /> : null}
      {choice.kind === 'rulings' ? null : (
        <Textarea
          {...field.text('mapping')}
          className={styles.wide}
          description={texts.mappingWhy}
          inputWrapperOrder={below}
          autosize
          minRows={1}
          maxRows={8}
          error={isMapping(choice.mapping) ? undefined : texts.mappingWrong}
        />
      )}
      {choice.kind === 'units' && choice.format.startsWith('rag') ? (
        <Checkbox className={styles.wide} {...field.check('skipInvalid')} />
      ) : null}
    </>
  );
}

/** What is asked of judgments alone: whose they are, and where they belong. */
function JudgmentFields({ choice, change, rounds }: ImportFieldsProps) {
  const texts = useTexts(filesTexts);
  const field = boundFields(choice, texts, change);
  const own = rounds.filter((one) => one.task === choice.task);
  const open = own.filter((one) => one.state === 'open').map((one) => one.round);
  return (
    <>
      <NativeSelect
        {...field.text('mode')}
        data={importModes.map((one) => ({ value: one, label: texts.modes[one] }))}
      />
      {own.length === 0 ? null : (
        <NativeSelect
          {...field.text('round')}
          description={open.length === 0 ? texts.noOpenRound : texts.roundWhy}
          inputWrapperOrder={below}
          data={[{ value: '', label: texts.noRound }, ...open]}
        />
      )}
      <TextInput
        {...field.text('guideline')}
        description={texts.guidelineWhy}
        inputWrapperOrder={below}
      />
      <TextInput
        {...field.text('annotator')}
        description={texts.annotatorWhy}
        inputWrapperOrder={below}
      />
    </>
  );
}
