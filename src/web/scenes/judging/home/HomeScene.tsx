import type { MyRunReply, MyWorkReply } from '../../../../server/routes/judging/my-work.ts';
import { useResource } from '../../../api/cache.ts';
import { useProjectEvents } from '../../../api/follow-project.ts';
import { rolesIn, useSession } from '../../../api/session.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Section } from '../../../components/Section.tsx';
import { useRefreshAfterSaves } from '../../../outbox/use-refresh-after-saves.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { ChangeList } from './ChangeList.tsx';
import { DoneTable } from './DoneTable.tsx';
import { OpenRun } from './OpenRun.tsx';
import { ProjectCard } from './ProjectCard.tsx';
import { homeTexts } from './texts.ts';
import styles from './HomeScene.module.css';

/** The start page: open rounds, changes, own results, and the projects one oversees. */
export function HomeScene(_: SceneProps) {
  const texts = useTexts(homeTexts);
  const work = useResource<MyWorkReply>('/api/me/work', 2000, 20_000);
  useRefreshAfterSaves('/api/me/work');
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          rolesIn(useSession(), '*').includes('lead') ? (
            <ButtonLink variant="default" target={{ to: 'new-project' }}>
              {texts.newProject}
            </ButtonLink>
          ) : undefined
        }
      />
      <Loaded resource={work}>{(data) => <Work work={data} />}</Loaded>
    </>
  );
}

function Work({ work }: { readonly work: MyWorkReply }) {
  const texts = useTexts(homeTexts);
  const { memberships } = useSession();
  const [only, ...others] = work.projects;
  // With several projects, one stream each would take the connections that saving needs.
  useProjectEvents(only === undefined || others.length > 0 ? null : only.project);
  const judges = memberships.some((one) => one.role === 'annotator') || work.runs.length > 0;
  const overseen = work.projects.filter((project) => project.role !== 'annotator');
  const open = work.runs.filter((run) => run.closed_at === null);
  const begun = work.runs.filter((run) => run.progress.judged > 0);
  const changed = open.flatMap((run) =>
    run.changes === null ? [] : [{ run, changes: run.changes }],
  );
  if (work.projects.length === 0)
    return <EmptyState title={texts.noProjects}>{texts.noProjectsWhy}</EmptyState>;
  return (
    <>
      {judges ? (
        <Section title={texts.open}>
          {open.length === 0 ? (
            <EmptyState icon="check" title={texts.nothingOpen}>
              {overseen.length > 0 ? texts.nothingOpenLead : texts.nothingOpenWhy}
            </EmptyState>
          ) : (
            <ul className={styles.runs}>
              {open.map((run) => (
                <OpenRun key={run.run} run={run} project={projectOf(work, run)} />
              ))}
            </ul>
          )}
        </Section>
      ) : null}
      {changed.length === 0 ? null : (
        <Section title={texts.changed} note={texts.changedNote}>
          {changed.map(({ run, changes }) => (
            <ChangeList
              key={run.run}
              changes={changes}
              project={run.project}
              run={run.run}
              title={projectOf(work, run)?.title ?? run.project}
            />
          ))}
        </Section>
      )}
      {begun.length === 0 ? null : (
        <Section title={texts.doing} note={texts.doingNote}>
          <DoneTable runs={begun} projects={work.projects} />
        </Section>
      )}
      {overseen.length === 0 ? null : (
        <Section title={texts.projects}>
          <ul className={styles.projects}>
            {overseen.map((project) => (
              <ProjectCard key={project.project} project={project} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function projectOf(
  work: MyWorkReply,
  run: MyRunReply,
): MyWorkReply['projects'][number] | undefined {
  return work.projects.find((project) => project.project === run.project);
}
