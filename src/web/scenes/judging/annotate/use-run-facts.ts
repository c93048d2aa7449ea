import { fault } from '../../../../domain/fault.ts';
import { codedText } from '../../../../domain/text-values.ts';
import { useMemo } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { MyRunReply, MyWorkReply } from '../../../../server/routes/judging/my-work.ts';
import type { ProjectReply } from '../../../../server/routes/protocol/projects.ts';
import { readTask } from '../../../api/projects.ts';
import { useResource } from '../../../api/cache.ts';
import { ApiError, apiPath, withQuery } from '../../../api/client.ts';
import type { LiveResource } from '../../../api/cache.ts';

/** A run in which one takes part, as the server says it. */
export type MyRun = MyRunReply;

/** What a scene about one's own work in a run needs to know. */
export interface RunFacts {
  readonly run: MyRun;
  /** In the version that the run was opened with. */
  readonly project: ProjectReply;
  readonly task: Task;
}

/** The run, its project and its task, in the version under which the run was opened. */
export function useRunFacts(run: string): LiveResource<RunFacts> {
  const work = useResource<MyWorkReply>('/api/me/work', 30_000);
  const mine = work.data?.runs.find((one) => one.run === run) ?? null;
  const path =
    mine === null
      ? null
      : withQuery(apiPath`/api/projects/${mine.project}`, { version: mine.protocol_version });
  // A version never changes.
  const project = useResource<ProjectReply>(path, Infinity);
  return useMemo(() => {
    const found = project.data?.tasks.find((one) => one.id === mine?.task);
    const data =
      mine === null || project.data === null || found === undefined
        ? null
        : { run: mine, project: project.data, task: readTask(found) };
    const isUnknown = work.data !== null && mine === null && !work.isLoading;
    const error = isUnknown
      ? new ApiError(404, { ...fault('not-found', { what: codedText('own-run', { id: run }) }) })
      : data === null
        ? (work.error ?? project.error)
        : null;
    return { data, error, isLoading: work.isLoading || project.isLoading, refresh: work.refresh };
  }, [
    run,
    work.data,
    work.error,
    work.isLoading,
    work.refresh,
    mine,
    project.data,
    project.error,
    project.isLoading,
  ]);
}
