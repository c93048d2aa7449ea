import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ThreadReply } from '../../../server/routes/discussion/threads.ts';
import { change } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Icon } from '../../components/Icon.tsx';
import { Link } from '../../components/Link.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { KeepDialog } from './KeepDialog.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { discussionTexts } from './texts.ts';
import styles from './discussion.module.css';

interface ThreadCardProps {
  readonly project: string;
  readonly thread: ThreadReply;
  /** May answer; otherwise somebody may only comment. */
  readonly mayAnswer: boolean;
  readonly mayReply?: boolean;
  /** Where the unit's name leads; without it, the unit is at hand. */
  readonly unitLink?: (thread: ThreadReply) => ReactNode;
}

/** A question about a unit with everything that was said to it. */
export function ThreadCard(props: ThreadCardProps) {
  const { project, thread, mayAnswer, mayReply = true, unitLink } = props;
  const texts = useTexts(discussionTexts);
  const format = useFormat();
  const [isKeeping, setKeeping] = useState(false);
  const answer = thread.replies.findLast((one) => one.kind === 'answer');
  const path = apiPath`/api/projects/${project}/threads/${String(thread.question)}/replies`;
  const isAnswer = mayAnswer && !thread.own;
  return (
    <article className={styles.thread} aria-label={thread.text}>
      <header className={styles.threadHead}>
        <StateMark
          kind={thread.state === 'open' ? 'warn' : 'good'}
          icon={thread.state === 'open' ? 'clock' : 'check'}
        >
          {thread.state === 'open' ? texts.open : texts.answered}
        </StateMark>
        {unitLink === undefined ? null : unitLink(thread)}
        <span className={styles.soft}>{texts.round(thread.round, thread.attempt)}</span>
        {thread.is_private ? (
          <span className={styles.soft}>
            <Icon name="lock" size={12} /> {texts.private}
          </span>
        ) : null}
        {thread.entries.map(({ id, as }) => (
          <span key={id} className={styles.kept}>
            <Icon name="book" size={12} /> {texts.kept[as === 'edge-case' ? as : 'faq']}
          </span>
        ))}
      </header>
      {unitLink === undefined || thread.unit_text === '' ? null : (
        <blockquote className={styles.quote}>{thread.unit_text}</blockquote>
      )}
      <ol className={styles.said}>
        <Said by={thread.by} own={thread.own} verb={texts.asks} at={thread.at} isQuestion>
          {thread.text}
        </Said>
        {thread.replies.map((one) => (
          <Said
            key={one.id}
            by={one.by}
            own={one.own}
            verb={one.kind === 'answer' ? texts.answers : texts.says}
            at={one.at}
            {...(one.own ? { onWithdraw: () => withdraw(project, one.id) } : {})}
          >
            {one.text}
          </Said>
        ))}
      </ol>
      {mayReply ? (
        <div className={styles.threadEnd}>
          <ReplyForm
            path={path}
            outdated={apiPath`/api/projects/${project}`}
            label={isAnswer ? texts.answerField : texts.commentField}
            {...(isAnswer ? { help: texts.answerHelp } : {})}
            action={isAnswer ? texts.answer : texts.comment}
            isFolded={thread.state === 'answered' || !isAnswer}
            extra={
              mayAnswer && answer !== undefined ? (
                <Button variant="subtle" size="compact-sm" onClick={() => setKeeping(true)}>
                  {texts.keep}
                </Button>
              ) : null
            }
          />
        </div>
      ) : null}
      {isKeeping ? (
        <KeepDialog
          project={project}
          thread={thread}
          answer={answer?.text ?? ''}
          onClose={() => setKeeping(false)}
        />
      ) : null}
      <span className="visually-hidden">{format.time(thread.at)}</span>
    </article>
  );
}

interface SaidProps {
  readonly by: string | null;
  readonly own: boolean;
  readonly verb: string;
  readonly at: string;
  readonly isQuestion?: boolean;
  readonly children: string;
  readonly onWithdraw?: () => Promise<unknown>;
}

/** Something that somebody said, with who and when. */
export function Said({ by, own, verb, at, isQuestion = false, children, onWithdraw }: SaidProps) {
  const texts = useTexts(discussionTexts);
  const format = useFormat();
  return (
    <li className={styles.one} data-question={isQuestion}>
      <p className={styles.who}>
        <b>{by ?? texts.someone}</b>
        {own ? <span className={styles.soft}> ({texts.you})</span> : null} {verb}{' '}
        <time dateTime={at}>{format.time(at)}</time>
        {onWithdraw === undefined ? null : (
          <button type="button" className={styles.plain} onClick={() => void onWithdraw()}>
            {texts.withdraw}
          </button>
        )}
      </p>
      <p className={styles.text}>{children}</p>
    </li>
  );
}

/** Takes a note back. */
export function withdraw(project: string, ...notes: readonly string[]): Promise<unknown> {
  return change(
    apiPath`/api/projects/${project}/notes/withdrawals`,
    { method: 'POST', body: { notes, idempotency_key: withdrawalKey(notes) } },
    apiPath`/api/projects/${project}`,
  );
}

/** The key under which notes are taken back. */
export function withdrawalKey(notes: readonly string[]): string {
  return `withdraw ${notes.join(' ').slice(0, 150)}`;
}

/** A unit's name, which leads to its page. */
export function unitPageLink(project: string) {
  return function UnitPageLink({ task, unit }: ThreadReply) {
    return (
      <Link className="id-cell" target={{ to: 'unit', params: { project, task, unit } }}>
        {unit}
      </Link>
    );
  };
}
