import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { request } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { profileTexts } from './texts.ts';
import styles from './ProfileScene.module.css';

/** Changes one's own password. */
export function PasswordForm() {
  const texts = useTexts(profileTexts);
  const { account } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [ended, setEnded] = useState<number | null>(null);
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(null);
    setEnded(null);
    try {
      const reply = await request<{ readonly sessions_ended: number }>('/api/me', {
        method: 'PATCH',
        body: { password: next, current_password: current },
      });
      setEnded(reply.sessions_ended);
      setCurrent('');
      setNext('');
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form onSubmit={(event) => void change(event)}>
      <Stack gap="md">
        {error === null ? null : <ErrorNotice error={error} />}
        {ended === null ? null : <Notice kind="good">{texts.changed(ended)}</Notice>}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={account.login}
          readOnly
          hidden
        />
        <PasswordInput
          label={texts.current}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.next}
          description={texts.nextWhy}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" className={styles.button}>
          {texts.change}
        </Button>
      </Stack>
    </form>
  );
}
