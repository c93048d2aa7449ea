import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../../../domain/local-text.ts';
import type { LocalText } from '../../../domain/local-text.ts';
import type { TaskReply } from '../../../server/routes/protocol/task-reply.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { Icon } from '../../components/Icon.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useLanguage } from '../../texts/language.tsx';
import { exportable } from './formats.ts';
import type { ExportKind } from './formats.ts';
import { filesTexts } from './texts.ts';
import styles from './files.module.css';

interface ExportChoice {
  readonly kind: ExportKind;
  readonly task: string;
  readonly format: string;
  readonly isEscaped: boolean;
  readonly annotator: string;
  readonly question: string;
  readonly base: string;
  readonly target: string;
  readonly cap: number;
  readonly isBlind: boolean;
  readonly precedence: string;
}

/** Takes files out; the browser downloads them as they stream. */
export function ExportForm({
  project,
  tasks,
  annotators,
}: Readonly<{ project: string; tasks: readonly TaskReply[]; annotators: readonly string[] }>) {
  const texts = useTexts(filesTexts);
  const language = useLanguage();
  const [choice, setChoice] = useState<ExportChoice>({
    kind: 'truth',
    task: tasks[0]?.id ?? '',
    format: 'jsonl',
    isEscaped: true,
    annotator: '',
    question: '',
    base: annotators[0] ?? '',
    target: 'adjudicator',
    cap: 15,
    isBlind: true,
    precedence: '',
  });
  const change = (part: Partial<ExportChoice>): void =>
    setChoice((before) => ({ ...before, ...part }));
  const { kind, format } = choice;
  const isAdjudication = kind === 'adjudication';
  const isTable = format === 'csv' || format.startsWith('gold') || format.startsWith('rag');
  const questions = (tasks.find((one) => one.id === choice.task)?.questions ?? []).filter(
    (one) => one.measured,
  );
  const asksQuestion = (isAdjudication || format === 'trec-qrels') && questions.length > 1;
  const isComplete = !isAdjudication || choice.base.trim() !== '';
  const address = withQuery(apiPath`/api/projects/${project}/export`, {
    kind,
    task: choice.task,
    format,
    escape_formulas: isTable && choice.isEscaped ? true : undefined,
    annotator: kind === 'judgments' && choice.annotator !== '' ? choice.annotator : undefined,
    question: asksQuestion ? choice.question || questions[0]?.id : undefined,
    ...(isAdjudication
      ? {
          base: choice.base,
          target: choice.target,
          cap: format === 'adjudication-tasks' ? choice.cap : undefined,
          blind: format === 'adjudication-tasks' ? choice.isBlind : undefined,
          precedence: choice.precedence === '' ? undefined : choice.precedence,
        }
      : {}),
  });
  return (
    <Section title={texts.export} note={texts.exportNote}>
      <Sheet>
        <div className={styles.form}>
          <NativeSelect
            label={texts.kind}
            value={kind}
            data={(['truth', 'judgments', 'rulings', 'units', 'adjudication'] as const).map(
              (one) => ({ value: one, label: texts.kinds[one] }),
            )}
            onChange={(event) =>
              change({
                kind: event.currentTarget.value as ExportKind,
                format: exportable[event.currentTarget.value as ExportKind][0],
              })
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
              onChange={(event) => change({ task: event.currentTarget.value, question: '' })}
            />
          )}
          <NativeSelect
            label={texts.format}
            value={format}
            data={exportable[kind].map((one) => ({ value: one, label: one }))}
            onChange={(event) => change({ format: event.currentTarget.value })}
          />
          {kind !== 'judgments' ? null : (
            <NativeSelect
              label={texts.onlyOf}
              value={choice.annotator}
              data={[{ value: '', label: texts.everybody }, ...annotators]}
              onChange={(event) => change({ annotator: event.currentTarget.value })}
            />
          )}
          {asksQuestion ? (
            <NativeSelect
              label={texts.question}
              value={choice.question || (questions[0]?.id ?? '')}
              data={questions.map((one) => ({
                value: one.id,
                label: inLanguage(one.title as LocalText, language),
              }))}
              onChange={(event) => change({ question: event.currentTarget.value })}
            />
          ) : null}
          {!isAdjudication ? null : (
            <>
              {annotators.length === 0 ? (
                <TextInput
                  label={texts.base}
                  value={choice.base}
                  onChange={(event) => change({ base: event.currentTarget.value })}
                />
              ) : (
                <NativeSelect
                  label={texts.base}
                  value={choice.base}
                  data={[...annotators]}
                  onChange={(event) => change({ base: event.currentTarget.value })}
                />
              )}
              <TextInput
                label={texts.target}
                value={choice.target}
                onChange={(event) => change({ target: event.currentTarget.value })}
              />
              {format === 'adjudication-tasks' ? (
                <NumberInput
                  label={texts.cap}
                  min={1}
                  allowDecimal={false}
                  value={choice.cap}
                  onChange={(value) => change({ cap: Math.max(1, Number(value) || 1) })}
                />
              ) : (
                <NativeSelect
                  label={texts.precedence}
                  value={choice.precedence}
                  data={[
                    { value: '', label: texts.noPrecedence },
                    { value: 'latest', label: texts.latest },
                  ]}
                  onChange={(event) => change({ precedence: event.currentTarget.value })}
                />
              )}
              {format === 'adjudication-tasks' ? (
                <Checkbox
                  className={styles.wide}
                  label={texts.blind}
                  checked={choice.isBlind}
                  onChange={(event) => change({ isBlind: event.currentTarget.checked })}
                />
              ) : null}
            </>
          )}
          {isTable ? (
            <Checkbox
              className={styles.wide}
              label={texts.escape}
              checked={choice.isEscaped}
              onChange={(event) => change({ isEscaped: event.currentTarget.checked })}
            />
          ) : null}
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
