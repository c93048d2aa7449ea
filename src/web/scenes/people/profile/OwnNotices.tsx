import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { noticeEvents } from '../../../../domain/people/notice.ts';
import type { OwnNoticesReply } from '../../../../server/routes/people/notices.ts';
import { change, useResource } from '../../../api/cache.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section, Sheet } from '../../../components/Section.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useSharedTexts } from '../../../texts/shared-texts.ts';
import { profileTexts } from './texts.ts';
import styles from './ProfileScene.module.css';

/** Which messages the user gets by mail, and where. */
export function OwnNotices() {
  const texts = useTexts(profileTexts).notices;
  const notices = useResource<OwnNoticesReply>(path, 60_000);
  return (
    <Section title={texts.title} note={texts.note}>
      <Loaded resource={notices}>
        {(data) =>
          data.can_mail ? (
            <Sheet>
              <NoticeForm key={`${data.email} ${data.events.join()}`} own={data} />
            </Sheet>
          ) : (
            <Notice kind="info">{texts.off}</Notice>
          )
        }
      </Loaded>
    </Section>
  );
}

const path = '/api/me/notices';

function NoticeForm({ own }: { readonly own: OwnNoticesReply }) {
  const texts = useTexts(profileTexts).notices;
  const shared = useSharedTexts();
  const [email, setEmail] = useState(own.email ?? '');
  const [events, setEvents] = useState(own.events);
  const [failure, setFailure] = useState<unknown>(null);
  const [told, setTold] = useState('');
  const address = email.trim() === '' ? null : email.trim();
  const isChanged = address !== own.email || events.join() !== own.events.join();
  const act = (work: () => Promise<unknown>, said: string): void => {
    setFailure(null);
    setTold('');
    work().then(() => setTold(said), setFailure);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const body = { email: address, events };
        act(() => change(path, { method: 'PUT', body }, path), texts.saved);
      }}
    >
      <Stack gap="md">
        {failure === null ? null : <ErrorNotice error={failure} />}
        <TextInput
          type="email"
          label={texts.email}
          description={texts.emailWhy}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={texts.which}
          value={[...events]}
          onChange={(chosen) => setEvents(noticeEvents.filter((one) => chosen.includes(one)))}
        >
          <Stack gap="xs" mt="xs">
            {noticeEvents.map((event) => (
              <Checkbox key={event} value={event} label={texts.events[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <div className={styles.row}>
          <Button type="submit" variant="default" disabled={!isChanged}>
            {shared.save}
          </Button>
          <Button
            variant="default"
            disabled={isChanged || own.email === null}
            onClick={() =>
              act(() => change(`${path}/test`, { method: 'POST' }, path), texts.tested)
            }
          >
            {texts.test}
          </Button>
          <span role="status">{told}</span>
        </div>
      </Stack>
    </form>
  );
}
