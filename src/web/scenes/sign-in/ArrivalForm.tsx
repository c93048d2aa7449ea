import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/define-texts.ts';
import { signInTexts } from './texts.ts';
import styles from './Gate.module.css';

/** What somebody says who comes by a link. */
export interface Arrival {
  readonly login?: string;
  readonly name?: string;
  readonly password?: string;
}

/** Asks for what a new account needs, or for a new password only. */
export function ArrivalForm({ kind, onArrive }: { readonly kind: 'account' | 'password'; readonly onArrive: (arrival: Arrival) => Promise<void> }) {
  const texts = useTexts(signInTexts);
  const [arrival, setArrival] = useState({ login: '', name: '', password: '' });
  const [isSending, setIsSending] = useState(false);
  const set = (field: keyof typeof arrival) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const { value } = event.currentTarget;
    setArrival((before) => ({ ...before, [field]: value }));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSending(true);
        void onArrive(kind === 'password' ? { password: arrival.password } : arrival).finally(() => setIsSending(false));
      }}
    >
      {kind === 'password' ? null : (
        <>
          <TextInput label={texts.fullName} name="name" autoComplete="name" required withAsterisk={false} value={arrival.name} onChange={set('name')} autoFocus />
          <TextInput label={texts.login} description={texts.loginHint} name="login" autoComplete="username" autoCapitalize="none" spellCheck={false} required withAsterisk={false} minLength={2} maxLength={64} value={arrival.login} onChange={set('login')} />
        </>
      )}
      <PasswordInput label={texts.password} description={texts.passwordHint} name="password" autoComplete="new-password" required withAsterisk={false} value={arrival.password} onChange={set('password')} autoFocus={kind === 'password'} />
      <Button type="submit" loading={isSending}>
        {kind === 'password' ? texts.set : texts.create}
      </Button>
    </form>
  );
}
