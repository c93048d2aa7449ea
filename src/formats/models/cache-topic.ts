import type { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { answersOf } from '../../truth/verdicts/topic-truths.ts';
import { annotatorRun } from './cache-file.ts';
import type { CacheTopic } from './cache-file.ts';

/** A topic's judgments and their consensus for a cache file. Rulings belong to an override file. */
export function cacheTopic(truths: TopicTruths, createdAt: string): CacheTopic {
  const { table: raw, units, standings } = truths.known;
  const { required, weightOf } = standings.rules;
  const { task, id, termHash } = truths.topic;
  const modelRuns = new Map<string, number>();
  for (const { model } of required.flatMap((name) => annotatorRun(name) ?? []))
    modelRuns.set(model, (modelRuns.get(model) ?? 0) + 1);
  const weights = raw.annotators.flatMap((name): readonly (readonly [string, number])[] => {
    const run = annotatorRun(name);
    return run === null ? [] : [[run.model, weightOf(name)]];
  });
  return {
    topic: id,
    metadata: {
      termHash,
      createdAt,
      modelRuns: modelRuns.size === 0 ? null : modelRuns,
      modelWeights: weights.length === 0 ? null : new Map(weights),
    },
    *raw() {
      for (let unit = 0; unit < raw.units; unit += 1) {
        for (const [at, annotator] of raw.annotators.entries()) {
          const place = raw.place(unit, at);
          if (place >= 0)
            yield { unit: units.ids.at(unit), annotator, answers: raw.answers(place) };
        }
      }
    },
    *aggregated() {
      for (let unit = 0; unit < units.ids.size; unit += 1) {
        const base = truths.base(unit);
        if (base.state !== 'known') continue;
        const questions = truths.votedConsensus(unit, base)?.questions ?? [];
        const confidence = questions.flatMap(({ question, confidence: share }) =>
          share === null ? [] : [[question, share] as const],
        );
        yield {
          unit: units.ids.at(unit),
          answers: answersOf(task, base),
          confidence: Object.fromEntries(confidence),
        };
      }
    },
  };
}
