import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { change } from '../../api/cache.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { discussionTexts } from './texts.ts';
import styles from './discussion.module.css';

interface ReplyFormProps {
  /** Where the text goes, and which replies are outdated then. */
  readonly path: string;
  readonly outdated: string;
  readonly label: string;
  readonly help?: string;
  readonly action: string;
  /** Only a button at first. */
  readonly isFolded: boolean;
  readonly extra?: ReactNode;
}

/** A field for a reply. What was typed stays when it cannot be sent; the same key is sent again. */
export function ReplyForm({
  path,
  outdated,
  label,
  help,
  action,
  isFolded,
  extra,
}: ReplyFormProps) {
  const texts = useTexts(discussionTexts);
  const [isOpen, setOpen] = useState(!isFolded);
  const [wasOpened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const key = useRef(crypto.randomUUID());
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wasOpened) field.current?.focus();
  }, [wasOpened]);
  if (!isOpen)
    return (
      <div className={styles.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            setOpen(true);
            setOpened(true);
          }}
        >
          {action}
        </Button>
        {extra}
      </div>
    );
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const body = { text, idempotency_key: key.current };
      await change(path, { method: 'POST', body }, outdated);
      key.current = crypto.randomUUID();
      setText('');
      setOpen(false);
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        ref={field}
        label={label}
        description={help}
        autosize
        minRows={2}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') {
            event.preventDefault();
            void send();
          }
        }}
      />
      {failure === null ? null : <ErrorNotice error={failure} />}
      <div className={styles.buttons}>
        <Button type="submit" size="compact-sm" loading={isBusy} disabled={text.trim() === ''}>
          {action}
        </Button>
        {extra}
        <span className="visually-hidden" role="status">
          {isBusy ? texts.sending : ''}
        </span>
      </div>
    </form>
  );
}
