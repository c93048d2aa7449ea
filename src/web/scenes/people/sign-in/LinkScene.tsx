import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LinkReply } from '../../../../server/routes/people/links.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { ApiError, apiPath, request } from '../../../api/client.ts';
import { useSessionControl } from '../../../api/session.tsx';
import type { Session } from '../../../api/session.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { redirect } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { errorSentence } from '../../../texts/error-sentence.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { ArrivalForm } from './ArrivalForm.tsx';
import type { Arrival } from './ArrivalForm.tsx';
import { EntryFrame } from './EntryFrame.tsx';
import { signInTexts } from './texts.ts';
import styles from './EntryFrame.module.css';

/** What a one-time link is for: a new account, another project, reading, or a new password. */
export function LinkScene({ params }: SceneProps) {
  const texts = useTexts(signInTexts);
  const token = params['token'] ?? '';
  const purpose = useResource<LinkReply>(apiPath`/api/links/${token}`, Infinity);
  const { enter } = useSessionControl();
  const language = useLanguage();
  const [error, setError] = useState<unknown>(null);
  const accept = async (arrival: Arrival): Promise<void> => {
    setError(null);
    try {
      const session = await request<Session>(apiPath`/api/links/${token}`, {
        method: 'POST',
        body: { ...arrival, language },
      });
      replies.clear();
      enter(session);
      if (purpose.data?.kind === 'invitation' && purpose.data.role === 'reviewer')
        redirect({ to: 'lead', params: { project: purpose.data.project } });
      else redirect({ to: 'home' });
    } catch (failure) {
      setError(failure);
    }
  };
  if (purpose.error instanceof ApiError && purpose.error.code === 'link-expired') {
    return (
      <EntryFrame title={texts.expired} lead={errorSentence(purpose.error, language)}>
        <p className={styles.after}>
          <Link className="lone-link" target={{ to: 'sign-in' }}>
            {texts.toSignIn}
          </Link>
        </p>
      </EntryFrame>
    );
  }
  return (
    <Loaded resource={purpose}>
      {(data) =>
        data.kind === 'password' ? (
          <EntryFrame title={texts.newPassword} lead={texts.newPasswordFor(data.login)}>
            <ArrivalForm kind="password" error={error} onArrive={accept} />
          </EntryFrame>
        ) : (
          <Invitation purpose={data} token={token} error={error} onAccept={accept} />
        )
      }
    </Loaded>
  );
}

interface InvitationProps {
  readonly purpose: Extract<LinkReply, { kind: 'invitation' }>;
  readonly token: string;
  readonly error: unknown;
  readonly onAccept: (arrival: Arrival) => Promise<void>;
}

function Invitation({ purpose, token, error, onAccept }: InvitationProps) {
  const texts = useTexts(signInTexts);
  const format = useFormat();
  const { state, leave } = useSessionControl();
  const account = state.kind === 'signed-in' ? state.session.account : null;
  const lead = (
    <>
      <p>
        {purpose.title === null
          ? texts.toWorkspace
          : texts.toProject(purpose.title, texts.roles[purpose.role])}
      </p>
      <p>{texts.by(purpose.by, format.time(purpose.expires_at))}</p>
    </>
  );
  const notice = error === null ? null : <ErrorNotice error={error} />;
  if (account !== null)
    return (
      <EntryFrame title={texts.invitation} lead={lead}>
        {notice}
        <div className={styles.form}>
          <Button onClick={() => void onAccept({})}>{texts.joinAs(account.name)}</Button>
        </div>
        <p className={styles.after}>
          <Button variant="subtle" onClick={() => void leave()}>
            {texts.notMe}
          </Button>
        </p>
      </EntryFrame>
    );
  if (!purpose.account_needed)
    return (
      <EntryFrame title={texts.invitation} lead={lead}>
        <div className={styles.form}>
          {notice}
          <p>{texts.readWhy}</p>
          <Button onClick={() => void onAccept({})}>{texts.read}</Button>
        </div>
      </EntryFrame>
    );
  return (
    <EntryFrame title={texts.invitation} lead={lead}>
      <ArrivalForm kind="account" login={purpose.login} error={error} onArrive={onAccept} />
      <p className={styles.after}>
        <Link
          className="lone-link"
          target={{ to: 'sign-in', search: { to: `/link/${encodeURIComponent(token)}` } }}
        >
          {texts.haveAccount}
        </Link>
      </p>
    </EntryFrame>
  );
}
