import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../../../domain/local-text.ts';
import type {
  ChoicesReply,
  EvaluationReply,
} from '../../../server/routes/evaluation/evaluations.ts';
import { replies } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { boundFields } from '../../components/bound-fields.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { below, FileField } from '../../upload/FileField.tsx';
import { UploadProgress, UploadState } from '../../upload/UploadProgress.tsx';
import { useUpload } from '../../upload/use-upload.ts';
import { Disclosure } from '../../figures/Disclosure.tsx';
import { navigate } from '../../router.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.tsx';
import { GuardNotice, isObjection } from './GuardNotice.tsx';
import {
  evaluationBody,
  firstChoice,
  hasSides,
  isReady,
  kindsOf,
  optionsOf,
  taskChoice,
} from './evaluation-call.ts';
import type { ChosenTask, EvaluationChoice, PredictedKind } from './evaluation-call.ts';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

interface EvaluateFormProps {
  readonly project: string;
  readonly version: string;
  readonly choices: ChoicesReply;
}

/** Measures a system: what it says, who it is, and what it was made from. */
export function EvaluateForm({ project, version, choices }: EvaluateFormProps) {
  const texts = useTexts(evaluationTexts);
  const language = useLanguage();
  const [choice, setChoice] = useState(() => firstChoice(choices));
  const { share, failure, send, forgive } = useUpload<EvaluationReply>();
  const change = (part: Partial<EvaluationChoice>): void => {
    setChoice((before) => ({ ...before, ...part }));
    forgive();
  };
  const field = boundFields(choice, texts, change);
  const task = choices.tasks.find((one) => one.task === choice.task);
  if (task === undefined) return null;
  const sides = hasSides(choices, task, choice);
  const isLook = !sides || choice.split === 'test';
  const path = apiPath`/api/projects/${project}/releases/${version}/evaluations`;
  const measure = (reason: string | null): Promise<void> =>
    send({
      path,
      body: () => evaluationBody(choice, sides, reason),
      done: ({ id }) => {
        replies.refresh(path);
        navigate({ to: 'evaluation', params: { project }, search: { version, evaluation: id } });
      },
    });
  const canSend = isReady(choice) && share === null;
  return (
    <Section title={texts.measure} note={texts.measureNote}>
      <Sheet>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend) void measure(null);
          }}
        >
          {choices.tasks.length < 2 ? null : (
            <NativeSelect
              label={texts.task}
              value={choice.task}
              data={choices.tasks.map(({ task: value, title }) => ({
                value,
                label: inLanguage(title, language),
              }))}
              onChange={(event) => {
                const { value } = event.currentTarget;
                change(
                  taskChoice(
                    choices,
                    choices.tasks.find((one) => one.task === value),
                  ),
                );
              }}
            />
          )}
          <SplitField task={task} choice={choice} hasSides={sides} onChange={change} />
          <NativeSelect
            label={texts.kind}
            value={choice.kind}
            data={kindsOf(choices, task).map((value) => ({ value, label: texts.kinds[value] }))}
            onChange={(event) => {
              const kind = event.currentTarget.value as PredictedKind;
              change({ kind, of: optionsOf(choices, task, kind)[0] ?? '' });
            }}
          />
          <OfField task={task} choices={choices} choice={choice} onChange={change} />
          <TextInput
            {...field.text('system')}
            description={texts.systemWhy}
            inputWrapperOrder={below}
            maxLength={200}
            autoComplete="off"
            withAsterisk
          />
          {choice.kind === 'rag' ? null : (
            <FileField
              label={texts.predictions}
              description={texts.predictionsWhy[choice.kind]}
              value={choice.predictions}
              isRequired
              onChange={(predictions) => change({ predictions })}
            />
          )}
          <div className={styles.wide}>
            <Disclosure title={texts.more}>
              <MoreFields task={task} choice={choice} onChange={change} />
            </Disclosure>
          </div>
          <div className={styles.buttons}>
            <Button type="submit" disabled={!canSend}>
              {texts.start}
            </Button>
            <span className={styles.soft} role="status">
              <UploadState
                share={share}
                working={texts.working}
                idle={isLook ? texts.counted : texts.notCounted}
              />
            </span>
          </div>
          {share === null ? null : (
            <div className={styles.wide}>
              <UploadProgress share={share} working={texts.working} />
            </div>
          )}
        </form>
        {isObjection(failure) ? (
          <GuardNotice refusal={failure} onGoOn={(reason) => void measure(reason)} />
        ) : null}
        {failure === null || isObjection(failure) ? null : <ErrorNotice error={failure} />}
      </Sheet>
    </Section>
  );
}

interface FieldProps {
  readonly task: ChosenTask;
  readonly choice: EvaluationChoice;
  readonly onChange: (part: Partial<EvaluationChoice>) => void;
}

function SplitField({
  task,
  choice,
  hasSides: isSplit,
  onChange,
}: FieldProps & { readonly hasSides: boolean }) {
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  const whole =
    task.sides === null ? texts.sides.all(format.count(task.units)) : texts.sides.subjects;
  const options = !isSplit
    ? [{ value: 'test', label: whole }]
    : (['test', 'dev'] as const).map((value) => ({
        value,
        label: texts.sides[value](format.count(task.sides![value])),
      }));
  return (
    <NativeSelect
      label={texts.split}
      value={isSplit ? choice.split : 'test'}
      data={options}
      onChange={(event) => onChange({ split: event.currentTarget.value as 'test' | 'dev' })}
    />
  );
}

/** The question, the family, the policy, or what makes a rule right. */
function OfField({
  task,
  choices,
  choice: { kind, of },
  onChange,
}: FieldProps & { readonly choices: ChoicesReply }) {
  const texts = useTexts(evaluationTexts);
  const language = useLanguage();
  if (kind === 'labels') return null;
  const labels = {
    class: texts.question,
    ranking: texts.relevance,
    rag: texts.family,
    verdicts: texts.policy,
    rules: texts.right,
  };
  const titles = new Map(task.classes.map(({ id, title }) => [id, inLanguage(title, language)]));
  const said = (value: string): string => {
    if (kind === 'rag') return texts.families[value as keyof typeof texts.families];
    return kind === 'rules' ? value.replace('=', ' = ') : (titles.get(value) ?? value);
  };
  return (
    <NativeSelect
      label={labels[kind]}
      value={of}
      data={optionsOf(choices, task, kind).map((value) => ({ value, label: said(value) }))}
      onChange={(event) => onChange({ of: event.currentTarget.value })}
    />
  );
}

function MoreFields({ task, choice, onChange }: FieldProps) {
  const texts = useTexts(evaluationTexts);
  const field = boundFields(choice, texts, onChange);
  const { kind } = choice;
  const isSliced = kind !== 'verdicts' && kind !== 'rules' && task.fields.length > 0;
  const hasVotes = kind === 'labels' || kind === 'class' || kind === 'ranking';
  return (
    <div className={styles.form}>
      {kind === 'rag' ? null : (
        <>
          <FileField
            label={texts.compare}
            description={texts.compareWhy}
            value={choice.compare}
            onChange={(compare) => onChange({ compare })}
          />
          <TextInput
            {...field.text('otherSystem')}
            maxLength={200}
            autoComplete="off"
            withAsterisk={choice.compare !== null}
          />
        </>
      )}
      <FileField
        label={texts.training}
        description={texts.trainingWhy}
        value={choice.training}
        onChange={(training) => onChange({ training })}
      />
      <TextInput
        {...field.text('madeBy')}
        description={texts.madeByWhy}
        inputWrapperOrder={below}
        autoComplete="off"
      />
      {isSliced ? (
        <NativeSelect
          {...field.text('slice')}
          data={[{ value: '', label: texts.noSlice }, ...task.fields]}
        />
      ) : null}
      {hasVotes ? <Checkbox className={styles.wide} {...field.check('overVotes')} /> : null}
    </div>
  );
}
