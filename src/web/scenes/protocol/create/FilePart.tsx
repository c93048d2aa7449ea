import { Button, Progress, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ProjectDraft } from '../../../../formats/protocol/drafted-protocol.ts';
import type { ColumnsReply } from '../../../../server/routes/protocol/new-project.ts';
import { withQuery } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Icon } from '../../../components/Icon.tsx';
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
  const [share, setShare] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const take = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    setShare(0);
    setFailure(null);
    onRead(null, null);
    try {
      const path = withQuery('/api/new-project/columns', { name: given.name });
      const body = given.slice(0, given.size, 'application/octet-stream');
      onRead(given, await upload<ColumnsReply>(path, body, setShare));
    } catch (error) {
      setFailure(error);
    }
    setShare(null);
  };
  return (
    <div className={styles.stack}>
      <div
        className={styles.drop}
        data-over={isOver}
        data-filled={read !== null}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
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
            void take(event.currentTarget.files?.[0]);
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
