import type { ProjectEntry, ProjectReply } from '../../server/routes/protocol/projects.ts';
import { useItems, useResource } from './cache.ts';
import { apiPath } from './client.ts';

/** The projects of the person who is signed in. */
export function useProjects() {
  return useItems<ProjectEntry>('/api/projects', 30_000);
}

/** One project with its tasks. */
export function useProject(project: string) {
  return useResource<ProjectReply>(apiPath`/api/projects/${project}`, 30_000);
}
