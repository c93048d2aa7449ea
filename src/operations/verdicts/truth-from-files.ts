import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { uncountedText } from '../../domain/fold/uncounted.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { runAnnotator } from '../../formats/models/cache-file.ts';
import { CacheReader } from '../../formats/models/cache-reader.ts';
import type { CachedTopic } from '../../formats/models/cache-reader.ts';
import { invalidRun } from '../../formats/models/cached-topic.ts';
import { readJsonEntries } from '../../formats/json-entries.ts';
import { UnitStandings } from '../../truth/fold/unit-standings.ts';
import type { JudgmentTable } from '../../truth/judging/judgment-table.ts';
import { shortHash } from '../../truth/verdicts/panel-truths.ts';
import { subjectFields } from '../../truth/verdicts/topic.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { withBytes } from '../byte-file.ts';
import { invalidateCache } from '../models/invalidate-cache.ts';
import { applyOverrides } from '../rulings/apply-overrides.ts';
import { checkThere, FaultList } from '../text-file.ts';
import { readDataset } from '../units/read-dataset.ts';
import { unitNotes } from '../units/unit-notes.ts';
import type { UnitTable } from '../../formats/units/unit-table.ts';
import { legacyPreset } from './legacy-preset.ts';
import { loadPolicies } from './load-policies.ts';
import { staleTopic } from './read-truth.ts';
import type { ReadTruth, StaleTopic, TruthRequest } from './read-truth.ts';

/** The files that verdicts are computed from, in the formats of legacy policies. */
export interface FilesRequest extends TruthRequest {
  readonly policies: string;
  readonly terms: string | undefined;
  readonly cache: string;
  readonly dataset: string;
  readonly overrides: readonly string[];
  /** The weights of votes; by default those of the cache, else those of the preset. */
  readonly weights: ReadonlyMap<string, number> | null;
  /** The number of runs of each model; by default what the cache says. */
  readonly models: ReadonlyMap<string, number> | null;
  readonly tie: ConsensusPlan['tie'];
}

/** Reads policies, terms, dataset, cache and overrides. Stale topics are refused or discarded. */
export function truthFromFiles(request: FilesRequest): ReadTruth {
  const { policies, cache, dataset, overrides, subject, progress } = request;
  const terms = request.terms === undefined ? {} : { terms: request.terms };
  checkThere([policies, ...Object.values(terms), cache, dataset, ...overrides]);
  const ks = request.k ?? legacyPreset().k;
  const loaded = loadPolicies({ ids: request.ids, policies, ...terms, ks });
  const texts = new Map<string, UnitFields>();
  const keep = (id: string, fields: UnitFields): void => void texts.set(id, fields);
  const filter = { subject, ...(subject === null ? {} : { onUnit: keep }) };
  const units = readDataset(dataset, subjectFields(loaded.topics), filter, progress);
  if (subject !== null && units.subjectCount === 0)
    refuse('unknown-subject', { got: subject, file: dataset, expected: firstSubject(dataset) });
  const found = new FaultList();
  const { former_names: formerNames } = legacyPreset();
  const report = (one: Fault): void => found.add(one);
  const reader = new CacheReader(cache, loaded.topics, units.ids, formerNames, report);
  withBytes(cache, (fill) => readJsonEntries(fill, reader, cache), progress);
  found.throwIfAny();
  const topics = loaded.topics.map((topic) => ({ topic, cached: reader.topic(topic) }));
  const stale = topics.flatMap(({ topic, cached }) => staleTerms(topic, cached));
  const notes = [...loaded.notes, ...unitNotes(units).map(inEnglish)];
  const common = { stale, notes, texts, ks: null };
  if (stale.length > 0 && !request.invalidate) return { ...common, topics: [], invalidated: null };
  const old = stale.map((one) => one.topic);
  const invalidated =
    stale.length === 0 ? null : invalidateCache(cache, old, `stale-${stale[0]!.judgedUnder}`);
  const truths = topics.map(({ topic, cached }) => {
    const isStale = old.includes(topic.id);
    if (!isStale && isEmpty(cached)) refuse('no-judgments', { topic: topic.id }, { file: cache });
    const present = isStale ? reader.emptyTopic(topic) : cached;
    return topicTruths(topic, present, units, request, found);
  });
  found.throwIfAny();
  notes.push(...applyOverrides(overrides, truths));
  return { ...common, topics: truths, invalidated };
}

function topicTruths(
  topic: Topic,
  cached: CachedTopic,
  units: UnitTable,
  request: FilesRequest,
  found: FaultList,
): TopicTruths {
  const { raw, metadata } = cached;
  const isVoted = raw.size > 0;
  if (topic.schema === null && isVoted) {
    const why = 'since it is not known what may be answered. Pass --terms.';
    const reason = `The votes on ${topic.id} cannot be counted without its terms, ${why}`;
    refuse('usage', { reason });
  }
  const weights = request.weights ?? metadata?.modelWeights ?? presetWeights();
  const models = [...new Set(raw.annotators.map(modelOf))].toSorted();
  for (const model of models)
    if (!weights.has(model)) found.add(fault('no-weight', { model }, { file: request.cache }));
  const weightOf = (annotator: string): number => weights.get(modelOf(annotator)) ?? 0;
  const runs = request.models ?? metadata?.modelRuns ?? new Map<string, number>();
  const asked = [...runs].flatMap(([model, count]) =>
    Array.from({ length: count }, (_, run) => runAnnotator(model, run + 1)),
  );
  const { tie } = request;
  const counted = Object.fromEntries(models.map((model) => [model, weights.get(model) ?? 0]));
  const standings = new UnitStandings(
    {
      task: topic.task,
      plan: { method: 'weighted', tie },
      seed: 1,
      weightOf,
      required: isVoted ? asked : [],
      allowPartial: request.allowPartial,
    },
    raw,
    units.ids,
  );
  awaitInvalid(standings, raw);
  return new TopicTruths({
    topic,
    units,
    table: raw,
    standings,
    stored: cached,
    weightsHash: isVoted ? shortHash({ weights: counted, tie }) : null,
    notes: [...answerNotes(topic, cached), ...cacheNotes(topic, cached, runs.size > 0)],
  });
}

/** Lets units wait for the runs whose judgments are invalid, since those do not count. */
function awaitInvalid(standings: UnitStandings, table: JudgmentTable): void {
  if (!table.hasMarks) return;
  const mark = standings.counted.marks.of({ why: 'invalid', round: null });
  if (mark !== invalidRun) throw new Error('Runs are marked before anything else.');
  for (let unit = 0; unit < table.units; unit += 1) {
    const names: string[] = [];
    for (let place = table.first(unit); place < table.end(unit); place += 1)
      if (table.mark(place) === mark) names.push(table.annotators[table.who(place)]!);
    if (names.length > 0) standings.await(unit, names);
  }
}

function cacheNotes(
  { id, termHash }: Topic,
  { raw, metadata }: CachedTopic,
  hasRuns: boolean,
): readonly string[] {
  const notes: string[] = [];
  const consequence = 'so every judged unit counts as complete. Pass --models.';
  if (raw.size > 0 && !hasRuns)
    notes.push(`${id}: nothing says how many runs are asked for, ${consequence}`);
  if ((metadata?.termHash ?? null) === null && termHash !== null)
    notes.push(`${id}: the cache does not say under which terms it was judged.`);
  return notes;
}

function presetWeights(): ReadonlyMap<string, number> {
  return new Map(Object.entries(legacyPreset().model_weights));
}

function modelOf(annotator: string): string {
  return annotator.slice(0, annotator.lastIndexOf('#'));
}

function answerNotes({ id }: Topic, { setAside }: CachedTopic): readonly string[] {
  const notes: string[] = [];
  const read = 'where that is not a value; they are read as no answer.';
  if (setAside.none > 0) notes.push(`${id}: ${setAside.none} answers are "none" ${read}`);
  const reason = uncountedText({ why: 'invalid', round: null });
  const uncounted = codedText('judgments-uncounted', { count: setAside.invalid, reason });
  if (setAside.invalid > 0) notes.push(`${id}: ${inEnglish(uncounted)}.`);
  const outside = outsideAnswers(setAside);
  const total = outside.reduce((sum, one) => sum + one.count, 0);
  const shown = outside.slice(0, 5).map(({ what, count }) => `${what} (${count})`);
  const rest = outside.length > 5 ? ', …' : '';
  const are = total === 1 ? 'answer is' : 'answers are';
  if (total > 0)
    notes.push(`${id}: ${total} ${are} outside the terms: ${shown.join(', ')}${rest}.`);
  return notes;
}

/** The answers outside of the terms in words, in alphabetical order. */
function outsideAnswers({ outside }: CachedTopic['setAside']) {
  const answers = [...outside.values()].map(({ question, answer, count }) => {
    return { what: `${question} = ${answer}`, count };
  });
  return answers.toSorted((a, b) => (a.what < b.what ? -1 : 1));
}

function staleTerms(topic: Topic, cached: CachedTopic): readonly StaleTopic[] {
  const judgedUnder = cached.metadata?.termHash ?? null;
  const { termHash } = topic;
  const isFresh = judgedUnder === null || termHash === null || judgedUnder === termHash;
  if (isFresh || isEmpty(cached)) return [];
  return [staleTopic(topic, judgedUnder, termHash, whatChanged(topic, cached))];
}

/** A hash does not show what changed in the terms; the judgments show some of it. */
function whatChanged(topic: Topic, cached: CachedTopic): CodedText {
  const gone = outsideAnswers(cached.setAside).map(({ what }) => what);
  const unanswered = topic.task.questions.flatMap(({ id, scale }, at) => {
    const isAsked = scale.kind === 'nominal' && Object.hasOwn(topic.schema ?? {}, id);
    return isAsked && !isAnswered(cached, at) ? [id] : [];
  });
  const parts = [
    ...(gone.length === 0 ? [] : [codedText('terms-without', { answers: gone.slice(0, 5) })]),
    ...(unanswered.length === 0 ? [] : [codedText('terms-unanswered', { questions: unanswered })]),
  ];
  return parts.length === 0 ? codedText('terms-alike') : codedText('terms-show', { parts });
}

function isAnswered({ raw, aggregated }: CachedTopic, question: number): boolean {
  return [raw, aggregated].some((table) => {
    for (let unit = 0; unit < table.units; unit += 1)
      for (let place = table.first(unit); place < table.end(unit); place += 1)
        if (table.code(place, question) >= 0) return true;
    return false;
  });
}

function isEmpty({ raw, aggregated }: CachedTopic): boolean {
  return raw.size === 0 && aggregated.size === 0;
}

function firstSubject(dataset: string): string {
  for (const subject of readDataset(dataset, [], { subject: null }).subjects()) return subject.id;
  return 'nothing';
}
