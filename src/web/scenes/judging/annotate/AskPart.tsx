import { lazy, Suspense, useState } from 'react';
import type { ThreadsReply } from '../../../../server/routes/discussion/threads.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Icon } from '../../../components/Icon.tsx';
import { useOutbox } from '../../../outbox/use-outbox.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { unseenAnswers } from '../../discussion/answers-seen.ts';
import discussionStyles from '../../discussion/discussion.module.css';
import { CommandButton } from './action-keys.tsx';
import { annotateTexts } from './texts.ts';
import { useWork } from './work-context.ts';

// What is seldom opened is loaded when it is.
const AskDialog = lazy(async () => ({ default: (await import('./AskDialog.tsx')).AskDialog }));
const OwnQuestions = lazy(async () => ({
  default: (await import('./AskDialog.tsx')).OwnQuestions,
}));

/** Asking about the unit at hand, and the answers to what was asked before. */
export function AskPart() {
  const { facts, unit, asking } = useWork();
  const texts = useTexts(annotateTexts).ask;
  const outbox = useOutbox();
  const [isListing, setListing] = useState(false);
  const { project } = facts.run;
  const { data } = useResource<ThreadsReply>(
    withQuery(apiPath`/api/projects/${project}/threads`, { run: facts.run.run, mine: true }),
    15_000,
  );
  const threads = data?.threads ?? [];
  const unseen = unseenAnswers(threads);
  return (
    <div className={discussionStyles.ask}>
      <CommandButton name="ask" variant="subtle" size="compact-sm" />
      {threads.length === 0 ? null : (
        <button
          type="button"
          className={discussionStyles.news}
          data-new={unseen > 0}
          onClick={() => setListing(true)}
        >
          {unseen > 0 ? <Icon name="info" size={13} /> : null}
          {unseen > 0 ? texts.unseen(unseen) : texts.mine(threads.length)}
        </button>
      )}
      <Suspense>
        {asking.isOpen && outbox !== null ? (
          <AskDialog
            project={project}
            onClose={asking.close}
            onAsk={(text) =>
              outbox.recordFact(facts.run.run, unit.shown.unit, {
                kind: 'question',
                detail: { text },
              })
            }
          />
        ) : null}
        {isListing ? (
          <OwnQuestions project={project} threads={threads} onClose={() => setListing(false)} />
        ) : null}
      </Suspense>
    </div>
  );
}
