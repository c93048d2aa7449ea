import type { ReactNode } from 'react';
import { inLanguage } from '../../domain/local-text.ts';
import type { LocalText } from '../../domain/local-text.ts';
import type { AgreementReply } from '../../server/routes/monitoring/monitor-replies.ts';
import type { LiveResource } from '../api/cache.ts';
import { useProjectEvents } from '../api/follow-project.ts';
import { ErrorNotice } from '../components/ErrorNotice.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Loading } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import type { Search } from '../router.ts';
import { useTexts } from '../texts/define-texts.ts';
import { useFormat } from '../texts/format.ts';
import { useLanguage } from '../texts/language.tsx';
import { AddressSelect } from './AddressSelect.tsx';
import type { FigureRoute } from './AddressSelect.tsx';
import { figureTexts } from './texts.ts';
import { useRounds, useScope } from './use-scope.ts';
import type { Scope } from './use-scope.ts';
import styles from './figures.module.css';

/** What every figure says about itself. */
type FigureHead = Pick<
  AgreementReply,
  'task' | 'run' | 'guideline' | 'simulated' | 'judgments' | 'stale'
>;

/** A page of figures: its head, what the figures are about, and the figures once there are any. */
export function FigurePage<Reply extends FigureHead>({
  title,
  lead,
  route,
  project,
  search,
  use,
  children,
  hasRuns = true,
}: {
  readonly title: string;
  readonly lead: string;
  readonly route: FigureRoute;
  readonly project: string;
  readonly search: Search;
  readonly use: (scope: Scope | null) => LiveResource<Reply>;
  readonly children: (data: Reply, scope: Scope) => ReactNode;
  readonly hasRuns?: boolean;
}) {
  const texts = useTexts(figureTexts);
  const format = useFormat();
  const { scope, error, refresh } = useScope(project, search);
  const figures = use(scope);
  useProjectEvents(project);
  return (
    <>
      <PageHead
        title={title}
        {...(scope === null
          ? {}
          : { actions: <ScopePicker scope={scope} route={route} hasRuns={hasRuns} /> })}
      >
        {lead}
      </PageHead>
      {scope === null && error === null ? <Loading /> : null}
      {scope === null && error !== null ? <ErrorNotice error={error} onRetry={refresh} /> : null}
      {scope === null ? null : (
        <Loaded resource={figures}>
          {(data) =>
            data.judgments === 0 && hasRuns ? (
              <EmptyState title={data.stale > 0 ? texts.allStale : texts.nothing} icon="chart">
                {data.stale > 0 ? texts.stale(format.count(data.stale)) : texts.nothingWhy}
              </EmptyState>
            ) : (
              <>
                {children(data, scope)}
                <FigureFoot head={data} />
              </>
            )
          }
        </Loaded>
      )}
    </>
  );
}

interface ScopePickerProps {
  readonly scope: Scope;
  readonly route: FigureRoute;
  readonly hasRuns: boolean;
}

/** Chooses task and run, which are part of the address. Empty if there is nothing to choose. */
export function ScopePicker({ scope, route, hasRuns }: ScopePickerProps) {
  const texts = useTexts(figureTexts);
  const language = useLanguage();
  const { data } = useRounds(scope.project);
  const rounds = (data?.rounds ?? []).filter((round) => round.task === scope.task.id);
  const runs = hasRuns
    ? rounds.flatMap((round) =>
        round.runs.map((run) => ({ value: run.run, label: texts.run(round.round, run.attempt) })),
      )
    : [];
  const address = { route, project: scope.project, size: 'sm' } as const;
  const taskSearch = scope.tasks.length < 2 ? {} : { task: scope.task.id };
  return (
    <div className={styles.pickers}>
      {scope.tasks.length < 2 ? null : (
        <AddressSelect
          {...address}
          search={{}}
          parameter="task"
          label={texts.task}
          value={scope.task.id}
          data={scope.tasks.map((task) => ({
            value: task.id,
            label: inLanguage(task.title as LocalText, language),
          }))}
        />
      )}
      {runs.length === 0 ? null : (
        <AddressSelect
          {...address}
          search={taskSearch}
          parameter="run"
          label={texts.scope}
          value={scope.run ?? ''}
          data={[{ value: '', label: texts.whole }, ...runs]}
        />
      )}
    </div>
  );
}

/** What the figures rest on. */
export function FigureFoot({ head }: { readonly head: FigureHead }) {
  const texts = useTexts(figureTexts);
  const format = useFormat();
  return (
    <p className={styles.foot}>
      {texts.rests(format.count(head.judgments), head.guideline)}{' '}
      {head.stale > 0 ? texts.stale(format.count(head.stale)) : null}{' '}
      {head.simulated ? texts.simulated : null}
    </p>
  );
}
