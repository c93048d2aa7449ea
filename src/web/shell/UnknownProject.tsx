import type { ReactNode } from 'react';
import type { ProjectReply } from '../../server/routes/protocol/projects.ts';
import { useResource } from '../api/cache.ts';
import { ApiError, apiPath } from '../api/client.ts';
import { ButtonLink } from '../components/ButtonLink.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { defineTexts, useTexts } from '../texts/define-texts.ts';
import { useSharedTexts } from '../texts/shared-texts.ts';

/** Shows a page about a project; where there is no such project for the reader, says so. */
export function KnownProject({
  project,
  children,
}: Readonly<{ project: string; children: ReactNode }>) {
  return useIsUnknown(project) ? <Unknown project={project} /> : children;
}

/** Whether the server knows no such project, or does not show it to the reader. */
export function useIsUnknown(project: string | null): boolean {
  const path = project === null ? null : apiPath`/api/projects/${project}`;
  const { data, error } = useResource<ProjectReply>(path, 30_000);
  return project !== null && data === null && error instanceof ApiError && error.status === 404;
}

function Unknown({ project }: Readonly<{ project: string }>) {
  const texts = useTexts(unknownTexts);
  const shared = useSharedTexts();
  return (
    <>
      <PageHead title={texts.title}>{texts.why(project)}</PageHead>
      <ButtonLink target={{ to: 'home' }}>{shared.backHome}</ButtonLink>
    </>
  );
}

const unknownTexts = defineTexts({
  en: {
    title: 'No such project',
    why: (project: string) =>
      `There is no project “${project}”, or you are not a member of it. ` +
      'Check the address, or ask its lead for an invitation.',
  },
  de: {
    title: 'Dieses Projekt gibt es nicht',
    why: (project) =>
      `Es gibt kein Projekt „${project}“, oder Sie gehören nicht dazu. Prüfen Sie die Adresse, ` +
      'oder bitten Sie die Projektleitung um eine Einladung.',
  },
});
