import { useRef } from 'react';
import type { TaskReply } from '../../../../server/routes/protocol/task-reply.ts';
import type { PoliciesReply, VerdictReply } from '../../../../server/routes/verdicts/verdicts.ts';
import { useActions } from '../../../actions/use-actions.ts';
import { replies, useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { useProjectEvents } from '../../../api/follow-project.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { navigate, redirect } from '../../../router.ts';
import type { Search, Target } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { readTask } from '../../../api/projects.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useScope } from '../../../figures/use-scope.ts';
import { PolicyPicker } from '../list/VerdictFilters.tsx';
import { stepFocus } from '../list/step-focus.ts';
import {
  policyAtK,
  readChoice,
  subjectName,
  verdictsTarget,
  verdictTarget,
} from '../list/verdict-query.ts';
import type { PolicyAtK, VerdictChoice } from '../list/verdict-query.ts';
import { traceActions } from './actions.ts';
import { LadderTrace } from './LadderTrace.tsx';
import { OtherVerdicts } from './OtherVerdicts.tsx';
import { ScoreTable } from './ScoreTable.tsx';
import { verdictTexts } from './texts.ts';
import { TraceUnits } from './TraceUnits.tsx';
import { VerdictSentence } from './VerdictSentence.tsx';

/** How a verdict was reached, down to the votes, and what would change it. */
export function VerdictScene({ params, search }: SceneProps) {
  const { project = '', subject = '' } = params;
  const texts = useTexts(verdictTexts);
  const known = useResource<PoliciesReply>(apiPath`/api/projects/${project}/policies`, 30_000);
  const choice = known.data === null ? null : readChoice(search, known.data);
  const task = choice?.policy.task;
  const { scope } = useScope(project, task === undefined ? {} : { task });
  const chosen = choice === null ? null : policyAtK(choice);
  const found = useResource<VerdictReply>(
    chosen === null
      ? null
      : withQuery(apiPath`/api/projects/${project}/verdicts/${subject}`, {
          ...chosen,
          units: search['units'] === 'all' ? 'all' : null,
        }),
    500,
  );
  useProjectEvents(project);
  const name = found.data === null ? null : subjectName(found.data.subject.fields);
  const others = Object.values(found.data?.subject.fields ?? {}).filter(
    (value): value is string =>
      typeof value === 'string' && value.trim() !== '' && value !== name && value !== subject,
  );
  const kept = Object.entries(search).filter(([key]) => key === 'units' || key === 'try');
  const choose = (next: PolicyAtK): void =>
    redirect(verdictTarget(project, subject, next, Object.fromEntries(kept)));
  const picker =
    known.data === null || choice === null ? undefined : (
      <PolicyPicker known={known.data} choice={choice} onChoose={choose} />
    );
  const list: Target =
    chosen === null ? { to: 'verdicts', params: { project } } : verdictsTarget(project, chosen);
  return (
    <>
      <PageHead title={name ?? subject} actions={picker}>
        <Link target={list}>{texts.back}</Link>
        {[...(name === null || name === subject ? [] : [subject]), ...others]
          .map((text) => ` · ${text}`)
          .join('')}
      </PageHead>
      {known.data === null || choice === null ? (
        <Loaded resource={known}>{() => <Notice kind="info">{texts.noPolicies}</Notice>}</Loaded>
      ) : (
        <Loaded resource={found}>
          {(data) =>
            scope === null || scope.task.id !== task ? null : (
              <Trace
                project={project}
                data={data}
                known={known.data!}
                choice={choice}
                reply={scope.task}
                search={search}
              />
            )
          }
        </Loaded>
      )}
    </>
  );
}

interface TraceProps {
  readonly project: string;
  readonly data: VerdictReply;
  readonly known: PoliciesReply;
  readonly choice: VerdictChoice;
  readonly reply: TaskReply;
  readonly search: Search;
}

function Trace({ project, data, known, choice, reply, search }: TraceProps) {
  const texts = useTexts(verdictTexts);
  const task = readTask(reply);
  const page = useRef<HTMLDivElement>(null);
  const mayRule = rolesIn(useSession(), project).some(
    (role) => role === 'lead' || role === 'adjudicator',
  );
  const tried = data.units.find((unit) => unit.id === search['try'])?.id ?? null;
  const chosen = policyAtK(choice);
  const areAllShown = search['units'] === 'all';
  const go = (more: Search, areAll = areAllShown): void =>
    redirect(
      verdictTarget(project, data.subject.id, chosen, {
        ...(areAll ? { units: 'all' } : {}),
        ...more,
      }),
    );
  const cards = (): readonly HTMLElement[] => [
    ...(page.current?.querySelectorAll<HTMLElement>('[data-trace-unit]') ?? []),
  ];
  const actions = useActions(traceActions, {
    isTrying: tried !== null,
    run: {
      down: () => stepFocus(cards(), 1),
      up: () => stepFocus(cards(), -1),
      whatIf: () => {
        const focused = cards().find((card) => card.contains(document.activeElement));
        const unit = (focused ?? cards()[0])?.dataset['traceUnit'];
        if (unit !== undefined) go({ try: unit });
      },
      list: () => navigate(verdictsTarget(project, chosen)),
    },
  });
  const { reason } = data.verdict;
  return (
    <div ref={page}>
      {search['ruled'] === undefined ? null : (
        <Notice kind="good">{texts.ruledNow(search['ruled'])}</Notice>
      )}
      <VerdictSentence data={data} policy={choice.policy} />
      {reason.kind === 'points' ? (
        <ScoreTable data={data} reason={reason} policy={choice.policy} task={task} />
      ) : null}
      {data.rules === null || reason.kind === 'insufficient' ? null : (
        <LadderTrace data={data} policy={choice.policy} />
      )}
      <TraceUnits
        project={project}
        data={data}
        task={task}
        policies={known.policies}
        mayRule={mayRule}
        tried={tried}
        whatIf={actions.whatIf}
        areAllShown={areAllShown}
        onAll={(areAll) => go({}, areAll)}
        onTry={(unit) => go(unit === null ? {} : { try: unit })}
        onRuled={(unit) => {
          replies.refresh(apiPath`/api/projects/${project}`);
          go({ ruled: unit });
        }}
      />
      <OtherVerdicts project={project} data={data} policies={known.policies} choice={choice} />
    </div>
  );
}
