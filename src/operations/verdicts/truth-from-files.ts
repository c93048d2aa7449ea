import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { english } from '../../domain/english.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { runAnnotator } from '../../formats/models/cache-file.ts';
import { documentedWeights } from '../../formats/models/model-runs.ts';
import { ColumnConsensus } from '../../truth/fold/column-consensus.ts';
import { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import { applyOverrides } from '../rulings/apply-overrides.ts';
import type { Quoted } from './subject-truth.ts';
import { invalidateCache } from '../models/invalidate-cache.ts';
import type { Invalidated } from '../models/invalidate-cache.ts';
import { loadPolicies } from './load-policies.ts';
import type { Topic } from './load-policies.ts';
import { readCache } from '../models/read-cache.ts';
import type { CachedTopic } from '../models/read-cache.ts';
import { readDataset } from '../units/read-dataset.ts';
import { checkThere, FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { shortHash, TopicTruths } from '../fold/topic-truths.ts';
import type { UnitTable } from '../units/unit-table.ts';

/** The files that verdicts are made from, in the original's formats. */
export interface FilesRequest {
  readonly ids: readonly string[];
  readonly policies: string;
  readonly terms?: string;
  readonly cache: string;
  readonly dataset: string;
  readonly overrides: readonly string[];
  /** What votes weigh; else what the cache says, else the document's weights. */
  readonly weights: ReadonlyMap<string, number> | null;
  /** How many runs of each model are asked for; else what the cache says. */
  readonly models: ReadonlyMap<string, number> | null;
  readonly allowPartial: boolean;
  readonly tie: ConsensusPlan['tie'];
  /** Discard judgments that were made under other terms, and go on. */
  readonly invalidate: boolean;
  /** Only this subject; null for all. */
  readonly subject: string | null;
  readonly progress?: Progress;
}

/** A topic that was judged under other terms. */
export interface StaleTopic {
  readonly topic: string;
  readonly judgedUnder: string;
  readonly present: string;
  readonly message: string;
}

/** The truth that the files hold; nothing when a topic is stale. */
export interface FileEvidence {
  readonly topics: readonly TopicTruths[];
  readonly stale: readonly StaleTopic[];
  readonly invalidated: Invalidated | null;
  readonly notes: readonly string[];
  /** The texts of units, where one subject was asked for. */
  readonly texts: ReadonlyMap<string, UnitFields>;
}

/**
 * Reads policies, terms, dataset, cache and overrides, and brings them together. Stale topics stop
 * everything, unless they are to be discarded.
 */
export function evidenceFromFiles(request: FilesRequest): FileEvidence {
  checkThere([
    request.policies,
    ...(request.terms === undefined ? [] : [request.terms]),
    request.cache,
    request.dataset,
    ...request.overrides,
  ]);
  const { topics, notes: policyNotes } = loadPolicies({
    ids: request.ids,
    policies: request.policies,
    ...(request.terms === undefined ? {} : { terms: request.terms }),
  });
  const texts = new Map<string, UnitFields>();
  const filter = {
    subject: request.subject,
    ...(request.subject === null
      ? {}
      : { onUnit: (id: string, fields: UnitFields) => void texts.set(id, fields) }),
  };
  const units = readDataset(request.dataset, subjectFields(topics), filter, request.progress);
  if (request.subject !== null && units.subjectCount === 0)
    refuse('unknown-subject', {
      got: request.subject,
      file: request.dataset,
      expected: firstSubject(request.dataset),
    });
  const cache = readCache(request.cache, topics, units.ids, request.progress);
  const stale = topics.flatMap((topic) => staleTopic(topic, cache.topics.get(topic.id)!));
  const notes = [...policyNotes, ...unitNotes(units)];
  if (stale.length > 0 && !request.invalidate)
    return { topics: [], stale, invalidated: null, notes, texts };
  const invalidated =
    stale.length === 0
      ? null
      : invalidateCache(
          request.cache,
          stale.map((one) => one.topic),
          `stale-${stale[0]!.judgedUnder}`,
        );
  const isStale = (topic: Topic): boolean => stale.some((one) => one.topic === topic.id);
  for (const topic of topics)
    if (!isStale(topic) && isEmpty(cache.topics.get(topic.id)!))
      refuse('no-judgments', { topic: topic.id }, { file: request.cache });
  const found = new FaultList();
  const truths = topics.map((topic) =>
    topicTruths(
      topic,
      isStale(topic) ? emptyTopic(topic) : cache.topics.get(topic.id)!,
      units,
      request,
      found,
    ),
  );
  found.throwIfAny();
  notes.push(
    ...applyOverrides(
      request.overrides,
      truths.map((one) => ({ truths: one, units })),
    ),
  );
  return { topics: truths, stale, invalidated, notes, texts };
}

/** The fields of subjects that files of verdicts and policies speak of. */
export function subjectFields(topics: readonly Topic[]): readonly string[] {
  const named = topics.flatMap((topic) =>
    topic.policies.flatMap(({ policy }) =>
      (policy.points?.subject_modifiers ?? []).map((modifier) => modifier.field),
    ),
  );
  return [...new Set(['name', 'categories', ...named])];
}

/** What was left aside while units were read, in words. */
export function unitNotes(units: UnitTable): readonly string[] {
  const { withoutId, repeated, undated, elsewhere } = units.leftAside;
  const counted = (count: number, one: string, many: string): readonly string[] =>
    count === 0 ? [] : [count === 1 ? one : many.replace('{n}', String(count))];
  return [
    ...counted(
      withoutId,
      'One unit has no id and is left out.',
      '{n} units have no id and are left out.',
    ),
    ...counted(
      repeated,
      'One unit is there twice and counts once.',
      '{n} units are repeated and count once each.',
    ),
    ...counted(
      elsewhere,
      'One unit stands under two subjects and counts for the first.',
      '{n} units stand under two subjects and count for the first.',
    ),
    ...counted(
      undated,
      'One unit has no date that can be read: it counts as the oldest, with the weight for undated units.',
      '{n} units have no date that can be read: they count as the oldest, with the weight for undated units.',
    ),
  ];
}

function topicTruths(
  topic: Topic,
  cached: CachedTopic,
  units: UnitTable,
  request: FilesRequest,
  found: FaultList,
): TopicTruths {
  if (topic.schema === null && cached.raw.size > 0)
    refuse('usage', {
      reason: `The votes on ${topic.id} cannot be counted without its terms, since it is not known what may be answered. Pass --terms.`,
    });
  const weights = request.weights ?? cached.metadata?.modelWeights ?? documentedWeights;
  const models = [...new Set(cached.raw.annotators.map(modelOf))];
  for (const model of models)
    if (!weights.has(model)) found.add(fault('no-weight', { model }, { file: request.cache }));
  const weightOf = (annotator: string): number => weights.get(modelOf(annotator)) ?? 0;
  const runs = request.models ?? cached.metadata?.modelRuns ?? new Map<string, number>();
  const required =
    cached.raw.size === 0
      ? []
      : [...runs].flatMap(([model, count]) =>
          Array.from({ length: count }, (_, run) => runAnnotator(model, run + 1)),
        );
  const decider = new ColumnConsensus(cached.raw, weightOf, {
    method: 'weighted',
    tie: request.tie,
  });
  const counted = models.toSorted().map((model) => [model, weights.get(model) ?? 0]);
  const weightsHash =
    cached.raw.size === 0
      ? null
      : shortHash({ weights: Object.fromEntries(counted), tie: request.tie });
  const known = {
    topic,
    units,
    raw: cached.raw,
    decider,
    weightOf,
    required,
    allowPartial: request.allowPartial,
    aggregated: cached.aggregated,
    strays: cached.strays,
    quotes: new Map<number, readonly Quoted[]>(),
  };
  const notes = [
    ...answerNotes(topic, cached),
    ...(cached.raw.size > 0 && runs.size === 0
      ? [
          `${topic.id}: nothing says how many runs are asked for, so every judged unit counts as complete. Pass --models.`,
        ]
      : []),
  ];
  const undeclared =
    (cached.metadata?.termHash ?? null) === null && topic.termHash !== null
      ? [`${topic.id}: the cache does not say under which terms it was judged.`]
      : [];
  return new TopicTruths(known, weightsHash, [...notes, ...undeclared]);
}

function modelOf(annotator: string): string {
  return annotator.slice(0, annotator.lastIndexOf('#'));
}

function answerNotes(topic: Topic, { setAside }: CachedTopic): readonly string[] {
  const total = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + count, 0);
  const none = total(setAside.none);
  const outside = [...setAside.outside].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...(none === 0
      ? []
      : [
          `${topic.id}: ${none} answers are "none" where that is no value; they are read as no answer.`,
        ]),
    ...(outside.length === 0
      ? []
      : [
          `${topic.id}: ${total(setAside.outside)} ${total(setAside.outside) === 1 ? 'answer is' : 'answers are'} outside of the terms: ${outside
            .slice(0, 5)
            .map(([what, count]) => `${what} (${count})`)
            .join(', ')}${outside.length > 5 ? ', …' : ''}.`,
        ]),
  ];
}

function staleTopic(topic: Topic, cached: CachedTopic): readonly StaleTopic[] {
  const judgedUnder = cached.metadata?.termHash ?? null;
  if (
    judgedUnder === null ||
    topic.termHash === null ||
    judgedUnder === topic.termHash ||
    isEmpty(cached)
  )
    return [];
  const message = english('stale-terms', {
    topic: topic.id,
    got: judgedUnder,
    expected: topic.termHash,
    changes: whatChanged(topic, cached),
  });
  return [{ topic: topic.id, judgedUnder, present: topic.termHash, message }];
}

/** A hash does not say what changed, but the judgments show some of it. */
function whatChanged(topic: Topic, cached: CachedTopic): string {
  const gone = [...cached.setAside.outside.keys()].toSorted();
  const unanswered = topic.task.questions
    .filter(
      (question, at) =>
        question.scale.kind === 'nominal' &&
        topic.schema !== null &&
        Object.hasOwn(topic.schema, question.id) &&
        !isAnswered(cached, at),
    )
    .map((question) => question.id);
  const parts = [
    ...(gone.length === 0 ? [] : [`no term has ${gone.slice(0, 5).join(', ')}`]),
    ...(unanswered.length === 0 ? [] : [`no judgment answers ${unanswered.join(', ')}`]),
  ];
  return parts.length === 0
    ? 'Every answer is still possible, so descriptions or unused values have changed.'
    : `What shows: ${parts.join('; ')}.`;
}

function isAnswered({ raw, aggregated }: CachedTopic, question: number): boolean {
  return [raw, aggregated].some((columns) => {
    for (let unit = 0; unit < columns.units; unit += 1)
      for (let annotator = 0; annotator < columns.annotators.length; annotator += 1)
        if (columns.code(unit, annotator, question) >= 0) return true;
    return false;
  });
}

function isEmpty({ raw, aggregated }: CachedTopic): boolean {
  return raw.size === 0 && aggregated.size === 0;
}

function emptyTopic(topic: Topic): CachedTopic {
  const aggregated = new JudgmentColumns(topic.task);
  aggregated.annotator('aggregate');
  return {
    metadata: null,
    raw: new JudgmentColumns(topic.task),
    aggregated,
    strays: new Map(),
    setAside: { none: new Map(), outside: new Map() },
  };
}

function firstSubject(dataset: string): string {
  for (const subject of readDataset(dataset, [], { subject: null }).subjects()) return subject.id;
  return 'nothing';
}
