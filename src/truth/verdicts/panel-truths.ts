import { canonicalJson } from '../../domain/canonical-json.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { annotatorWeight, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { ConsensusContext } from '../fold/consensus.ts';
import { panelDecider } from '../fold/panel-decider.ts';
import { contentHash } from '../protocol/task-hash.ts';
import { TopicTruths } from './topic-truths.ts';
import type { KnownJudgments } from './topic-truths.ts';

/** What was read of a topic, where the panel of a protocol says what votes weigh. */
export interface PanelJudgments
  extends
    ConsensusContext,
    Omit<KnownJudgments, 'decider' | 'weightOf' | 'required' | 'weightsHash'> {}

/** The truth about a topic's units by a panel; every model that counts must have judged a unit. */
export function panelTruths({ panel, plan, seed, ...known }: PanelJudgments): TopicTruths {
  const { raw, units } = known;
  const weights = new Map(raw.annotators.map((name) => [name, annotatorWeight(panel, name)]));
  const weightOf = (annotator: string): number => weights.get(annotator)!;
  const context = { panel, plan, seed };
  return new TopicTruths({
    ...known,
    weightOf,
    decider: panelDecider(raw, weightOf, context, (unit) => units.ids.at(unit)),
    required: panelAnnotators(panel)
      .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
      .map((annotator) => annotator.id),
    weightsHash: shortHash({
      weights: Object.fromEntries([...weights].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      plan,
      ...(plan.method === 'mace' ? { seed } : {}),
    }),
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
