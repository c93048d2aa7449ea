import { Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ThreadReply } from '../../../../server/routes/discussion/threads.ts';
import { replies } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { noteAnswersSeen } from '../../discussion/answers-seen.ts';
import discussionStyles from '../../discussion/discussion.module.css';
import { ThreadCard } from '../../discussion/ThreadCard.tsx';
import { annotateTexts } from './texts.ts';

interface AskDialogProps {
  readonly project: string;
  readonly onClose: () => void;
  /** Stores the question in the browser, from where it is sent once. */
  readonly onAsk: (text: string) => Promise<void>;
}

/** A question about the unit at hand, for lead and adjudicator. */
export function AskDialog({ project, onClose, onAsk }: AskDialogProps) {
  const texts = useTexts(annotateTexts).ask;
  const [text, setText] = useState('');
  return (
    <Dialog
      title={texts.title}
      confirm={texts.send}
      onClose={onClose}
      isReady={text.trim() !== ''}
      onConfirm={async () => {
        await onAsk(text.trim());
        // The outbox sends it a moment later.
        setTimeout(() => replies.refresh(apiPath`/api/projects/${project}/threads`), 1500);
      }}
    >
      <p>{texts.who}</p>
      <Textarea
        label={texts.field}
        autosize
        minRows={3}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit();
        }}
        data-autofocus
      />
    </Dialog>
  );
}

interface OwnQuestionsProps {
  readonly project: string;
  readonly threads: readonly ThreadReply[];
  readonly onClose: () => void;
}

/** What was asked in this round, and the answers, without leaving the form. */
export function OwnQuestions({ project, threads, onClose }: OwnQuestionsProps) {
  const texts = useTexts(annotateTexts).ask;
  useEffect(() => noteAnswersSeen(threads), [threads]);
  return (
    <Dialog title={texts.list} onClose={onClose} size="xl">
      <div className={discussionStyles.threads}>
        {threads.map((thread) => (
          <ThreadCard
            key={thread.question}
            project={project}
            thread={thread}
            mayAnswer={false}
            unitLink={({ unit }) => <code>{unit}</code>}
          />
        ))}
      </div>
    </Dialog>
  );
}
