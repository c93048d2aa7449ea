import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import type { ThreadReply, ThreadsReply } from '../../../server/routes/discussion/threads.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { redirect } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { noteAnswersSeen } from './answers-seen.ts';
import { ThreadCard, unitPageLink } from './ThreadCard.tsx';
import { discussionTexts } from './texts.ts';
import styles from './discussion.module.css';

const states = ['all', 'open', 'answered'] as const;

/** The questions of a project: all of them for those who oversee it, else the user's own. */
export function QuestionsScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(discussionTexts);
  const roles = rolesIn(useSession(), project);
  const isOverseer = roles.some((role) => role !== 'annotator');
  const state = states.find((one) => one === search['state']) ?? 'all';
  const { task, unit } = search;
  const found = useResource<ThreadsReply>(
    withQuery(apiPath`/api/projects/${project}/threads`, {
      state: state === 'all' ? undefined : state,
      task,
      unit,
    }),
    2000,
  );
  const { data } = found;
  useEffect(() => {
    if (data !== null) noteAnswersSeen(data.threads);
  }, [data]);
  return (
    <>
      <PageHead
        title={isOverseer ? texts.title : texts.mine}
        actions={
          <SegmentedControl
            aria-label={texts.show}
            value={state}
            onChange={(value) => {
              const { state: _, ...kept } = search;
              const next = value === 'all' ? kept : { ...kept, state: value };
              redirect({ to: 'questions', params: { project }, search: next });
            }}
            data={states.map((value) => ({ value, label: texts.states[value] }))}
          />
        }
      >
        {isOverseer ? texts.lead : texts.mineLead}
      </PageHead>
      <Loaded resource={found}>
        {(reply) => (
          <Questions project={project} reply={reply} isOverseer={isOverseer} state={state} />
        )}
      </Loaded>
    </>
  );
}

interface QuestionsProps {
  readonly project: string;
  readonly reply: ThreadsReply;
  readonly isOverseer: boolean;
  readonly state: (typeof states)[number];
}

function Questions({ project, reply, isOverseer, state }: QuestionsProps) {
  const texts = useTexts(discussionTexts);
  const format = useFormat();
  const { threads, may_answer: mayAnswer, hidden_tasks: hidden } = reply;
  const none = isOverseer ? texts.none : texts.noneMine;
  const seesUnits = isOverseer && hidden.length === 0;
  return (
    <>
      {hidden.length === 0 ? null : (
        <Notice kind="info">{texts.hidden(format.list(hidden))}</Notice>
      )}
      {threads.length === 0 ? (
        <EmptyState icon="check" title={state === 'open' ? texts.noneOpen : none} />
      ) : null}
      <div className={styles.threads}>
        {threads.map((thread) => (
          <ThreadCard
            key={thread.question}
            project={project}
            thread={thread}
            mayAnswer={mayAnswer}
            mayReply={mayAnswer || !isOverseer}
            unitLink={seesUnits ? unitPageLink(project) : ownUnitLink}
          />
        ))}
      </div>
    </>
  );
}

/** An annotator's own unit leads back to the form. */
function ownUnitLink({ own, run, unit }: ThreadReply) {
  return own ? (
    <Link className="id-cell" target={{ to: 'annotate', params: { run }, search: { unit } }}>
      {unit}
    </Link>
  ) : (
    <code>{unit}</code>
  );
}
