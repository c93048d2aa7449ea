import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { boundFields, titledOptions } from '../../components/bound-fields.ts';
import { Icon } from '../../components/Icon.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import { exportable } from '../../../domain/exchange/file-formats.ts';
import type { ExportKind } from '../../../domain/exchange/file-formats.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

interface ExportFormProps {
  readonly project: string;
  readonly tasks: readonly TaskReply[];
  readonly annotators: readonly string[];
}

const kinds = ['truth', 'table', 'judgments', 'rulings', 'units', 'adjudication'] as const;

/** Exports files; the browser downloads them as a stream. */
export function ExportForm({ project, tasks, annotators }: ExportFormProps) {
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const [choice, setChoice] = useState({
    kind: 'truth' as ExportKind,
    task: tasks[0]?.id ?? '',
    format: 'jsonl',
    raw: false,
    annotator: '',
    question: '',
    base: annotators[0] ?? '',
    target: 'adjudicator',
    cap: 15,
    blind: true,
    precedence: '',
  });
  const change = (part: Partial<typeof choice>): void =>
    setChoice((before) => ({ ...before, ...part }));
  const field = boundFields(choice, texts, change);
  const { kind, format } = choice;
  const isAdjudication = kind === 'adjudication';
  const isTasks = isAdjudication && format === 'adjudication-tasks';
  const isTable = format === 'csv' || format === 'xlsx';
  const questions = (tasks.find((one) => one.id === choice.task)?.questions ?? []).filter(
    (one) => one.measured,
  );
  const asksQuestion = (isAdjudication || format === 'trec-qrels') && questions.length > 1;
  const question = choice.question || (questions[0]?.id ?? '');
  const isComplete = !isAdjudication || choice.base.trim() !== '';
  const address = withQuery(apiPath`/api/projects/${project}/export`, {
    kind,
    task: choice.task,
    format,
    raw: isTable && choice.raw ? true : undefined,
    annotator: kind === 'judgments' ? choice.annotator || undefined : undefined,
    question: asksQuestion ? question : undefined,
    base: isAdjudication ? choice.base : undefined,
    target: isAdjudication ? choice.target : undefined,
    cap: isTasks ? choice.cap : undefined,
    blind: isTasks ? choice.blind : undefined,
    precedence: isAdjudication ? choice.precedence || undefined : undefined,
  });
  return (
    <Section title={texts.export} note={texts.exportNote}>
      <Sheet>
        <div className={styles.form}>
          <NativeSelect
            {...field.text('kind')}
            data={kinds.map((one) => ({ value: one, label: texts.kinds[one] }))}
            onChange={(event) => {
              const next = event.currentTarget.value as ExportKind;
              change({ kind: next, format: exportable[next][0] });
            }}
          />
          {tasks.length < 2 ? null : (
            <NativeSelect
              {...field.text('task')}
              data={titledOptions(tasks, language)}
              onChange={(event) => change({ task: event.currentTarget.value, question: '' })}
            />
          )}
          <NativeSelect {...field.text('format')} data={[...exportable[kind]]} />
          {kind !== 'judgments' ? null : (
            <NativeSelect
              {...field.text('annotator')}
              data={[{ value: '', label: texts.everybody }, ...annotators]}
            />
          )}
          {!asksQuestion ? null : (
            <NativeSelect
              {...field.text('question')}
              value={question}
              data={titledOptions(questions, language)}
            />
          )}
          {!isAdjudication ? null : (
            <>
              {annotators.length === 0 ? (
                <TextInput {...field.text('base')} />
              ) : (
                <NativeSelect {...field.text('base')} data={[...annotators]} />
              )}
              <TextInput {...field.text('target')} />
            </>
          )}
          {!isTasks ? null : (
            <>
              <NumberInput
                label={texts.cap}
                min={1}
                allowDecimal={false}
                value={choice.cap}
                onChange={(value) => change({ cap: Math.max(1, Number(value) || 1) })}
              />
              <Checkbox className={styles.wide} {...field.check('blind')} />
            </>
          )}
          {!isAdjudication || isTasks ? null : (
            <NativeSelect
              {...field.text('precedence')}
              data={[
                { value: '', label: texts.noPrecedence },
                { value: 'latest', label: texts.latest },
              ]}
            />
          )}
          {isTable ? <Checkbox className={styles.wide} {...field.check('raw')} /> : null}
          <Button
            component="a"
            {...(isComplete ? { href: address } : { 'aria-disabled': true, 'data-disabled': true })}
            download
            className={styles.submit}
            leftSection={<Icon name="download" />}
          >
            {texts.download}
          </Button>
        </div>
      </Sheet>
    </Section>
  );
}
