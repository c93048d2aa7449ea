import { Button, Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import { MarkdownText } from '../../../components/MarkdownText.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import type { PartProps } from './DraftPart.tsx';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

/** What each label means, typed here or taken from a Markdown file. */
export function GuidelinePart({ draft, change }: PartProps<ProjectDraft>) {
  const texts = useTexts(createTexts);
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) change({ guideline: await file.text() });
  };
  const written = draft.guideline ?? draft.template?.guideline ?? null;
  return (
    <div
      className={styles.stack}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      {written === null ? (
        <>
          <p className={styles.soft}>{texts.guidelineLead}</p>
          {draft.questions.map((question, at) =>
            question.title.trim() === '' ? null : (
              <Textarea
                // oxlint-disable-next-line no-array-index-key -- a question has no name of its own
                key={at}
                label={texts.applies(question.title.trim())}
                autosize
                minRows={2}
                maxRows={8}
                maxLength={5000}
                value={question.definition}
                onChange={(event) => {
                  const definition = event.currentTarget.value;
                  change({
                    questions: draft.questions.map((one, index) =>
                      index === at ? { ...one, definition } : one,
                    ),
                  });
                }}
              />
            ),
          )}
        </>
      ) : (
        <div className={styles.markdown}>
          <MarkdownText text={written} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept=".md,.markdown,.txt"
        className={styles.hidden}
        tabIndex={-1}
        aria-label={texts.dropGuideline}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <div className={styles.row}>
        <Button variant="default" onClick={() => input.current?.click()}>
          {texts.dropGuideline}
        </Button>
        {draft.guideline === null ? null : (
          <Button variant="subtle" onClick={() => change({ guideline: null })}>
            {texts.typeInstead}
          </Button>
        )}
      </div>
    </div>
  );
}
