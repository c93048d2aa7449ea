import { seededRandom } from '../../../src/statistics/seeded-random.ts';
import { shuffle } from '../../../src/statistics/shuffle.ts';
import { boneTrials } from './bone.ts';
import { breastTrials } from './breast.ts';
import { heartTrials } from './heart.ts';
import { kidneyTrials } from './kidney.ts';
import { lungTrials } from './lung.ts';
import { memoryTrials } from './memory.ts';
import { moodTrials } from './mood.ts';
import { skinTrials } from './skin.ts';
import type { RuleFact, TrialSource } from './trial-source.ts';
import { ageAndSex, consent, usualExclusions } from './usual-criteria.ts';

/** A rule with the sentence that it stands in. */
export interface LabelledRule extends RuleFact {
  readonly type: 'INCLUSION' | 'EXCLUSION';
  readonly evidence: string;
}

/** A trial with its eligibility text and the rules in it. */
export interface Trial {
  readonly id: string;
  readonly source: TrialSource;
  readonly eligibility: string;
  readonly rules: readonly LabelledRule[];
}

/** All trials in the order of their invented ids, which says nothing about their conditions. */
export function composeTrials(seed: string): readonly Trial[] {
  const sources = [
    ...heartTrials,
    ...lungTrials,
    ...breastTrials,
    ...kidneyTrials,
    ...boneTrials,
    ...moodTrials,
    ...skinTrials,
    ...memoryTrials,
  ];
  return shuffle<TrialSource, TrialSource[]>(sources, seededRandom(`${seed}:trials`)).map(
    (source, at) =>
      compose(source, `NCT9${String(1_100_000 + at * 137 + 41).padStart(7, '0')}`, seed),
  );
}

function compose(source: TrialSource, id: string, seed: string): Trial {
  const random = seededRandom(`${seed}:${source.title}`);
  const inclusion = [...ageAndSex(source, random), ...source.inclusion, ...consent(source, random)];
  const exclusion = [...source.exclusion, ...usualExclusions(source, random)];
  const lines = [
    'Inclusion criteria:',
    ...inclusion.map((entry) => `- ${entry.text}`),
    'Exclusion criteria:',
    ...exclusion.map((entry) => `- ${entry.text}`),
  ];
  const labelled = (
    type: LabelledRule['type'],
    entries: typeof inclusion,
  ): readonly LabelledRule[] =>
    entries.flatMap((entry) =>
      entry.rules.map((rule) => ({ ...rule, type, evidence: entry.text })),
    );
  return {
    id,
    source,
    eligibility: lines.join('\n'),
    rules: [...labelled('INCLUSION', inclusion), ...labelled('EXCLUSION', exclusion)],
  };
}
