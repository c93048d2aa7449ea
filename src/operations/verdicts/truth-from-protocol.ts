import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { annotatorWeight, panelAnnotators } from '../../domain/judging/annotator.ts';
import { english } from '../../domain/english.ts';
import { fault, printChoice, refuse } from '../../domain/fault.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { readUnit } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { annotatorRun } from '../../formats/models/cache-file.ts';
import { hiddenFaults, parseRow } from '../../formats/jsonl.ts';
import { judgmentRowReader, wholeNumberFields } from '../../formats/judging/judgment-row.ts';
import { QuickRows } from '../../formats/judging/quick-rows.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import { ColumnConsensus } from '../../truth/fold/column-consensus.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { JudgmentColumns } from '../../truth/fold/judgment-columns.ts';
import { taskHash } from '../../truth/protocol/task-hash.ts';
import { applyOverrides } from '../rulings/apply-overrides.ts';
import type { PlacedRuling } from '../rulings/apply-overrides.ts';
import { firstRow, hasShape } from '../protocol/choose-task.ts';
import type { Quoted } from './subject-truth.ts';
import type { FileEvidence, StaleTopic } from './truth-from-files.ts';
import { subjectFields, unitNotes } from './truth-from-files.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { protocolTopics } from './load-policies.ts';
import type { Topic } from './load-policies.ts';
import { ModelDecider } from '../fold/model-decider.ts';
import { readUnitTable } from '../units/read-dataset.ts';
import { readJsonRows } from '../read-rows.ts';
import { checkThere, FaultList, readByteLines, readText } from '../text-file.ts';
import type { Progress } from '../text-file.ts';
import { panelHash, TopicTruths } from '../fold/topic-truths.ts';
import type { UnitTable } from '../units/unit-table.ts';

/** A protocol whose units, judgments and rulings lie in its folder. */
export interface ProtocolRequest {
  readonly protocol?: string;
  readonly ids: readonly string[];
  /** Files of judgments; else all of the folder `judgments`, but for those of training rounds. */
  readonly judgments: readonly string[];
  /** Files of overrides (JSON) and rulings (JSONL); else all of the folder `rulings`. */
  readonly rulings: readonly string[];
  readonly allowPartial: boolean;
  /** Leave out judgments under an older version of the task, and go on. */
  readonly invalidate: boolean;
  readonly subject: string | null;
  readonly seed: number;
  readonly progress?: Progress;
}

/** The truth that a protocol's folder holds, with the K that the protocol asks for. */
export interface ProtocolEvidence extends FileEvidence {
  readonly protocol: LoadedProtocol;
  readonly ks: readonly number[];
}

/** Reads a protocol's policies, units, judgments and rulings, and brings them together. */
export function evidenceFromProtocol(request: ProtocolRequest): ProtocolEvidence {
  checkThere([
    ...(request.protocol === undefined ? [] : [request.protocol]),
    ...request.judgments,
    ...request.rulings,
  ]);
  const loaded = loadProtocol(request.protocol);
  const { protocol, folder } = loaded;
  const { policies } = protocol;
  if (policies === null)
    refuse('usage', {
      reason: `The protocol ${protocol.name} names no policies. Name them in it, or pass --policies with --cache and --dataset.`,
    });
  const { topics, notes } = protocolTopics(
    protocol.tasks,
    policies.files.map((name) => ({
      file: join(folder, name),
      text: readText(join(folder, name)),
    })),
    request.ids,
  );
  const texts = new Map<string, UnitFields>();
  const read = topics.map((topic) => readTopic(topic, loaded, request, texts));
  const common = { protocol: loaded, ks: policies.k, invalidated: null, texts };
  const stale = read.flatMap((one) => one.stale);
  const allNotes = [
    ...notes,
    ...unreadNotes(folder, request),
    ...new Set(read.flatMap((one) => unitNotes(one.units))),
  ];
  if (stale.length > 0 && !request.invalidate)
    return { ...common, topics: [], stale, notes: allNotes };
  const files =
    request.rulings.length > 0 ? request.rulings : filesIn(folder, 'rulings', /\.jsonl?$/);
  const found = new FaultList();
  const rulings = readRulings(
    files.filter((file) => file.endsWith('.jsonl')),
    protocol.tasks,
    found,
  );
  allNotes.push(
    ...applyOverrides(
      files.filter((file) => !file.endsWith('.jsonl')),
      read,
      rulings,
      found,
    ),
  );
  return { ...common, topics: read.map((one) => one.truths), stale, notes: allNotes };
}

interface ReadTopic {
  readonly truths: TopicTruths;
  readonly units: UnitTable;
  readonly stale: readonly StaleTopic[];
}

function readTopic(
  topic: Topic,
  loaded: LoadedProtocol,
  request: ProtocolRequest,
  texts: Map<string, UnitFields>,
): ReadTopic {
  const { protocol, folder } = loaded;
  const { task } = topic;
  const file =
    protocol.units[task.id] ??
    refuse('usage', { reason: `The protocol ${protocol.name} names no units for ${task.id}.` });
  const filter = {
    subject: request.subject,
    ...(request.subject === null
      ? {}
      : { onUnit: (id: string, fields: UnitFields) => void texts.set(id, fields) }),
  };
  const units = readUnitTable(
    join(folder, file),
    task,
    subjectFields([topic]),
    filter,
    request.progress,
  );
  if (request.subject !== null && units.subjectCount === 0)
    refuse('unknown-subject', {
      got: request.subject,
      file: join(folder, file),
      expected: firstSubject(join(folder, file), task),
    });
  const raw = new JudgmentColumns(task);
  const judged = readJudgments(topic, loaded, request, raw, units);
  const weights = new Map(
    raw.annotators.map((name) => [name, annotatorWeight(protocol.panel, name)]),
  );
  const weightOf = (annotator: string): number => weights.get(annotator)!;
  refuseUnknownModels(raw.annotators, loaded);
  const plan = protocol.consensus;
  const decider =
    plan.method === 'weighted' || plan.method === 'majority'
      ? new ColumnConsensus(raw, weightOf, plan)
      : new ModelDecider(raw, { panel: protocol.panel, plan, seed: request.seed }, (unit) =>
          units.ids.at(unit),
        );
  const required = panelAnnotators(protocol.panel)
    .filter((annotator) => annotator.kind === 'model' && annotator.weight > 0)
    .map((annotator) => annotator.id);
  const known = {
    topic,
    units,
    raw,
    decider,
    weightOf,
    required,
    allowPartial: request.allowPartial,
    aggregated: null,
    strays: new Map<number, ReadonlyMap<number, string>>(),
    quotes: judged.quotes,
  };
  const weightsHash = panelHash(weights, plan, request.seed);
  return { truths: new TopicTruths(known, weightsHash, judged.notes), units, stale: judged.stale };
}

/** The subject of the first unit in a file, as an example of one. */
function firstSubject(file: string, task: Task): string {
  const row = firstRow(file);
  const read = row === null ? null : readUnit(task.id, task.unit, row);
  return read?.ok === true
    ? (read.unit.subject ?? read.unit.id)
    : 'nothing, since there are no units';
}

interface ReadJudgments {
  readonly notes: readonly string[];
  readonly stale: readonly StaleTopic[];
  readonly quotes: ReadonlyMap<number, readonly Quoted[]>;
}

function readJudgments(
  topic: Topic,
  loaded: LoadedProtocol,
  request: ProtocolRequest,
  raw: JudgmentColumns,
  units: UnitTable,
): ReadJudgments {
  const { protocol } = loaded;
  const compiled = compileTask(topic.task);
  const present = taskHash(topic.task);
  const found = new FaultList();
  const older = new Map<string, number>();
  const quotes = new Map<number, Quoted[]>();
  const free =
    request.subject === null
      ? []
      : topic.task.questions
          .filter((question) => !isClosed(question.scale))
          .map((question) => question.id);
  let superseded = 0;
  const context = { guideline: protocol.guideline.version, guidelineRequired: false, units: null };
  const read = judgmentRowReader(compiled, context);
  const wholeNumbers = wholeNumberFields(compiled);
  const plain = new QuickRows(compiled, context, units.ids);
  for (const file of judgmentFiles(topic.task, loaded, request)) {
    let rows = 0;
    readByteLines(
      file,
      (bytes, start, end, line) => {
        rows += 1;
        const quick = free.length === 0 ? plain.read(bytes, start, end) : -1;
        if (quick >= 0) {
          if (raw.replace(quick, raw.annotator(plain.annotator), plain.codes)) superseded += 1;
          return;
        }
        const text = bytes.toString('utf8', start, end);
        if (text.trim() === '') return;
        const parsed = parseRow(text);
        if (!parsed.ok) {
          found.add({ ...parsed.fault, file, line });
          return;
        }
        const judged = read(parsed.row);
        const faults = [...judged.faults, ...hiddenFaults(text, wholeNumbers)];
        found.add(...faults.map((one) => ({ ...one, file, line })));
        if (faults.length > 0) return;
        const version = parsed.row['task_hash'];
        if (typeof version === 'string' && version !== present) {
          older.set(version, (older.get(version) ?? 0) + 1);
          return;
        }
        plain.learn(bytes, start, end, judged);
        const unit = units.ids.add(judged.unit);
        if (raw.replace(unit, raw.annotator(judged.annotator), judged.codes)) superseded += 1;
        const given = free.flatMap((question) =>
          typeof judged.answers[question] === 'string' && unit < units.size
            ? [{ annotator: judged.annotator, question, text: judged.answers[question] }]
            : [],
        );
        if (given.length > 0) quotes.set(unit, [...(quotes.get(unit) ?? []), ...given]);
      },
      request.progress,
    );
    if (rows === 0) found.add(fault('file-empty', {}, { file }));
  }
  found.throwIfAny();
  if (raw.size === 0 && older.size === 0) refuse('no-judgments', { topic: topic.id });
  const count = [...older.values()].reduce((sum, one) => sum + one, 0);
  const versions = [...older.keys()].join(', ');
  const changes = `${count} judgments are of that version.`;
  const stale =
    count === 0
      ? []
      : [
          {
            topic: topic.id,
            judgedUnder: versions,
            present,
            message: english('stale-terms', {
              topic: topic.id,
              got: versions,
              expected: present,
              changes,
            }),
          },
        ];
  return {
    notes:
      superseded === 0
        ? []
        : [
            `${topic.id}: ${superseded} judgments are superseded by later ones of the same annotator.`,
          ],
    stale,
    quotes,
  };
}

function judgmentFiles(
  task: Task,
  { protocol, folder }: LoadedProtocol,
  request: ProtocolRequest,
): readonly string[] {
  const training = protocol.rounds.filter((round) => round.kind === 'training');
  const keys = training.map((round) => round.key);
  const isTraining = (name: string): boolean =>
    training.some((round) => name.startsWith(`${round.id}.`)) ||
    keys.some((key) => key !== null && key.endsWith(name));
  const files =
    request.judgments.length > 0
      ? request.judgments
      : filesIn(folder, 'judgments', /\.jsonl$/).filter(
          (file) => !isTraining(file.slice(join(folder, 'judgments').length + 1)),
        );
  if (files.length === 0) refuse('no-judgments', { topic: task.id });
  return protocol.tasks.length === 1 ? files : files.filter((file) => hasTask(file, task));
}

/**
 * Files beside the judgments that look like some and are not read, so that nobody counts on them.
 */
function unreadNotes(folder: string, request: ProtocolRequest): readonly string[] {
  const files =
    request.judgments.length > 0 ? [] : filesIn(folder, 'judgments', /\.(csv|tsv|json|parquet)$/);
  return files.map(
    (file) =>
      `${file} is not read: the judgments of a folder are JSONL files. Import it into a workspace, or write it as JSONL.`,
  );
}

function hasTask(file: string, task: Task): boolean {
  const row = firstRow(file);
  return (
    row !== null && (row['task'] === undefined ? hasShape(task, row) : row['task'] === task.id)
  );
}

/** A run of a model that the panel does not name would be counted by a guess. */
function refuseUnknownModels(
  annotators: readonly string[],
  { protocol, file }: LoadedProtocol,
): void {
  const found = new FaultList();
  const models = new Set(annotators.flatMap((name) => annotatorRun(name)?.model ?? []));
  for (const model of models)
    if (!Object.hasOwn(protocol.panel, model)) found.add(fault('no-weight', { model }, { file }));
  found.throwIfAny();
}

function readRulings(
  files: readonly string[],
  tasks: readonly Task[],
  found: FaultList,
): ReadonlyMap<string, readonly PlacedRuling[]> {
  const rulings = new Map<string, PlacedRuling[]>();
  const names = tasks.map((task) => task.id);
  for (const file of files) {
    readJsonRows(file, found, (row, line) => {
      const read = readRuling(row);
      if (!read.ok) found.add(...read.faults.map((one) => ({ ...one, file, line })));
      else if (!names.includes(read.value.task))
        found.add(
          fault(
            'unknown-task',
            { got: read.value.task, expected: printChoice(names) },
            { file, line },
          ),
        );
      else
        rulings.set(read.value.unit, [
          ...(rulings.get(read.value.unit) ?? []),
          { ruling: read.value, file, line },
        ]);
    });
  }
  return rulings;
}

function filesIn(folder: string, name: string, pattern: RegExp): readonly string[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => pattern.test(file))
    .toSorted()
    .map((file) => join(path, file));
}
