import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import type { AssistancePlan, RoundKind, RoundSource } from '../../domain/rounds/round.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

/** What an assisted round has to fit. */
interface AssistedRound {
  readonly kind: RoundKind | undefined;
  readonly task: string;
  readonly gates: readonly Gate[];
  readonly panel: Panel;
  readonly consensus: ConsensusPlan;
}

/** Whose suggestions a round shows, by the name of the annotator; null for a round without. */
export function readAssistance(
  { assisted }: Pick<RoundSource, 'assisted'>,
  { panel, task }: Pick<AssistedRound, 'panel' | 'task'>,
): AssistancePlan | null {
  if (assisted === undefined) return null;
  const runs = modelRuns(panel, task, assisted.by);
  return { ...assisted, by: runs.length === 1 ? runs[0]! : assisted.by };
}

/**
 * The faults of an assisted round: suggestions are not for training, nobody sees what a person of
 * the panel answered, and nothing is measured that takes annotators to be independent.
 */
export function assistanceFaults(
  path: Path,
  { assisted }: Pick<RoundSource, 'assisted'>,
  round: AssistedRound,
): readonly Finding[] {
  if (assisted === undefined) return [];
  const { kind, task, gates, panel, consensus } = round;
  const found: Finding[] = [];
  if (kind === 'training')
    found.push(wrongAt([...path, 'assisted'], codedText('a-training'), codedText('pilot-or-full')));
  const { by } = assisted;
  const runs = modelRuns(panel, task, by);
  const named = panelAnnotators(panel).find((one) => one.id === by);
  const entry = Object.hasOwn(panel, by) ? panel[by]! : undefined;
  if (named?.kind === 'human' || entry?.kind === 'human')
    found.push(
      wrongAt([...path, 'assisted', 'by'], codedText('a-person', { name: by }), suggesters),
    );
  else if (runs.length > 1)
    found.push(wrongAt([...path, 'assisted', 'by'], by, codedText('one-run', { of: oneOf(runs) })));
  gates.forEach((gate, at) => {
    if (gate.kind === 'measure')
      found.push(wrongAt([...path, 'gate', at], gate.source, codedText('gate-of-assisted')));
  });
  if (consensus.method === 'dawid-skene' || consensus.method === 'mace')
    found.push(wrongAt(['consensus'], consensus.method, codedText('consensus-of-assisted')));
  return found;
}

const suggesters = codedText('model-rule-or-import');

/** The runs that the name of a model's entry stands for. */
function modelRuns(panel: Panel, task: string, name: string): readonly string[] {
  const entry = Object.hasOwn(panel, name) ? panel[name]! : undefined;
  if (entry?.kind !== 'model') return [];
  return panelAnnotators({ [name]: entry }, task).map((one) => one.id);
}
