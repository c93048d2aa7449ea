import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SessionView } from '../../../../server/routes/people/own-sessions.ts';
import { change, useItems } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { SessionTable } from './SessionTable.tsx';
import { profileTexts } from './texts.ts';

/** The user's sessions, each of which can be ended. */
export function OwnSessions() {
  const texts = useTexts(profileTexts).sessions;
  const path = '/api/me/sessions';
  const sessions = useItems<SessionView>(path, 1000);
  const [failure, setFailure] = useState<unknown>(null);
  const end = (address: string): void => {
    setFailure(null);
    change(address, { method: 'DELETE' }, path).catch(setFailure);
  };
  return (
    <Section
      title={texts.title}
      note={texts.note}
      aside={
        (sessions.data?.items.length ?? 0) < 2 ? undefined : (
          <Button size="compact-sm" variant="default" onClick={() => end(path)}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      {failure === null ? null : <ErrorNotice error={failure} />}
      <Loaded resource={sessions}>
        {({ items }) => (
          <SessionTable items={items} onEnd={(one) => end(apiPath`/api/me/sessions/${one.id}`)} />
        )}
      </Loaded>
    </Section>
  );
}
