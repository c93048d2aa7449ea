import type { z } from 'zod';
import type { projectEntry } from '../../server/routes/protocol/projects.ts';
import { useResource } from './cache.ts';
import { apiPath } from './client.ts';

/** A project as its members see it in a list. */
export type ProjectEntry = z.infer<typeof projectEntry>;

/** The projects that somebody is a member of. */
export function useProjects() {
  return useResource<{ readonly items: readonly ProjectEntry[] }>('/api/projects', 30_000);
}

/** One project with its tasks; scenes that need more of the reply than the entry name it. */
export function useProject<More = unknown>(project: string | null) {
  return useResource<ProjectEntry & More>(
    project === null ? null : apiPath`/api/projects/${project}`,
    30_000,
  );
}
