import type { Task } from '../../domain/protocol/task.ts';
import type { ProjectEntry, ProjectReply } from '../../server/routes/protocol/projects.ts';
import type { TaskReply } from '../../server/routes/protocol/task-reply.ts';
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

/** The task of a reply, whose type has no parsed rules and lacks fields only rows carry. */
export function readTask(reply: TaskReply): Task {
  return reply as unknown as Task;
}
