import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import type { Weightless } from '../../truth/fold/counting.ts';
import { taskCounting } from '../fold/known-counting.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import type { StagedJudgments } from './import-judgments.ts';

/** Says before anything is written whose judgments will not count, and why. */
export async function uncountedWarnings(
  { store }: WorkContext,
  project: ProjectProtocol,
  { task, judgedBy, rows }: Pick<StagedJudgments, 'task' | 'judgedBy' | 'rows'>,
): Promise<readonly CodedText[]> {
  const runs = await store.read((db) => listRuns(db, project.project));
  const scope = { project, task: taskOf(project, task) };
  const { counting } = await taskCounting(store, scope, runs);
  const uncounted = [...judgedBy].flatMap(([annotator, count]) => {
    const { why } = counting.annotator(annotator);
    return why === null ? [] : [{ annotator, count, why }];
  });
  if (uncounted.length === 0) return [];
  const left = uncounted.reduce((sum, { count }) => sum + count, 0);
  const shown = uncounted
    .slice(0, mostNamed)
    .map(({ annotator, count, why }) => codedText(codes[why], { annotator, count }));
  const more = uncounted.length - shown.length;
  return [
    codedText('judgments-count', { count: rows.size - left, total: rows.size }),
    ...shown,
    ...(more === 0 ? [] : [codedText('more-uncounted', { count: more })]),
  ];
}

const mostNamed = 20;

const codes = {
  'not-on-panel': 'uncounted-outsider',
  'weight-0': 'uncounted-weightless',
  'not-admitted': 'uncounted-untrained',
} as const satisfies Record<Weightless, string>;
