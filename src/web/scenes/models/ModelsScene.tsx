import type { ModelsReply } from '../../../server/routes/models/model-replies.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath, withQuery } from '../../api/client.ts';
import { useProjectEvents } from '../../api/follow-project.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Loading } from '../../components/Loading.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { ScopePicker } from '../../figures/FigurePage.tsx';
import { useScope } from '../../figures/use-scope.ts';
import type { Scope } from '../../figures/use-scope.ts';
import type { Search } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useCodedSentence } from '../../texts/error-sentence.ts';
import { Comparison } from './Comparison.tsx';
import { JobCards } from './JobCards.tsx';
import { Replies } from './Replies.tsx';
import { RunTable } from './RunTable.tsx';
import { StartForm } from './StartForm.tsx';
import { modelsTexts } from './texts.ts';

/** What models were asked and answered, and how they compare; leads start and pause here. */
export function ModelsScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(modelsTexts);
  const { scope, error, refresh } = useScope(project, search);
  const path =
    scope === null
      ? null
      : withQuery(apiPath`/api/projects/${project}/models`, { task: scope.task.id });
  const models = useResource<ModelsReply>(path, 1000);
  useProjectEvents(project);
  return (
    <>
      <PageHead
        title={texts.title}
        {...(scope === null || scope.tasks.length < 2
          ? {}
          : { actions: <ScopePicker scope={scope} route="models" hasRuns={false} /> })}
      >
        {texts.lead}
      </PageHead>
      {scope === null && error === null ? <Loading /> : null}
      {scope === null && error !== null ? <ErrorNotice error={error} onRetry={refresh} /> : null}
      {scope === null ? null : (
        <Loaded resource={models}>
          {(data) => <ModelParts key={data.task} data={data} scope={scope} search={search} />}
        </Loaded>
      )}
    </>
  );
}

interface ModelPartsProps {
  readonly data: ModelsReply;
  readonly scope: Scope;
  readonly search: Search;
}

function ModelParts({ data, scope, search }: ModelPartsProps) {
  const texts = useTexts(modelsTexts);
  const said = useCodedSentence();
  const roles = rolesIn(useSession(), scope.project);
  const isLead = roles.includes('lead');
  const lacking = data.panel.filter(({ lacks }) => lacks !== null);
  return (
    <>
      {lacking.length === 0 || !isLead ? null : (
        <Notice kind="warn" title={texts.keys}>
          <ul>
            {[...new Set(lacking.map(({ lacks }) => said(lacks!)))].map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
          <p>{texts.keysWhy}</p>
        </Notice>
      )}
      <JobCards data={data} project={scope.project} isLead={isLead} />
      {isLead ? <StartForm key={scope.task.id} data={data} project={scope.project} /> : null}
      {data.runs.length === 0 ? (
        <EmptyState title={texts.noneAsked} icon="model">
          {texts.noneWhy}
        </EmptyState>
      ) : (
        <RunTable data={data} scope={scope} />
      )}
      <Comparison scope={scope} />
      {data.runs.length === 0 ? null : <Replies data={data} scope={scope} search={search} />}
    </>
  );
}
