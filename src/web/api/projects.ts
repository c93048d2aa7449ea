import { useResource } from './cache.ts';
import { apiPath } from './client.ts';
import type { Role } from './session.tsx';

/** A project as its members see it in a list. */
export interface ProjectEntry {
  readonly id: string;
  readonly title: string;
  readonly simulated: boolean;
  readonly role: Role;
}

/** The projects that somebody is a member of. */
export function useProjects() {
  return useResource<{ readonly items: readonly ProjectEntry[] }>('/api/projects', 30_000);
}

/** One project with its tasks; see the route for the rest. Scenes that need more of it name the fields. */
export function useProject<More = unknown>(project: string | null) {
  return useResource<ProjectEntry & More>(project === null ? null : apiPath`/api/projects/${project}`, 30_000);
}
