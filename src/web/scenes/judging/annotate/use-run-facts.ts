import { fault } from '../../../../domain/fault.ts';
import { codedText } from '../../../../domain/text-values.ts';
import { useMemo } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { MyRunReply, MyWorkReply } from '../../../../server/routes/judging/my-work.ts';
import type { ProjectReply } from '../../../../server/routes/protocol/projects.ts';
import { readTask } from '../../../api/projects.ts';
import { useResource } from '../../../api/cache.ts';
import { ApiError, apiPath, withQuery } from '../../../api/client.ts';
import { requiredFirst } from './form/required-first.ts';
import type { LiveResource } from '../../../api/cache.ts';

/** What a scene about the user's work in a run needs to know. */
export interface RunFacts {
  readonly run: MyRunReply;
  /** In the version that the run was opened with. */
  readonly project: ProjectReply;
  readonly task: Task;
}

/** The run, its project and its task, in the version under which the run was opened. */
export function useRunFacts(run: string): LiveResource<RunFacts> {
  const work = useResource<MyWorkReply>('/api/me/work', 30_000);
  const mine = work.data?.runs.find((one) => one.run === run);
  const version = { version: mine?.protocol_version };
  const path = mine && withQuery(apiPath`/api/projects/${mine.project}`, version);
  // A version never changes.
  const project = useResource<ProjectReply>(path ?? null, Infinity);
  const data = useMemo(() => {
    const found = project.data?.tasks.find((one) => one.id === mine?.task);
    if (mine === undefined || project.data === null || found === undefined) return null;
    return { run: mine, project: project.data, task: requiredFirst(readTask(found)) };
  }, [mine, project.data]);
  const isUnknown = work.data !== null && mine === undefined && !work.isLoading;
  const unknown = codedText('own-run', { id: run });
  const error = isUnknown
    ? new ApiError(404, { ...fault('not-found', { what: unknown }) })
    : (work.error ?? project.error);
  const isLoading = work.isLoading || project.isLoading;
  return { data, error: data === null ? error : null, isLoading, refresh: work.refresh };
}
