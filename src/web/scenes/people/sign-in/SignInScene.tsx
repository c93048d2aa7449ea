import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { request } from '../../../api/client.ts';
import { useSessionControl } from '../../../api/session.tsx';
import type { Session } from '../../../api/session.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { navigate } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { safePath } from './safe-path.ts';
import { signInTexts } from './texts.ts';
import styles from './EntryFrame.module.css';

/** Sign in with name and password, and go where one wanted to go. */
export function SignInScene({ search }: SceneProps) {
  const texts = useTexts(signInTexts);
  const { state, enter } = useSessionControl();
  const [login, setLogin] = useState(search['login'] ?? '');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const to = safePath(search['to']);
  const isIn = state.kind === 'signed-in';
  useEffect(() => {
    if (isIn) navigate(to, { replace: true });
  }, [isIn, to]);
  const signIn = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsSending(true);
    setError(null);
    try {
      enter(await request<Session>('/api/session', { method: 'POST', body: { login, password } }));
    } catch (failure) {
      setError(failure);
      setPassword('');
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
          label={texts.login}
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          autoFocus={search['login'] === undefined}
        />
        <PasswordInput
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
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
