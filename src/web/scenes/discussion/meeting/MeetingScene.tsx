import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type {
  AgendaPointReply,
  AgendaReply,
  MeetingsReply,
} from '../../../../server/routes/discussion/meetings.ts';
import { change, useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { navigate } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { withdraw } from '../ThreadCard.tsx';
import { AgendaView } from './AgendaView.tsx';
import { meetingTexts } from './texts.ts';
import styles from './meeting.module.css';

/** The agenda of the next meeting, and the meetings so far. */
export function MeetingScene({ params }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(meetingTexts);
  const agenda = useResource<AgendaReply>(apiPath`/api/projects/${project}/agenda`, 2000);
  const mayWrite = rolesIn(useSession(), project).some(
    (role) => role === 'lead' || role === 'adjudicator',
  );
  const [dialog, setDialog] = useState<'begin' | 'add' | null>(null);
  const close = (): void => setDialog(null);
  const week = agenda.data?.week ?? '';
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <div className={styles.actions}>
            {mayWrite && agenda.data !== null ? (
              <>
                <Button variant="default" onClick={() => setDialog('add')}>
                  {texts.add}
                </Button>
                <Button onClick={() => setDialog('begin')}>{texts.begin}</Button>
              </>
            ) : null}
            <Button variant="default" onClick={() => print()}>
              {texts.print}
            </Button>
          </div>
        }
      >
        <span className={styles.onScreen}>{texts.lead}</span>
        <p className={styles.week}>
          {week === '' ? '' : texts.week(week)}{' '}
          {agenda.data?.simulated === true ? <SimulatedMark /> : null}
        </p>
      </PageHead>
      <Loaded resource={agenda}>
        {(data) => (
          <AgendaView
            project={project}
            agenda={data}
            beside={(point) => <Waiting project={project} point={point} mayWrite={mayWrite} />}
          />
        )}
      </Loaded>
      <Earlier project={project} />
      {dialog === 'begin' ? (
        <BeginDialog project={project} title={texts.week(week)} onClose={close} />
      ) : null}
      {dialog === 'add' ? <AddDialog project={project} onClose={close} /> : null}
    </>
  );
}

interface WaitingProps {
  readonly project: string;
  readonly point: AgendaPointReply;
  readonly mayWrite: boolean;
}

/** Before the meeting: room to write on paper, and taking off what was put on by hand. */
function Waiting({ project, point, mayWrite }: WaitingProps) {
  const texts = useTexts(meetingTexts);
  return (
    <>
      <p className={styles.onPaper}>{texts.decision}</p>
      {mayWrite && (point.kind === 'put' || point.kind === 'flag') ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.onScreen}
          onClick={() => void withdraw(project, point.note)}
        >
          {texts.remove}
        </Button>
      ) : null}
    </>
  );
}

interface DialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

function BeginDialog({ project, title, onClose }: DialogProps & { readonly title: string }) {
  const texts = useTexts(meetingTexts);
  const [name, setName] = useState(title);
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog
      title={texts.beginTitle}
      confirm={texts.beginDo}
      onClose={onClose}
      isReady={name.trim() !== ''}
      onConfirm={async () => {
        const { id } = await change<{ readonly id: string }>(
          apiPath`/api/projects/${project}/meetings`,
          { method: 'POST', body: { title: name, idempotency_key: key } },
          apiPath`/api/projects/${project}`,
        );
        navigate({ to: 'held-meeting', params: { project, meeting: id } });
      }}
    >
      <p>{texts.beginWhy}</p>
      <TextInput
        label={texts.name}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}

function AddDialog({ project, onClose }: DialogProps) {
  const texts = useTexts(meetingTexts);
  const [text, setText] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog
      title={texts.addTitle}
      confirm={texts.addDo}
      onClose={onClose}
      isReady={text.trim() !== ''}
      onConfirm={async () => {
        await change(
          apiPath`/api/projects/${project}/agenda`,
          { method: 'POST', body: { text, idempotency_key: key } },
          apiPath`/api/projects/${project}`,
        );
      }}
    >
      <Textarea
        label={texts.addField}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}

function Earlier({ project }: { readonly project: string }) {
  const texts = useTexts(meetingTexts);
  const found = useResource<MeetingsReply>(apiPath`/api/projects/${project}/meetings`, 2000);
  if (found.data === null) return null;
  return (
    <div className={styles.onScreen}>
      <Section title={texts.earlier}>
        <FigureTable
          caption={texts.earlier}
          rows={found.data.meetings}
          rowKey={({ id }) => id}
          empty={texts.noneEarlier}
          columns={(column) => [
            {
              ...column.cell('meeting', texts.columns.meeting, ({ id, title }) => (
                <Link target={{ to: 'held-meeting', params: { project, meeting: id } }}>
                  {title}
                </Link>
              )),
              isRowHeader: true,
            },
            column.time('at', texts.columns.at, ({ at }) => at),
            column.text('by', texts.columns.by, ({ by }) => by),
            column.number('points', texts.columns.points, ({ points }) => points),
            column.number('decisions', texts.columns.decisions, ({ decisions }) => decisions),
          ]}
        />
      </Section>
    </div>
  );
}
