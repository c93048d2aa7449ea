import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { request } from '../../../api/client.ts';
import { useSession } from '../../../api/session.tsx';
import { boundFields } from '../../../components/bound-fields.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { profileTexts } from './texts.ts';
import styles from './ProfileScene.module.css';

/** Changes the user's password. */
export function PasswordForm() {
  const texts = useTexts(profileTexts);
  const { showPassword } = useSharedTexts();
  const { account } = useSession();
  const [entered, setEntered] = useState({ current: '', next: '' });
  const field = boundFields(entered, texts, (part) =>
    setEntered((before) => ({ ...before, ...part })),
  );
  const [error, setError] = useState<unknown>(null);
  const [ended, setEnded] = useState<number | null>(null);
  const change = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setError(null);
    setEnded(null);
    try {
      const reply = await request<{ readonly sessions_ended: number }>('/api/me', {
        method: 'PATCH',
        body: { password: entered.next, current_password: entered.current },
      });
      setEnded(reply.sessions_ended);
      setEntered({ current: '', next: '' });
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
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          {...field.text('current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          {...field.text('next')}
          description={texts.nextWhy}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <Button type="submit" variant="default" className={styles.button}>
          {texts.change}
        </Button>
      </Stack>
    </form>
  );
}
