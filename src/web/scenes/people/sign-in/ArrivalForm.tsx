import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { signInTexts } from './texts.ts';
import styles from './EntryFrame.module.css';

/** What somebody says who comes by a link. */
export interface Arrival {
  readonly login?: string;
  readonly name?: string;
  readonly password?: string;
}

interface ArrivalFormProps {
  readonly kind: 'account' | 'password';
  readonly error: unknown;
  readonly onArrive: (arrival: Arrival) => Promise<void>;
}

/** Asks for what a new account needs, or for a new password only. */
export function ArrivalForm({ kind, error, onArrive }: ArrivalFormProps) {
  const texts = useTexts(signInTexts);
  const [arrival, setArrival] = useState({ login: '', name: '', password: '' });
  const [isSending, setIsSending] = useState(false);
  const set =
    (field: keyof typeof arrival) =>
    (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setArrival((before) => ({ ...before, [field]: value }));
    };
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
            label={texts.fullName}
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
            value={arrival.name}
            onChange={set('name')}
            autoFocus
          />
          <TextInput
            ref={login}
            label={texts.login}
            error={isBadLogin ? texts.badLogin : undefined}
            description={texts.loginHint}
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            minLength={2}
            maxLength={64}
            value={arrival.login}
            onChange={set('login')}
          />
        </>
      )}
      <PasswordInput
        label={texts.password}
        description={texts.passwordHint}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={arrival.password}
        onChange={set('password')}
        autoFocus={kind === 'password'}
      />
      <Button type="submit" loading={isSending}>
        {kind === 'password' ? texts.set : texts.create}
      </Button>
    </form>
  );
}

/** Whether the login was refused for its characters, which the field itself says. */
function isAboutLogin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'wrong-value' && error.field === 'login';
}
