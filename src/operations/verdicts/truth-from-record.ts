import { annotatorWeight, panelAnnotators } from '../../domain/judging/annotator.ts';
import { english } from '../../domain/english.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { annotatorRun } from '../../formats/models/cache-file.ts';
import type { Store } from '../../store/open-store.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { findUnits, unitPage } from '../../store/units/units.ts';
import { judgmentsOfUnits, recordEnd } from '../../store/fold/verdict-log.ts';
import { ColumnConsensus } from '../../truth/fold/column-consensus.ts';
import { applyRulings, rulingContent, rulingsHash } from '../rulings/apply-overrides.ts';
import type { GivenRuling } from '../rulings/apply-overrides.ts';
import type { Quoted } from './subject-truth.ts';
import { subjectFields, unitNotes } from './truth-from-files.ts';
import type { FileEvidence, StaleTopic } from './truth-from-files.ts';
import { protocolTopics } from './load-policies.ts';
import type { LoadedPolicies, Topic } from './load-policies.ts';
import { ModelDecider } from '../fold/model-decider.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import { TaskRecord } from '../fold/task-record.ts';
import { FaultList } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { panelHash, TopicTruths } from '../fold/topic-truths.ts';

/** What is to be computed from the record of a project. */
export interface RecordRequest {
  readonly project: string;
  readonly ids: readonly string[];
  readonly allowPartial: boolean;
  /** Leave out judgments under older questions, and go on. */
  readonly invalidate: boolean;
  /** Only this subject; null for all. */
  readonly subject: string | null;
  readonly seed: number;
  readonly progress?: Progress;
}

/** The truth that the record of a project holds, with the K that its protocol asks for. */
export interface RecordEvidence extends FileEvidence {
  readonly project: ProjectProtocol;
  readonly ks: readonly number[];
}

/**
 * Brings the units, judgments and rulings of a project together with the policies of its protocol,
 * as of now.
 */
export async function evidenceFromRecord(
  store: Store,
  request: RecordRequest,
): Promise<RecordEvidence> {
  const project = await projectProtocol(store, request.project);
  const { policies } = project.protocol;
  if (policies === null)
    refuse('usage', {
      reason: `The protocol ${request.project} names no policies. Name them in it, and add that version to the project.`,
    });
  const { topics, notes } = projectTopics(project, request.ids);
  const end = await store.read((db) => recordEnd(db));
  const runs = await store.read((db) => listRuns(db, request.project));
  // Methods that look at all units together need all of them, also for one subject.
  const alone = request.subject !== null && countsVotes(project);
  const records = new Map<string, TaskRecord>();
  for (const { task } of topics) {
    if (records.has(task.id)) continue;
    const record = new TaskRecord(
      store,
      project,
      project.tasks.get(task.id)!,
      subjectFields(topics.filter((topic) => topic.task.id === task.id)),
    );
    if (alone) await record.readSubject(request.subject, runs);
    else await record.follow(end, runs, request.progress);
    records.set(task.id, record);
  }
  const found = new FaultList();
  for (const record of records.values()) found.add(...unknownModels(record));
  found.throwIfAny();
  const texts = new Map<string, UnitFields>();
  const quotes = new Map<string, ReadonlyMap<string, readonly Quoted[]>>();
  if (request.subject !== null) {
    await refuseUnknownSubject(store, request.project, request.subject, records);
    for (const [task, record] of records) {
      for (const [unit, fields] of await subjectTexts(store, record, request.subject))
        texts.set(unit, fields);
      quotes.set(task, await subjectQuotes(store, record, request.subject));
    }
  }
  const truths = topics.map((topic) =>
    recordTruths(topic, records.get(topic.task.id)!, {
      ...request,
      quotes: quotes.get(topic.task.id) ?? new Map<string, readonly Quoted[]>(),
    }),
  );
  const stale = topics.flatMap((topic) => staleTopic(topic, records.get(topic.task.id)!));
  const common = {
    project,
    ks: policies.k,
    invalidated: null,
    texts,
    notes: [
      ...notes,
      ...new Set([...records.values()].flatMap((record) => unitNotes(record.units))),
    ],
  };
  if (stale.length > 0 && !request.invalidate) return { ...common, topics: [], stale };
  for (const topic of truths)
    if (request.subject === null && records.get(topic.topic.task.id)!.raw.size === 0)
      refuse('no-judgments', { topic: topic.topic.id });
  return { ...common, topics: truths, stale };
}

/** The policies that a version of a protocol holds, or those of them that are wanted. */
export function projectTopics(
  { protocol, content }: Pick<ProjectProtocol, 'protocol' | 'content'>,
  ids: readonly string[],
): LoadedPolicies {
  return protocolTopics(
    protocol.tasks,
    (protocol.policies?.files ?? []).map((file) => ({ file, text: content.files[file] ?? '' })),
    ids,
  );
}

/** Whether each unit is decided by its own votes. */
export function countsVotes({ protocol }: Pick<ProjectProtocol, 'protocol'>): boolean {
  return protocol.consensus.method === 'weighted' || protocol.consensus.method === 'majority';
}

/**
 * The truth about the units of a topic, out of what was read of its task. It holds until something
 * more is read.
 */
export function recordTruths(
  topic: Topic,
  record: TaskRecord,
  options: Pick<RecordRequest, 'allowPartial' | 'seed'> & {
    readonly quotes?: ReadonlyMap<string, readonly Quoted[]>;
  },
): TopicTruths {
  const { raw, units, project } = record;
  const { panel, consensus: plan } = project.protocol;
  const weights = new Map(raw.annotators.map((name) => [name, annotatorWeight(panel, name)]));
  const weightOf = (annotator: string): number => weights.get(annotator)!;
  const decider = countsVotes(project)
    ? new ColumnConsensus(raw, weightOf, plan)
    : new ModelDecider(raw, { panel, plan, seed: options.seed }, (unit) => units.ids.at(unit));
  const required = panelAnnotators(panel)
    .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
    .map((annotator) => annotator.id);
  const quotes = new Map(
    [...(options.quotes ?? [])].map(([unit, given]) => [units.ids.find(unit), given]),
  );
  const known = {
    topic,
    units,
    raw,
    decider,
    weightOf,
    required,
    isAwaited: (unit: number) => record.isAwaited(unit),
    allowPartial: options.allowPartial,
    aggregated: null,
    strays: new Map<number, ReadonlyMap<number, string>>(),
    quotes,
  };
  const truths = new TopicTruths(known, panelHash(weights, plan, options.seed), []);
  ruleOver(truths, record);
  return truths;
}

/**
 * Models whose runs are in the record without being on the panel: what they weigh would be a guess.
 */
export function unknownModels({ raw, project }: TaskRecord): readonly Fault[] {
  const models = new Set(raw.annotators.flatMap((name) => annotatorRun(name)?.model ?? []));
  return [...models]
    .filter((model) => !Object.hasOwn(project.protocol.panel, model))
    .map((model) => fault('no-weight', { model }));
}

/**
 * What is to be said of a topic whose judgments were given under other questions; nothing when none
 * were, or when all were given anew.
 */
export function staleTopic(
  topic: Topic,
  { stale, task }: Pick<TaskRecord, 'stale' | 'task'>,
): readonly StaleTopic[] {
  if (stale.count === 0) return [];
  const judgedUnder = stale.versions.join(', ');
  const changes =
    stale.count === 1
      ? 'One judgment is of that version and was not given anew.'
      : `${stale.count} judgments are of that version and were not given anew.`;
  return [
    {
      topic: topic.id,
      judgedUnder,
      present: task.hash,
      message: english('stale-terms', {
        topic: topic.id,
        got: judgedUnder,
        expected: task.hash,
        changes,
      }),
    },
  ];
}

/** The texts of a subject's units. */
export async function subjectTexts(
  store: Store,
  { units, project, task }: Pick<TaskRecord, 'units' | 'project' | 'task'>,
  subject: string,
): Promise<ReadonlyMap<string, UnitFields>> {
  const ids = units.subject(subject)?.ids ?? [];
  const found = await store.read((db) =>
    findUnits(db, { project: project.project, task: task.task.id }, ids),
  );
  return new Map(found.map((unit) => [unit.id, unit.fields]));
}

/** What people and models wrote or copied out of a subject's units, by unit. */
export async function subjectQuotes(
  store: Store,
  { units, project, task }: Pick<TaskRecord, 'units' | 'project' | 'task'>,
  subject: string,
): Promise<ReadonlyMap<string, readonly Quoted[]>> {
  const free = task.task.questions
    .filter((question) => question.scale.kind === 'text' || question.scale.kind === 'quote')
    .map((question) => question.id);
  if (free.length === 0) return new Map();
  const ids = units.subject(subject)?.ids ?? [];
  const votes = await store.read((db) =>
    judgmentsOfUnits(db, { project: project.project, task: task.task.id }, ids),
  );
  const latest = new Map(
    votes
      .filter((vote) => vote.taskHash === task.hash)
      .map((vote) => [JSON.stringify([vote.unit, vote.annotator]), vote]),
  );
  const quotes = new Map<string, Quoted[]>();
  for (const { unit, annotator, answers } of latest.values()) {
    const given = JSON.parse(answers) as Readonly<Record<string, unknown>>;
    for (const question of free) {
      const text = given[question];
      if (typeof text === 'string' && text !== '')
        quotes.set(unit, [...(quotes.get(unit) ?? []), { annotator, question, text }]);
    }
  }
  return quotes;
}

async function refuseUnknownSubject(
  store: Store,
  project: string,
  subject: string,
  records: ReadonlyMap<string, TaskRecord>,
): Promise<void> {
  if ([...records.values()].some((record) => record.units.hasSubject(subject))) return;
  const [task] = records.keys();
  const [first] =
    task === undefined ? [] : await store.read((db) => unitPage(db, { project, task, limit: 1 }));
  refuse('unknown-subject', {
    got: subject,
    file: project,
    expected:
      first === undefined ? 'nothing, since there are no units' : (first.subject ?? first.id),
  });
}

/** Puts the rulings of the record over the votes; the latest on a unit counts. */
function ruleOver(truths: TopicTruths, { units, rulings }: TaskRecord): void {
  const latest = new Map<number, GivenRuling>();
  const unknown: string[] = [];
  const content = new Map<string, object>();
  for (const [id, list] of rulings) {
    const ruling = list.at(-1)!;
    const unit = units.ids.find(id);
    content.set(id, rulingContent(ruling, ruling.original ?? {}));
    if (unit < 0 || unit >= units.size) unknown.push(id);
    else latest.set(unit, { ruling, original: ruling.original });
  }
  applyRulings(truths, latest, unknown, rulingsHash(content));
}
