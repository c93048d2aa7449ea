import { canonicalJson } from '../../domain/canonical-json.ts';
import { inEnglish } from '../../domain/english.ts';
import { codedText } from '../../domain/text-values.ts';
import { annotatorStanding, panelAnnotators } from '../../domain/judging/annotator.ts';
import type { ConsensusContext } from '../fold/consensus.ts';
import type { StandingRules } from '../fold/standing-rules.ts';
import type { UnitStandings } from '../fold/unit-standings.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { contentHash } from '../protocol/task-hash.ts';

/** What the judgments on a task weigh where nobody has roles, and whose a unit must have. */
export function panelRules(task: Task, { panel, plan, seed }: ConsensusContext): StandingRules {
  const required = panelAnnotators(panel, task.id)
    .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
    .map((annotator) => annotator.id);
  const standing = (annotator: string) => annotatorStanding(panel, annotator, null, task.id);
  return {
    task,
    plan,
    seed,
    weightOf: (annotator) => standing(annotator).weight,
    whyWeightless: (annotator) => (standing(annotator).kind === null ? 'not-on-panel' : 'weight-0'),
    required,
  };
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

/** Says whose judgments do not count because they are not on the panel, and how many. */
export function outsiderNotes(
  topic: string,
  table: JudgmentTable,
  { whyWeightless, weightOf }: Pick<StandingRules, 'whyWeightless' | 'weightOf'>,
): readonly string[] {
  const isOutside = table.annotators.map(
    (name) => weightOf(name) === 0 && whyWeightless?.(name) === 'not-on-panel',
  );
  const names = table.annotators.filter((_, at) => isOutside[at]);
  let count = 0;
  if (names.length > 0)
    for (let unit = 0; unit < table.units; unit += 1)
      for (let place = table.first(unit); place < table.end(unit); place += 1)
        if (isOutside[table.who(place)] === true) count += 1;
  const reason = codedText('annotators-not-on-panel', { names: names.toSorted() });
  const text = codedText('judgments-uncounted', { count, reason });
  return count === 0 ? [] : [`${topic}: ${inEnglish(text)}.`];
}

/** Says how many judgments that count were given while a suggestion was shown. */
export function assistedNotes(topic: string, { counted }: UnitStandings): readonly string[] {
  const count = counted.allAssisted;
  const text = codedText('assisted-counted', { count });
  return count === 0 ? [] : [`${topic}: ${inEnglish(text)}`];
}

/** A hash of any JSON content; the order of keys does not matter. */
export function shortHash(content: unknown): string {
  return contentHash(canonicalJson(content)).slice(0, 16);
}
