import type { ThreadsReply } from '../../../server/routes/discussion/threads.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { Said, ThreadCard, withdraw } from './ThreadCard.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { discussionTexts } from './texts.ts';
import styles from './discussion.module.css';

interface UnitDiscussionProps {
  readonly project: string;
  readonly task: string;
  readonly unit: string;
}

/** Everything that was asked and said about one unit. */
export function UnitDiscussion({ project, task, unit }: UnitDiscussionProps) {
  const texts = useTexts(discussionTexts);
  const { data } = useResource<ThreadsReply>(
    withQuery(apiPath`/api/projects/${project}/threads`, { task, unit }),
    2000,
  );
  if (data === null || data.hidden_tasks.length > 0) return null;
  const { threads, comments, may_answer: mayAnswer } = data;
  if (threads.length === 0 && comments.length === 0 && !mayAnswer) return null;
  return (
    <div className={styles.unitThread}>
      {threads.toReversed().map((thread) => (
        <ThreadCard
          key={thread.question}
          project={project}
          thread={thread}
          mayAnswer={mayAnswer}
          mayReply={mayAnswer}
        />
      ))}
      {comments.length === 0 ? null : (
        <ol className={styles.said}>
          {comments.map((one) => (
            <Said
              key={one.id}
              by={one.by}
              own={one.own}
              verb={texts.says}
              at={one.at}
              {...(one.own ? { onWithdraw: () => withdraw(project, one.id) } : {})}
            >
              {one.text}
            </Said>
          ))}
        </ol>
      )}
      {mayAnswer ? (
        <ReplyForm
          path={apiPath`/api/projects/${project}/units/${task}/${unit}/comments`}
          outdated={apiPath`/api/projects/${project}/threads`}
          label={texts.unitComment}
          help={texts.unitNote}
          action={texts.comment}
          isFolded
        />
      ) : null}
    </div>
  );
}
