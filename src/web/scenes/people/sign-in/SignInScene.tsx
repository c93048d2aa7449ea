import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { request } from '../../../api/client.ts';
import { useSessionControl } from '../../../api/session.tsx';
import type { Session } from '../../../api/session.tsx';
import { boundFields } from '../../../components/bound-fields.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { redirect } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { safePath } from './safe-path.ts';
import { signInTexts } from './texts.ts';
import styles from './EntryFrame.module.css';

/** Signs in with name and password, then goes on to the page that was asked for. */
export function SignInScene({ search }: SceneProps) {
  const texts = useTexts(signInTexts);
  const { showPassword } = useSharedTexts();
  const { state, enter } = useSessionControl();
  const [entered, setEntered] = useState({ login: search['login'] ?? '', password: '' });
  const change = (part: Partial<typeof entered>): void =>
    setEntered((before) => ({ ...before, ...part }));
  const field = boundFields(entered, texts, change);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const to = safePath(search['to']);
  const isIn = state.kind === 'signed-in';
  useEffect(() => {
    if (isIn) redirect(to);
  }, [isIn, to]);
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSending(true);
    setError(null);
    try {
      enter(await request<Session>('/api/session', { method: 'POST', body: entered }));
    } catch (failure) {
      setError(failure);
      change({ password: '' });
      setIsSending(false);
    }
  };
  return (
    <EntryFrame title={texts.title}>
      <form className={styles.form} onSubmit={(event) => void signIn(event)}>
        {to.startsWith('/work/') && error === null ? <Notice>{texts.savedWork}</Notice> : null}
        {/^\/projects\/[^/]+\/adjudicate\/./.test(to) && error === null ? (
          <Notice>{texts.savedRuling}</Notice>
        ) : null}
        {error === null ? null : <ErrorNotice error={error} />}
        <TextInput
          {...field.text('login')}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus={search['login'] === undefined}
        />
        <PasswordInput
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          {...field.text('password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus={search['login'] !== undefined}
        />
        <Button type="submit" loading={isSending} fullWidth>
          {texts.signIn}
        </Button>
      </form>
      <p className={styles.after}>{texts.forgotten}</p>
    </EntryFrame>
  );
}
