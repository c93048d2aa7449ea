import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ThreadReply } from '../../../server/routes/discussion/threads.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { discussionTexts } from './texts.ts';
import styles from './discussion.module.css';

interface KeepDialogProps {
  readonly project: string;
  readonly thread: ThreadReply;
  readonly answer: string;
  readonly onClose: () => void;
}

/** Makes an answer an entry of the FAQ, or an edge case. */
export function KeepDialog({ project, thread, answer, onClose }: KeepDialogProps) {
  const texts = useTexts(discussionTexts);
  const [as, setAs] = useState<'faq' | 'edge-case'>('faq');
  const [asked, setAsked] = useState(thread.text);
  const [answered, setAnswered] = useState(answer);
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog
      title={texts.keepTitle}
      confirm={texts.keepDo}
      onClose={onClose}
      isReady={asked.trim() !== '' && answered.trim() !== ''}
      onConfirm={async () => {
        await change(
          apiPath`/api/projects/${project}/threads/${String(thread.question)}/entries`,
          { method: 'POST', body: { as, asked, answer: answered, idempotency_key: key } },
          apiPath`/api/projects/${project}`,
        );
      }}
    >
      <p>{texts.keepWhy}</p>
      <blockquote className={styles.quote}>{thread.unit_text}</blockquote>
      <NativeSelect
        label={texts.keepAs}
        value={as}
        onChange={(event) => setAs(event.currentTarget.value as 'faq')}
        data={[
          { value: 'faq', label: texts.faq },
          { value: 'edge-case', label: texts.edgeCase },
        ]}
      />
      <Textarea
        label={texts.question}
        autosize
        minRows={2}
        value={asked}
        onChange={(event) => setAsked(event.currentTarget.value)}
      />
      <Textarea
        label={texts.theAnswer}
        autosize
        minRows={3}
        value={answered}
        onChange={(event) => setAnswered(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}
