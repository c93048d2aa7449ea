import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MeetingReply } from '../../../../server/routes/discussion/meetings.ts';
import { change, useResource } from '../../../api/cache.ts';
import { apiPath } from '../../../api/client.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { SimulatedMark } from '../../../components/SimulatedMark.tsx';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { AgendaView } from './AgendaView.tsx';
import { meetingTexts } from './texts.ts';
import styles from './meeting.module.css';

/** A meeting with its agenda as it was, and the decisions beside each point. */
export function HeldMeetingScene({ params }: SceneProps) {
  const { project = '', meeting = '' } = params;
  const texts = useTexts(meetingTexts);
  const format = useFormat();
  const found = useResource<MeetingReply>(
    apiPath`/api/projects/${project}/meetings/${meeting}`,
    2000,
  );
  const mayWrite = rolesIn(useSession(), project).some(
    (role) => role === 'lead' || role === 'adjudicator',
  );
  return (
    <Loaded resource={found}>
      {(data) => {
        const decisions = (point: string | null) => (
          <Decisions project={project} meeting={data} point={point} mayWrite={mayWrite} />
        );
        return (
          <>
            <PageHead
              title={texts.held(data.title)}
              actions={
                <div className={styles.actions}>
                  <Button variant="default" onClick={() => print()}>
                    {texts.print}
                  </Button>
                </div>
              }
            >
              {texts.heldLead(data.by, format.time(data.at))}{' '}
              {data.agenda.simulated ? <SimulatedMark /> : null}{' '}
              <Link className={styles.onScreen} target={{ to: 'meeting', params: { project } }}>
                {texts.back}
              </Link>
            </PageHead>
            <AgendaView
              project={project}
              agenda={data.agenda}
              beside={(point) => decisions(point.key)}
            />
            <Section title={texts.general}>{decisions(null)}</Section>
          </>
        );
      }}
    </Loaded>
  );
}

interface DecisionsProps {
  readonly project: string;
  readonly meeting: MeetingReply;
  readonly point: string | null;
  readonly mayWrite: boolean;
}

/** What was decided on a point; what was corrected stays readable. */
function Decisions({ project, meeting, point, mayWrite }: DecisionsProps) {
  const texts = useTexts(meetingTexts);
  const format = useFormat();
  /** The decision that is being corrected, or none for a new one. */
  const [writing, setWriting] = useState<{ readonly replaces: string | null } | null>(null);
  const own = meeting.decisions.filter((one) => one.point === point);
  const replaced = new Set(own.map(({ replaces }) => replaces));
  return (
    <div className={styles.decisions}>
      {own.length === 0 ? <p className={styles.onPaper}>{texts.decision}</p> : null}
      {own.map((one) => (
        <div key={one.id} className={styles.decision} data-replaced={replaced.has(one.id)}>
          <p>
            {replaced.has(one.id) ? (
              <>
                {texts.corrected} <s>{one.text}</s>
              </>
            ) : (
              one.text
            )}
          </p>
          <small>
            {texts.by(one.by, format.time(one.at))}
            {mayWrite && !replaced.has(one.id) ? (
              <button
                type="button"
                className={styles.plain}
                onClick={() => setWriting({ replaces: one.id })}
              >
                {texts.correct}
              </button>
            ) : null}
          </small>
        </div>
      ))}
      {mayWrite ? (
        <Button
          variant={own.length === 0 ? 'default' : 'subtle'}
          size="compact-sm"
          className={styles.onScreen}
          onClick={() => setWriting({ replaces: null })}
        >
          {texts.decide}
        </Button>
      ) : null}
      {writing === null ? null : (
        <DecisionDialog
          project={project}
          meeting={meeting.id}
          point={point}
          replaces={writing.replaces}
          onClose={() => setWriting(null)}
        />
      )}
    </div>
  );
}

interface DecisionDialogProps {
  readonly project: string;
  readonly meeting: string;
  readonly point: string | null;
  readonly replaces: string | null;
  readonly onClose: () => void;
}

function DecisionDialog({ project, meeting, point, replaces, onClose }: DecisionDialogProps) {
  const texts = useTexts(meetingTexts);
  const [key] = useState(() => crypto.randomUUID());
  return (
    <Dialog
      title={texts.decide}
      confirm={texts.decideDo}
      reason={texts.decideField}
      onClose={onClose}
      onConfirm={async (text) => {
        await change(
          apiPath`/api/projects/${project}/meetings/${meeting}/decisions`,
          { method: 'POST', body: { point, text, replaces, idempotency_key: key } },
          apiPath`/api/projects/${project}`,
        );
      }}
    >
      {null}
    </Dialog>
  );
}
