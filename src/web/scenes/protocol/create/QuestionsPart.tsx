import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import type { LocalText } from '../../../../domain/local-text.ts';
import type {
  DraftedQuestion,
  DraftedScale,
  ProjectDraft,
} from '../../../../formats/protocol/drafted-protocol.ts';
import type { TemplatesReply } from '../../../../server/routes/protocol/new-project.ts';
import { useResource } from '../../../api/cache.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { newQuestion } from './draft.ts';
import type { PartProps } from './DraftPart.tsx';
import { ListInput } from './ListInput.tsx';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

type Template = TemplatesReply['items'][number];

/** The labels or questions, or those of an example. */
export function QuestionsPart({ draft, change }: PartProps<ProjectDraft>) {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const templates = useResource<TemplatesReply>('/api/new-project/templates', Infinity);
  const [chosen, setChosen] = useState('');
  const items = templates.data?.items ?? [];
  const template = items.find((one) => keyOf(one) === chosen);
  const choose = (key: string): void => {
    setChosen(key);
    const found = items.find((one) => keyOf(one) === key);
    change({
      template:
        found === undefined
          ? null
          : {
              form: found.source['form'] === 'labels' ? 'labels' : 'questions',
              task: found.source,
              guideline: found.guideline,
            },
    });
  };
  return (
    <div className={styles.stack}>
      <div className={styles.pair}>
        <NativeSelect
          label={texts.template}
          value={chosen}
          data={[
            { value: '', label: texts.ownQuestions },
            ...items.map((one) => ({ value: keyOf(one), label: titleOf(one, language) })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {template === undefined ? (
          <NativeSelect
            label={texts.kind}
            value={draft.form}
            data={(['labels', 'questions'] as const).map((form) => ({
              value: form,
              label: texts.forms[form],
            }))}
            onChange={(event) =>
              change({ form: event.currentTarget.value as ProjectDraft['form'] })
            }
          />
        ) : null}
      </div>
      {template === undefined ? (
        <OwnQuestions draft={draft} change={change} />
      ) : (
        <>
          <p className={styles.soft}>{texts.fromTemplate}</p>
          <ul className={styles.taken}>
            {questionTitles(template, language).map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function OwnQuestions({ draft, change }: PartProps<ProjectDraft>) {
  const texts = useTexts(createTexts);
  const isLabels = draft.form === 'labels';
  const set = (at: number, part: Partial<DraftedQuestion>): void =>
    change({
      questions: draft.questions.map((one, index) => (index === at ? { ...one, ...part } : one)),
    });
  return (
    <>
      <ol className={styles.questions}>
        {draft.questions.map((question, at) => {
          const name = (isLabels ? texts.label : texts.question)(String(at + 1));
          return (
            // oxlint-disable-next-line no-array-index-key -- a question has no name of its own yet
            <li key={at} className={styles.question}>
              <TextInput
                label={name}
                value={question.title}
                maxLength={120}
                onChange={(event) => set(at, { title: event.currentTarget.value })}
              />
              {isLabels ? null : <AnswerFields question={question} set={(part) => set(at, part)} />}
              <ActionIcon
                className={styles.removeQuestion}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={texts.remove(question.title || name)}
                disabled={draft.questions.length === 1}
                onClick={() =>
                  change({ questions: draft.questions.filter((_, index) => index !== at) })
                }
              >
                <Icon name="cross" />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => change({ questions: [...draft.questions, newQuestion] })}
        >
          {isLabels ? texts.addLabel : texts.addQuestion}
        </Button>
      </div>
      <Checkbox
        label={texts.notes}
        checked={draft.notes}
        onChange={(event) => change({ notes: event.currentTarget.checked })}
      />
    </>
  );
}

interface AnswerFieldsProps {
  readonly question: DraftedQuestion;
  readonly set: (part: Partial<DraftedQuestion>) => void;
}

function AnswerFields({ question, set }: AnswerFieldsProps) {
  const texts = useTexts(createTexts);
  const { scale } = question;
  const isListed = scale === 'choice' || scale === 'grade';
  return (
    <>
      <TextInput
        label={texts.ask}
        value={question.ask}
        maxLength={500}
        onChange={(event) => set({ ask: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.scale}
        value={scale}
        data={(['binary', 'choice', 'grade', 'text'] as const).map((one) => ({
          value: one,
          label: texts.scales[one],
        }))}
        onChange={(event) => set({ scale: event.currentTarget.value as DraftedScale })}
      />
      {isListed ? (
        <ListInput
          label={scale === 'choice' ? texts.values : texts.grades}
          placeholder={scale === 'choice' ? texts.valuesHint : texts.gradesHint}
          list={question.values}
          onChange={(values) => set({ values })}
        />
      ) : null}
    </>
  );
}

function keyOf({ example, task }: Template): string {
  return `${example}/${task}`;
}

function titleOf({ title, source }: Template, language: string): string {
  const own = source['title'] as LocalText | undefined;
  return own === undefined ? title : `${title}: ${inLanguage(own, language)}`;
}

function questionTitles({ source }: Template, language: string): readonly string[] {
  const questions = source['questions'] as Readonly<
    Record<string, { readonly title?: LocalText } | null>
  >;
  return Object.entries(questions).map(([id, one]) => inLanguage(one?.title ?? id, language));
}
