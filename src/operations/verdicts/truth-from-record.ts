import { storedJson } from '../../domain/stored-json.ts';
import { inEnglish } from '../../domain/english.ts';
import { refuse } from '../../domain/fault.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import { codedText } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { loadedPolicy } from '../../formats/verdicts/policy-topics.ts';
import { logOfUnits, recordEnd } from '../../store/fold/judgment-log.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { findUnits, unitPage } from '../../store/units/units.ts';
import { countsVotes } from '../../truth/fold/answer-model.ts';
import { recordTruths } from '../../truth/verdicts/record-truths.ts';
import type { Quotes } from '../../truth/verdicts/record-truths.ts';
import { subjectFields } from '../../truth/verdicts/topic.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import type { Quoted } from '../../truth/verdicts/unit-grounds.ts';
import { TaskRecord } from '../fold/task-record.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { unitNotes } from '../units/unit-notes.ts';
import { protocolTopics, topicsOfPolicies } from './load-policies.ts';
import type { LoadedPolicies } from './load-policies.ts';
import { staleTopic } from './read-truth.ts';
import type { ReadTruth, StaleTopic, TruthRequest } from './read-truth.ts';

/** What is to be computed from the record of a project. */
export interface RecordRequest extends TruthRequest {
  readonly project: string;
  readonly seed: number;
}

/** The current units, judgments and rulings of a project with the policies of its protocol. */
export async function truthFromRecord(store: Store, request: RecordRequest): Promise<ReadTruth> {
  const { subject } = request;
  const project = await projectProtocol(store, request.project);
  const { policies, consensus } = project.protocol;
  if (policies === null) refuse('no-policies', { project: request.project });
  const { topics, notes } = projectTopics(project, request.ids, request.k ?? []);
  const end = await store.read((db) => recordEnd(db));
  const runs = await store.read((db) => listRuns(db, request.project));
  const records = topicRecords(store, project, topics, request);
  for (const record of records.values()) {
    // Methods that look at all units together need all of them, also for one subject.
    if (subject !== null && countsVotes(consensus)) await record.readSubject(subject, runs);
    else await record.follow(end, runs, request.progress);
  }
  const texts = new Map<string, UnitFields>();
  const quotes = new Map<string, Quotes>();
  if (subject !== null) {
    await refuseUnknownSubject(store, request.project, subject, records);
    for (const [task, record] of records) {
      for (const [unit, fields] of await subjectTexts(store, record, subject))
        texts.set(unit, fields);
      quotes.set(task, await subjectQuotes(store, record, subject));
    }
  }
  const stale = topics.flatMap((topic) => staleVotes(topic, records.get(topic.task.id)!));
  const left = [...records.values()].flatMap((record) => unitNotes(record.units).map(inEnglish));
  const allNotes = [...notes, ...new Set(left)];
  const common = { ks: policies.k, stale, invalidated: null, texts, notes: allNotes };
  if (stale.length > 0 && !request.invalidate) return { ...common, topics: [] };
  const truths = topics.map((topic) => {
    const record = records.get(topic.task.id)!;
    if (subject === null && record.fold.table.size === 0)
      refuse('no-judgments', { topic: topic.id });
    return recordTruths(topic, record, quotes.get(topic.task.id));
  });
  return { ...common, topics: truths };
}

/**
 * The policies that a version of a protocol holds, or those of them that are wanted. They were
 * checked when the version was added; for a computation with `asked` they are checked again.
 */
export function projectTopics(
  { protocol, content, named }: Pick<ProjectProtocol, 'protocol' | 'content' | 'named'>,
  ids: readonly string[],
  asked: readonly number[] | null = null,
): LoadedPolicies {
  const { files = [], k: declared = null } = protocol.policies ?? {};
  const { tasks } = protocol;
  if (asked === null) {
    const policies = named.filter(({ kind }) => kind === 'policy');
    const known = policies.map((one) => loadedPolicy(one.content as Policy, one));
    return topicsOfPolicies(tasks, known, ids);
  }
  const texts = files.map((file) => ({ file, text: content.files[file] ?? '' }));
  return protocolTopics(tasks, texts, ids, { declared, asked });
}

/** A record for each task that topics speak of, with nothing read yet. */
export function topicRecords(
  store: Store,
  project: ProjectProtocol,
  topics: readonly Topic[],
  { seed, allowPartial }: Pick<RecordRequest, 'seed' | 'allowPartial'>,
): ReadonlyMap<string, TaskRecord> {
  const records = topics.map(({ task: { id } }) => {
    const fields = subjectFields(topics.filter((topic) => topic.task.id === id));
    const scope = { project, task: project.tasks.get(id)!, fields, seed, allowPartial };
    return [id, new TaskRecord(store, scope)] as const;
  });
  return new Map(records);
}

/** The fields of a subject's units. */
export async function subjectTexts(
  store: Store,
  { units, place }: TaskRecord,
  subject: string,
): Promise<ReadonlyMap<string, UnitFields>> {
  const ids = units.subject(subject)?.ids ?? [];
  const found = await store.read((db) => findUnits(db, place, ids));
  return new Map(found.map((unit) => [unit.id, unit.fields]));
}

/** What people and models wrote or copied out of a subject's units, by unit. */
export async function subjectQuotes(
  store: Store,
  { units, place, task }: TaskRecord,
  subject: string,
): Promise<Quotes> {
  const free = task.task.questions.filter((question) => !isClosed(question.scale));
  if (free.length === 0) return new Map();
  const ids = units.subject(subject)?.ids ?? [];
  const votes = await store.read((db) => logOfUnits(db, place, ids));
  const current = votes.filter((vote) => task.hashes.has(vote.taskHash));
  const latest = new Map(
    current.map((vote) => [JSON.stringify([vote.unit, vote.annotator]), vote]),
  );
  const quotes = new Map<string, Quoted[]>();
  for (const { unit, annotator, answers } of latest.values()) {
    const row = { unit, annotator };
    const given = storedJson<Record<string, unknown>>(answers, 'judgment', 'answers', row);
    for (const { id: question } of free) {
      const text = given[question];
      if (typeof text === 'string' && text !== '')
        quotes.set(unit, [...(quotes.get(unit) ?? []), { annotator, question, text }]);
    }
  }
  return quotes;
}

/** A topic with judgments under other questions that were not all given again. */
function staleVotes(topic: Topic, { fold: { stale }, task }: TaskRecord): readonly StaleTopic[] {
  if (stale.count === 0) return [];
  const changes = codedText('stale-not-repeated', { count: stale.count });
  return [staleTopic(topic, stale.versions.join(', '), task.hash, changes)];
}

async function refuseUnknownSubject(
  store: Store,
  project: string,
  subject: string,
  records: ReadonlyMap<string, TaskRecord>,
): Promise<void> {
  if ([...records.values()].some((record) => record.units.hasSubject(subject))) return;
  const [record] = records.values();
  const page = record && (await store.read((db) => unitPage(db, { ...record.place, limit: 1 })));
  const first = page?.[0];
  const expected = first === undefined ? codedText('no-units-here') : (first.subject ?? first.id);
  refuse('unknown-subject', { got: subject, file: project, expected });
}
