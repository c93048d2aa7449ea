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
import { navigate } from '../../../router.ts';
import type { Search } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { readTask } from '../../../api/read-task.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useScope } from '../../../figures/use-scope.ts';
import { PolicyPicker } from '../list/PolicyPicker.tsx';
import { stepFocus } from '../list/step-focus.ts';
import { readChoice, subjectName, writeSearch } from '../list/verdict-query.ts';
import type { VerdictChoice } from '../list/verdict-query.ts';
import { traceActions } from './actions.ts';
import { LadderTrace } from './LadderTrace.tsx';
import { OtherVerdicts } from './OtherVerdicts.tsx';
import { ScoreTable } from './ScoreTable.tsx';
import { verdictTexts } from './texts.ts';
import { TraceUnits } from './TraceUnits.tsx';
import { VerdictSentence } from './VerdictSentence.tsx';

/** How a verdict came about, down to the votes; and what would make it another. */
export function VerdictScene({ params, search }: SceneProps) {
  const { project = '', subject = '' } = params;
  const texts = useTexts(verdictTexts);
  const known = useResource<PoliciesReply>(apiPath`/api/projects/${project}/policies`, 30_000);
  const choice = known.data === null ? null : readChoice(search, known.data);
  const task = choice?.policy.task;
  const { scope } = useScope(project, task === undefined ? {} : { task });
  const chosen = choice === null ? null : { policy: choice.policy.policy, k: choice.k };
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
  const choose = (next: { readonly policy: string; readonly k: number }): void =>
    navigate(
      {
        to: 'verdict',
        params: { project, subject },
        search: { ...kept(search), ...writeSearch(next) },
      },
      { replace: true },
    );
  return (
    <>
      <PageHead
        title={name ?? subject}
        {...(known.data === null || choice === null
          ? {}
          : { actions: <PolicyPicker known={known.data} choice={choice} onChoose={choose} /> })}
      >
        <Link
          target={{
            to: 'verdicts',
            params: { project },
            search: chosen === null ? {} : writeSearch(chosen),
          }}
        >
          {texts.back}
        </Link>
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

/** What stays in the address when another policy is chosen. */
function kept(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => name === 'units' || name === 'try'),
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
  const tried = data.units.some((unit) => unit.id === search['try'])
    ? (search['try'] ?? null)
    : null;
  const chosen = writeSearch({ policy: choice.policy.policy, k: choice.k });
  const units: Search = search['units'] === 'all' ? { units: 'all' } : {};
  const go = (more: Search): void =>
    navigate(
      {
        to: 'verdict',
        params: { project, subject: data.subject.id },
        search: { ...chosen, ...units, ...more },
      },
      { replace: true },
    );
  const cards = (): readonly HTMLElement[] => [
    ...(page.current?.querySelectorAll<HTMLElement>('[data-trace-unit]') ?? []),
  ];
  const unitAtHand = (): string | undefined =>
    (cards().find((card) => card.contains(document.activeElement)) ?? cards()[0])?.dataset[
      'traceUnit'
    ];
  const actions = useActions(traceActions, {
    isTrying: tried !== null,
    run: {
      down: () => stepFocus(cards(), 1),
      up: () => stepFocus(cards(), -1),
      whatIf: () => {
        const unit = unitAtHand();
        if (unit !== undefined) go({ try: unit });
      },
      list: () => navigate({ to: 'verdicts', params: { project }, search: chosen }),
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
        areAllShown={search['units'] === 'all'}
        onAll={(areAll) =>
          navigate(
            {
              to: 'verdict',
              params: { project, subject: data.subject.id },
              search: { ...chosen, ...(areAll ? { units: 'all' } : {}) },
            },
            { replace: true },
          )
        }
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
