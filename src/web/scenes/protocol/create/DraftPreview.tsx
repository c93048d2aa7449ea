import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { DraftedFiles, ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ColumnsReply } from '../../../../server/routes/protocol/new-project.ts';
import { readTask } from '../../../api/projects.ts';
import { downloadText } from '../download-text.ts';
import { Icon } from '../../../components/Icon.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { FormPreview } from '../../judging/annotate/FormPreview.tsx';
import { firstUnit } from './draft.ts';
import { createTexts } from './texts.ts';
import type { DraftCheck } from './use-check.ts';
import styles from './create.module.css';

interface DraftPreviewProps {
  readonly draft: ProjectDraft;
  readonly read: ColumnsReply | null;
  readonly check: DraftCheck;
  readonly files: DraftedFiles;
}

/** The form as annotators will see it, and the files that describe it. */
export function DraftPreview({ draft, read, check, files }: DraftPreviewProps) {
  const texts = useTexts(createTexts);
  const [shown] = check.tasks;
  const task = useMemo(() => (shown === undefined ? null : readTask(shown)), [shown]);
  return (
    <aside className={styles.aside} aria-label={texts.preview}>
      <div className={styles.sticky}>
        <h2 className={styles.asideTitle}>{texts.preview}</h2>
        {task === null || read === null ? (
          <p className={styles.empty}>{texts.previewEmpty}</p>
        ) : (
          <>
            <p className={styles.soft}>{texts.previewNote}</p>
            <FormPreview
              key={`${shown!.hash} ${draft.show.join()} ${draft.context.join()}`}
              task={task}
              fields={firstUnit(draft, read)}
            />
            <div className={styles.row}>
              <Download name="protocol.yaml" text={files.protocol} title={texts.download} />
              <Download
                name="guideline.md"
                text={files.guideline}
                title={texts.downloadGuideline}
              />
            </div>
            <Disclosure title={texts.protocol}>
              <pre className={styles.source} tabIndex={0}>
                {files.protocol}
              </pre>
            </Disclosure>
          </>
        )}
      </div>
    </aside>
  );
}

interface DownloadProps {
  readonly name: string;
  readonly text: string;
  readonly title: string;
}

function Download({ name, text, title }: DownloadProps) {
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<Icon name="download" />}
      onClick={() => downloadText(name, text)}
    >
      {title}
    </Button>
  );
}
