import type { ProjectRounds } from './project-rounds.ts';

/** How many judgments on a task, given in its runs, are stale. */
export interface StaleCount {
  readonly task: string;
  readonly judgments: number;
  /** Given under other questions or scales; the others are stale by the guideline alone. */
  readonly byQuestions: number;
  readonly byGuideline: number;
}

/** How many judgments were given under other questions, or another guideline, than the protocol has now; per task that has any. */
export function staleCounts({ project, runs }: Pick<ProjectRounds, 'project' | 'runs'>): readonly StaleCount[] {
  return [...project.tasks.values()].flatMap(({ task, hash }) => {
    const old = runs.filter(({ run }) => run.task === task.id && (run.taskHash !== hash || run.guideline !== project.protocol.guideline.version));
    const judgedIn = (isMeant: (taskHash: string) => boolean): number => old.reduce((sum, { run, evidence }) => sum + (isMeant(run.taskHash) ? evidence.judged : 0), 0);
    const byQuestions = judgedIn((taskHash) => taskHash !== hash);
    const byGuideline = judgedIn((taskHash) => taskHash === hash);
    return byQuestions + byGuideline === 0 ? [] : [{ task: task.id, judgments: byQuestions + byGuideline, byQuestions, byGuideline }];
  });
}
