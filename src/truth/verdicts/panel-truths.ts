import { canonicalJson } from '../../domain/canonical-json.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { annotatorWeight, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { ConsensusContext } from '../fold/consensus.ts';
import type { StandingRules } from '../fold/unit-standings.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { contentHash } from '../protocol/task-hash.ts';

/** What the judgments on a task weigh, and whose a unit must have. */
export function panelRules(
  task: Task,
  { panel, plan, seed }: ConsensusContext,
  weightOf = (annotator: string): number => annotatorWeight(panel, annotator, task.id),
): StandingRules {
  const required = panelAnnotators(panel, task.id)
    .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
    .map((annotator) => annotator.id);
  return { task, plan, seed, weightOf, required };
}

/** 16 hexadecimal digits over what decides the votes on a task. */
export function weightsHash({ annotators }: JudgmentTable, rules: StandingRules): string {
  const { plan, seed, weightOf } = rules;
  const weights = annotators.map((name) => [name, weightOf(name)] as const);
  return shortHash({
    weights: Object.fromEntries(weights.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    plan,
    ...(plan.method === 'mace' ? { seed } : {}),
  });
}

/** Runs of models that are not on the panel: what they weigh would be a guess. */
export function unknownModels(annotators: readonly string[], panel: Panel): readonly Fault[] {
  const models = annotators.flatMap((name) => /^([^]+)#[1-9]\d*$/.exec(name)?.[1] ?? []);
  return [...new Set(models)]
    .filter((model) => !Object.hasOwn(panel, model))
    .map((model) => fault('no-weight', { model }));
}

/** A hash of any JSON content; the order of keys does not matter. */
export function shortHash(content: unknown): string {
  return contentHash(canonicalJson(content)).slice(0, 16);
}
