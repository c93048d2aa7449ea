import { NativeSelect } from '@mantine/core';
import type {
  ChoicesReply,
  EvaluationsReply,
} from '../../../server/routes/evaluation/evaluations.ts';
import type { ReleasesReply } from '../../../server/routes/release/releases.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import { navigate } from '../../router.ts';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { EvaluateForm } from './EvaluateForm.tsx';
import { EvaluationResult } from './EvaluationResult.tsx';
import { EvaluationTable, LookTable } from './EvaluationTables.tsx';
import { evaluationTexts } from './texts.ts';
import styles from './evaluation.module.css';

/** Systems against a release: measuring one, what was measured, and the ledger of looks. */
export function EvaluationScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(evaluationTexts);
  const format = useFormat();
  const releases = useResource<ReleasesReply>(apiPath`/api/projects/${project}/releases`);
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      <Loaded resource={releases}>
        {({ items }) => {
          const here = items.filter((one) => one.here);
          const own = here.find((one) => one.version === search['version']) ?? here[0];
          if (own === undefined)
            return (
              <EmptyState title={texts.none} icon="seal">
                <p>{texts.noneWhy}</p>
                <Link target={{ to: 'release', params: { project } }}>{texts.toRelease}</Link>
              </EmptyState>
            );
          return (
            <>
              <NativeSelect
                className={styles.release}
                label={texts.release}
                value={own.version}
                data={here.map(({ version, at }) => ({
                  value: version,
                  label: `${version} · ${format.time(at)}`,
                }))}
                onChange={(event) => {
                  const version = event.currentTarget.value;
                  navigate({ to: 'evaluation', params: { project }, search: { version } });
                }}
              />
              <OfRelease
                key={own.version}
                project={project}
                version={own.version}
                shown={search['evaluation']}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

interface OfReleaseProps {
  readonly project: string;
  readonly version: string;
  readonly shown: string | undefined;
}

function OfRelease({ project, version, shown }: OfReleaseProps) {
  const texts = useTexts(evaluationTexts);
  const path = apiPath`/api/projects/${project}/releases/${version}/evaluations`;
  const evaluations = useResource<EvaluationsReply>(path);
  const choices = useResource<ChoicesReply>(`${path}/choices`);
  const result = evaluations.data?.items.find((one) => one.id === shown);
  return (
    <>
      {result === undefined ? null : (
        <EvaluationResult project={project} version={version} evaluation={result} />
      )}
      {choices.data === null && choices.error === null ? (
        <Section title={texts.measure}>
          <Notice>{texts.reading}</Notice>
        </Section>
      ) : (
        <Loaded resource={choices}>
          {(data) => <EvaluateForm project={project} version={version} choices={data} />}
        </Loaded>
      )}
      <Loaded resource={evaluations}>
        {(data) => (
          <>
            <EvaluationTable project={project} version={version} evaluations={data} />
            <LookTable evaluations={data} />
          </>
        )}
      </Loaded>
    </>
  );
}
