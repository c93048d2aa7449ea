import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import { change } from '../../../api/cache.ts';
import { ApiError, apiPath } from '../../../api/client.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { protocolTexts } from './texts.ts';
import styles from './protocol.module.css';

export interface MadeVersion {
  readonly version: number;
  readonly fresh: boolean;
  readonly stale: readonly { readonly judgments: number }[];
}

interface NewVersionProps {
  readonly project: string;
  readonly protocol: ProtocolReply;
  readonly latest: number;
  readonly onClose: () => void;
  readonly onMade: (made: MadeVersion) => void;
}

/** Adds a version that replaces `latest`; the server refuses if there is a newer one by then. */
export function NewVersion({ project, protocol, latest, onClose, onMade }: NewVersionProps) {
  const texts = useTexts(protocolTexts);
  const [first] = useState(() => ({ ...protocol.content, files: protocol.content.files ?? {} }));
  const [after] = useState(latest);
  const [source, setSource] = useState(first.source);
  const [guideline, setGuideline] = useState(first.guideline);
  const [files, setFiles] = useState<Readonly<Record<string, string>>>(first.files);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [isReasonAsked, setReasonAsked] = useState(false);
  const added = name.trim();
  const isChanged =
    source !== first.source ||
    guideline !== first.guideline ||
    Object.entries(files).some(([file, text]) => text !== first.files[file]);
  return (
    <Dialog
      title={texts.editTitle}
      confirm={texts.save}
      isReady={isChanged}
      onClose={onClose}
      onConfirm={async () => {
        const why = reason.trim() === '' ? {} : { reason };
        const body = { protocol: source, guideline, files, after, ...why };
        const path = apiPath`/api/projects/${project}`;
        try {
          onMade(await change<MadeVersion>(`${path}/protocol`, { method: 'POST', body }, path));
        } catch (error) {
          if (error instanceof ApiError && error.code === 'reason-required') setReasonAsked(true);
          throw error;
        }
      }}
    >
      <p>{texts.editWhy}</p>
      <Textarea
        {...code}
        label={texts.file}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <Textarea
        {...code}
        label={texts.guidelineFile}
        value={guideline}
        onChange={(event) => setGuideline(event.currentTarget.value)}
      />
      <p>{texts.added}</p>
      {Object.entries(files).map(([file, text]) => (
        <Disclosure key={file} title={file} isOpen={!Object.hasOwn(first.files, file)}>
          <Textarea
            {...code}
            aria-label={file}
            value={text}
            onChange={(event) => setFiles({ ...files, [file]: event.currentTarget.value })}
          />
        </Disclosure>
      ))}
      <div className={styles.adding}>
        <TextInput
          label={texts.fileName}
          placeholder="policies/P.yaml"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button
          variant="default"
          disabled={added === '' || Object.hasOwn(files, added)}
          onClick={() => {
            setFiles({ ...files, [added]: '' });
            setName('');
          }}
        >
          {texts.addFile}
        </Button>
      </div>
      {isReasonAsked ? (
        <Textarea
          label={texts.reason}
          description={texts.reasonWhy}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          rows={3}
          required
        />
      ) : null}
    </Dialog>
  );
}

const code = { classNames: { input: styles.code! }, rows: 14, spellCheck: false };
