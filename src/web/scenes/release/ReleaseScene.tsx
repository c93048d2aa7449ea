import type { ObstacleReply, ReleasesReply } from '../../../server/routes/release/releases.ts';
import { useItems, useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { rolesIn, useSession } from '../../api/session.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section } from '../../components/Section.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { CutForm } from './CutForm.tsx';
import { JobNotice } from './JobNotice.tsx';
import { ObstacleList } from './ObstacleList.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import { ReportFrame } from './ReportFrame.tsx';
import { releaseTexts } from './texts.ts';

/** How often a page looks how far the work is, in milliseconds. */
const pollEvery = 700;

/** What stands in the way of a release, cutting one, and those that there are. */
export function ReleaseScene({ params, search }: SceneProps) {
  const project = params['project']!;
  const texts = useTexts(releaseTexts);
  const isLead = rolesIn(useSession(), project).includes('lead');
  const path = apiPath`/api/projects/${project}/releases`;
  const releases = useReleases(path);
  const obstacles = useItems<ObstacleReply>(`${path}/obstacles`, 1000);
  const report = search['report'];
  const shown = releases.data?.items.find((one) => one.here && one.version === report);
  return (
    <>
      <PageHead title={texts.title}>{texts.lead}</PageHead>
      {shown === undefined ? null : <ReportFrame project={project} version={shown.version} />}
      <Section title={texts.obstacles}>
        {obstacles.data === null && obstacles.error === null ? (
          <Notice>{texts.looking}</Notice>
        ) : (
          <Loaded resource={obstacles}>
            {({ items }) => <ObstacleList project={project} obstacles={items} />}
          </Loaded>
        )}
      </Section>
      <Loaded resource={releases}>
        {(data) => (
          <>
            <JobNotice project={project} job={data.job} />
            {!isLead ? null : (
              <CutForm
                project={project}
                releases={data}
                obstacles={obstacles.data?.items ?? null}
              />
            )}
            <Section title={texts.releases} note={texts.byHand}>
              <ReleaseTable project={project} releases={data} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The releases; looked at again and again while one is being made or verified. */
function useReleases(path: string) {
  const known = useResource<ReleasesReply>(path, 1000);
  const isRunning = known.data?.job?.state === 'running';
  return useResource<ReleasesReply>(path, 1000, isRunning ? pollEvery : null);
}
