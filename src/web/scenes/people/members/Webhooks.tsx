import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { noticeEvents } from '../../../../domain/people/notice.ts';
import type { NoticeEvent } from '../../../../domain/people/notice.ts';
import type {
  DeliveredReply,
  MadeWebhook,
  WebhookReply,
} from '../../../../server/routes/people/notices.ts';
import { change, useItems, useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Section } from '../../../components/Section.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { profileTexts } from '../profile/texts.ts';
import { SecretNotice } from './SecretNotice.tsx';
import { peopleTexts } from './texts.ts';

interface Webhooks {
  readonly items: readonly WebhookReply[];
}

/** External addresses that get events, and what happened to the messages. */
export function Webhooks({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts).webhooks;
  const { events } = useTexts(profileTexts).notices;
  const path = apiPath`/api/projects/${project}`;
  const everywhere = apiPath`/api/projects/${'*'}`;
  const isWorkspaceLead = rolesIn(useSession(), '*').includes('lead');
  const own = useResource<Webhooks>(`${path}/webhooks`, 1000);
  const shared = useResource<Webhooks>(isWorkspaceLead ? `${everywhere}/webhooks` : null, 1000);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const act = (place: string, id: string, how: { method: 'POST' | 'DELETE' }, end = ''): void => {
    setFailure(null);
    const hook = `${place}/webhooks/${encodeURIComponent(id)}${end}`;
    change(hook, how, place).catch(setFailure);
  };
  const rows = [
    ...(own.data?.items ?? []).map((one) => ({ ...one, place: path })),
    ...(shared.data?.items ?? []).map((one) => ({ ...one, place: everywhere })),
  ];
  return (
    <Section
      title={texts.title}
      note={texts.note}
      aside={
        <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      {failure === null ? null : <ErrorNotice error={failure} />}
      {made === null ? null : (
        <SecretNotice title={texts.made} label={texts.secret} secret={made.secret}>
          {texts.madeWhy}
        </SecretNotice>
      )}
      <Loaded resource={own}>
        {() => (
          <FigureTable
            caption={texts.title}
            rows={rows}
            rowKey={(one) => one.id}
            columns={(column) => [
              column.text('url', texts.url, (one) => one.url),
              column.text('scope', texts.scope, (one) =>
                one.place === path ? texts.here : texts.everywhere,
              ),
              column.text('events', texts.events, (one) =>
                one.events.map((event) => events[event]).join(', '),
              ),
              column.cell('actions', texts.actions, (one) => (
                <>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${texts.test}: ${one.url}`}
                    onClick={() => act(one.place, one.id, { method: 'POST' }, '/test')}
                  >
                    {texts.test}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${texts.remove}: ${one.url}`}
                    onClick={() => act(one.place, one.id, { method: 'DELETE' })}
                  >
                    {texts.remove}
                  </Button>
                </>
              )),
            ]}
          />
        )}
      </Loaded>
      <Deliveries project={project} />
      {isAdding ? (
        <AddWebhook
          places={isWorkspaceLead ? [path, everywhere] : [path]}
          onClose={() => setAdding(false)}
          onMade={setMade}
        />
      ) : null}
    </Section>
  );
}

/** What was sent lately, to whom, and what went wrong. */
function Deliveries({ project }: { readonly project: string }) {
  const texts = useTexts(peopleTexts).webhooks;
  const { events } = useTexts(profileTexts).notices;
  const format = useFormat();
  const log = useItems<DeliveredReply>(apiPath`/api/projects/${project}/notices`, 1000);
  const items = log.data?.items ?? [];
  if (items.length === 0) return null;
  const title = (event: string): string =>
    noticeEvents.includes(event as NoticeEvent) ? events[event as NoticeEvent] : texts.testEvent;
  return (
    <>
      <h3>{texts.log}</h3>
      <FigureTable
        caption={texts.log}
        rows={items}
        rowKey={(one) => one.id}
        columns={(column) => [
          column.text('at', texts.at, (one) => one.created_at, format.time),
          column.text('event', texts.event, (one) => title(one.event)),
          column.text('to', texts.to, (one) => one.to),
          column.cell('state', texts.state, (one) => (
            <>
              <StateMark kind={marks[one.state]}>{texts.states[one.state]}</StateMark>
              {one.problem === null ? null : ` ${one.problem}`}
            </>
          )),
          column.cell('attempts', texts.attempts, (one) => format.count(one.attempts)),
        ]}
      />
    </>
  );
}

const marks = { sent: 'good', waiting: 'active', 'given-up': 'bad' } as const;

interface AddWebhookProps {
  /** The project, and the whole workspace for its leads. */
  readonly places: readonly string[];
  readonly onClose: () => void;
  readonly onMade: (made: MadeWebhook) => void;
}

function AddWebhook({ places, onClose, onMade }: AddWebhookProps) {
  const texts = useTexts(peopleTexts).webhooks;
  const { events: titles } = useTexts(profileTexts).notices;
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly string[]>(['round', 'cases', 'gate']);
  const [isEverywhere, setEverywhere] = useState(false);
  const place = places[isEverywhere ? 1 : 0]!;
  return (
    <Dialog
      title={texts.addTitle}
      confirm={texts.add}
      isReady={url.trim() !== '' && events.length > 0}
      onClose={onClose}
      onConfirm={async () => {
        const body = { url: url.trim(), events };
        onMade(await change<MadeWebhook>(`${place}/webhooks`, { method: 'POST', body }, place));
      }}
    >
      <TextInput
        label={texts.url}
        placeholder="https://hooks.example.org/assay"
        description={texts.urlWhy}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group label={texts.events} value={[...events]} onChange={setEvents}>
        <Stack gap="xs" mt="xs">
          {noticeEvents.map((event) => (
            <Checkbox key={event} value={event} label={titles[event]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {places.length < 2 ? null : (
        <Checkbox
          label={texts.forAll}
          checked={isEverywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
    </Dialog>
  );
}
