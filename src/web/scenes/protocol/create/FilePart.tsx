import { Button, Progress, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ColumnsReply } from '../../../../server/routes/protocol/new-project.ts';
import { withQuery } from '../../../api/client.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useDrop } from '../../../upload/use-drop.ts';
import { useUpload } from '../../../upload/use-upload.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useCodedSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import type { PartProps } from './DraftPart.tsx';
import { createTexts } from './texts.ts';
import styles from './create.module.css';

interface FilePartProps extends PartProps<ProjectDraft> {
  readonly read: ColumnsReply | null;
  readonly file: File | null;
  readonly onRead: (file: File | null, read: ColumnsReply | null) => void;
}

/** The file of units, dropped or chosen, and the title of the project. */
export function FilePart({ draft, change, read, file, onRead }: FilePartProps) {
  const texts = useTexts(createTexts);
  const format = useFormat();
  const sentence = useCodedSentence();
  const input = useRef<HTMLInputElement>(null);
  const { share, failure, send } = useUpload<ColumnsReply>();
  const take = (given: File): void => {
    onRead(null, null);
    void send({
      path: withQuery('/api/new-project/columns', { name: given.name }),
      body: () => given.slice(0, given.size, 'application/octet-stream'),
      done: (reply) => onRead(given, reply),
    });
  };
  return (
    <div className={styles.stack}>
      <div className={styles.drop} data-filled={read !== null} {...useDrop(take)}>
        <Icon name={read === null ? 'upload' : 'check'} size={22} />
        <div className={styles.dropWords}>
          <p>
            {read === null || file === null
              ? texts.drop
              : texts.read(file.name, format.count(read.rows))}
          </p>
          <p className={styles.soft}>
            {read === null ? texts.limits : read.said.map(sentence).join(' ')}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          className={styles.hidden}
          accept=".csv,.tsv,.xlsx,.json,.jsonl,.ndjson,.parquet"
          aria-label={texts.choose}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen !== undefined) take(chosen);
            event.currentTarget.value = '';
          }}
        />
        <Button
          variant={read === null ? 'filled' : 'default'}
          onClick={() => input.current?.click()}
        >
          {read === null ? texts.choose : texts.another}
        </Button>
      </div>
      {share === null ? null : (
        <Progress value={share * 100} animated={share >= 1} aria-label={texts.reading} />
      )}
      {failure === null ? null : <ErrorNotice error={failure} />}
      <TextInput
        label={texts.name}
        value={draft.title}
        maxLength={120}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
    </div>
  );
}
