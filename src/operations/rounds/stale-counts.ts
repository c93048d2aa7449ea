import type { OutsideVersion } from '../../store/judging/judgments.ts';
import type { ProjectRounds } from './project-rounds.ts';

/** How many judgments on a task are stale. */
export interface StaleCount {
  readonly task: string;
  readonly judgments: number;
  /** Given under other questions or scales; the others are stale by the guideline alone. */
  readonly byQuestions: number;
  readonly byGuideline: number;
}

/** Judgments per task under other questions or guidelines than now, in runs and `outside`. */
export function staleCounts(
  { project, runs }: Pick<ProjectRounds, 'project' | 'runs'>,
  outside: readonly OutsideVersion[] = [],
): readonly StaleCount[] {
  return [...project.tasks.values()].flatMap(({ task, hash }) => {
    const given = [
      ...runs.map(({ run, figures }) => ({
        task: run.task,
        taskHash: run.taskHash,
        guideline: run.guideline,
        judgments: figures.judged,
      })),
      ...outside,
    ];
    const old = given.filter(
      (one) =>
        one.task === task.id &&
        (one.taskHash !== hash || one.guideline !== project.protocol.guideline.version),
    );
    const judgedIn = (isMeant: (taskHash: string) => boolean): number =>
      old.reduce((sum, one) => sum + (isMeant(one.taskHash) ? one.judgments : 0), 0);
    const byQuestions = judgedIn((taskHash) => taskHash !== hash);
    const byGuideline = judgedIn((taskHash) => taskHash === hash);
    return byQuestions + byGuideline === 0
      ? []
      : [{ task: task.id, judgments: byQuestions + byGuideline, byQuestions, byGuideline }];
  });
}
