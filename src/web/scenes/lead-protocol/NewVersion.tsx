import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { protocolReply } from '../../../server/routes/projects.ts';
import { replies } from '../../api/cache.ts';
import { apiPath, request } from '../../api/client.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { Dialog } from '../lead-figures/Dialog.tsx';
import { protocolTexts } from './texts.ts';
import styles from './protocol.module.css';

export interface MadeVersion {
  readonly version: number;
  readonly fresh: boolean;
  readonly stale: readonly { readonly judgments: number }[];
}

/** Adds a version: the protocol file and the guideline as texts; the other files stay as they are. */
export function NewVersion({ project, protocol, onClose, onMade }: { readonly project: string; readonly protocol: z.infer<typeof protocolReply>; readonly onClose: () => void; readonly onMade: (made: MadeVersion) => void }) {
  const texts = useTexts(protocolTexts);
  const [source, setSource] = useState(protocol.content.source);
  const [guideline, setGuideline] = useState(protocol.content.guideline);
  return (
    <Dialog
      title={texts.editTitle}
      confirm={texts.save}
      isReady={source !== protocol.content.source || guideline !== protocol.content.guideline}
      onClose={onClose}
      onConfirm={async () => {
        onMade(await request<MadeVersion>(apiPath`/api/projects/${project}/protocol`, { method: 'POST', body: { protocol: source, guideline, files: protocol.content.files ?? {} } }));
        replies.refresh(apiPath`/api/projects/${project}`);
      }}
    >
      <p>{texts.editWhy}</p>
      <Textarea label={texts.file} classNames={{ input: styles.code! }} rows={14} value={source} onChange={(event) => setSource(event.currentTarget.value)} spellCheck={false} />
      <Textarea label={texts.guidelineFile} classNames={{ input: styles.code! }} rows={14} value={guideline} onChange={(event) => setGuideline(event.currentTarget.value)} spellCheck={false} />
    </Dialog>
  );
}
