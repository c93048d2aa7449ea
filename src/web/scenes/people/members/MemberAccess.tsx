import { Button } from '@mantine/core';
import { useState } from 'react';
import { change, useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import type { SessionView } from '../../../../server/routes/people/own-sessions.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { SessionTable } from '../profile/SessionTable.tsx';
import { SecretNotice } from './SecretNotice.tsx';
import { peopleTexts } from './texts.ts';

interface MemberAccessProps {
  readonly login: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** A new password link for somebody, and where they are signed in; for leads of the workspace. */
export function MemberAccess({ login, name, onClose }: MemberAccessProps) {
  const texts = useTexts(peopleTexts).access;
  const format = useFormat();
  const path = apiPath`/api/accounts/${login}`;
  const sessions = useItems<SessionView>(`${path}/sessions`, 0);
  const [link, setLink] = useState<{ link: string; expires_at: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  return (
    <Dialog title={texts.title(name)} onClose={onClose}>
      <p>{texts.linkWhy}</p>
      {link === null ? (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() =>
            void act(async () => setLink(await change(`${path}/link`, { method: 'POST' }, path)))
          }
        >
          {texts.makeLink}
        </Button>
      ) : (
        <SecretNotice title={texts.linkMade} label={texts.link} secret={link.link}>
          {texts.linkUntil(format.time(link.expires_at))}
        </SecretNotice>
      )}
      <h3>{texts.sessions}</h3>
      <Loaded resource={sessions}>
        {({ items }) => (
          <>
            {items.length === 0 ? <p>{texts.noSession}</p> : <SessionTable items={items} />}
            {items.length === 0 ? null : (
              <Button
                mt="sm"
                variant="default"
                loading={isBusy}
                onClick={() =>
                  void act(() => change(`${path}/sessions`, { method: 'DELETE' }, path))
                }
              >
                {texts.endAll}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
