import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { boundFields } from '../../../components/bound-fields.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { signInTexts } from './texts.ts';
import styles from './EntryFrame.module.css';

/** What somebody enters who arrives by a link. */
export type Arrival = Readonly<{ login?: string; name?: string; password?: string }>;

interface ArrivalFormProps {
  readonly kind: 'account' | 'password';
  /** The login that the invitation is for; null for any. */
  readonly login?: string | null;
  readonly error: unknown;
  readonly onArrive: (arrival: Arrival) => Promise<void>;
}

/** Asks for what a new account needs, or for a new password only. */
export function ArrivalForm({ kind, login: given = null, error, onArrive }: ArrivalFormProps) {
  const texts = useTexts(signInTexts);
  const { showPassword } = useSharedTexts();
  const [arrival, setArrival] = useState({ login: given ?? '', name: '', password: '' });
  const [isSending, setIsSending] = useState(false);
  const field = boundFields(arrival, { ...texts, name: texts.fullName }, (part) =>
    setArrival((before) => ({ ...before, ...part })),
  );
  const login = useRef<HTMLInputElement>(null);
  const isBadLogin = isAboutLogin(error);
  useEffect(() => {
    if (isBadLogin) login.current?.focus();
  }, [isBadLogin, error]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSending(true);
        void onArrive(kind === 'password' ? { password: arrival.password } : arrival).finally(() =>
          setIsSending(false),
        );
      }}
    >
      {error === null || isBadLogin ? null : <ErrorNotice error={error} />}
      {kind === 'password' ? null : (
        <>
          <TextInput
            {...field.text('name')}
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            autoFocus
          />
          <TextInput
            ref={login}
            {...field.text('login')}
            error={isBadLogin ? texts.badLogin : undefined}
            description={given === null ? texts.loginHint : texts.loginGiven}
            readOnly={given !== null}
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            minLength={2}
            maxLength={64}
          />
        </>
      )}
      <PasswordInput
        visibilityToggleButtonProps={{ 'aria-label': showPassword }}
        {...field.text('password')}
        description={texts.passwordHint}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        autoFocus={kind === 'password'}
      />
      <Button type="submit" loading={isSending}>
        {kind === 'password' ? texts.set : texts.create}
      </Button>
    </form>
  );
}

/** Whether the login was refused for its characters; the field itself says so. */
function isAboutLogin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'wrong-value' && error.field === 'login';
}
