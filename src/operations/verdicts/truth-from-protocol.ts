import { inEnglish } from '../../domain/english.ts';
import type { TextValue } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { join } from 'node:path';
import type { Task } from '../../domain/protocol/task.ts';
import { readUnit } from '../../domain/units/unit.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { UnitStandings } from '../../truth/fold/unit-standings.ts';
import {
  assistedNotes,
  outsiderNotes,
  panelRules,
  weightsHash,
} from '../../truth/verdicts/panel-truths.ts';
import { subjectFields } from '../../truth/verdicts/topic.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { TopicTruths } from '../../truth/verdicts/topic-truths.ts';
import { firstRow } from '../protocol/choose-task.ts';
import { loadProtocol } from '../protocol/load-protocol.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { applyOverrides } from '../rulings/apply-overrides.ts';
import { checkThere, FaultList, readText } from '../text-file.ts';
import { readUnitTable } from '../units/read-dataset.ts';
import { unitNotes } from '../units/unit-notes.ts';
import { protocolTopics } from './load-policies.ts';
import { filesIn, readRulings, readTopicJudgments, unreadNotes } from './protocol-judgments.ts';
import type { ReadTruth, TruthRequest } from './read-truth.ts';

/** A protocol whose units, judgments and rulings are in its folder. */
export interface ProtocolRequest extends TruthRequest {
  readonly protocol: string | undefined;
  /** Files of judgments; else all of the folder `judgments`, but for those of training rounds. */
  readonly judgments: readonly string[];
  /** Files of overrides (JSON) and rulings (JSONL); else all of the folder `rulings`. */
  readonly rulings: readonly string[];
  readonly seed: number;
}

/** The truth that a protocol's folder holds. */
export interface ProtocolTruth extends ReadTruth {
  readonly name: string;
}

const wayOut = 'Name them in it, or pass --policies with --cache and --dataset.';

/** Reads a protocol's policies, units, judgments and rulings, and brings them together. */
export function truthFromProtocol(request: ProtocolRequest): ProtocolTruth {
  const given = request.protocol === undefined ? [] : [request.protocol];
  checkThere([...given, ...request.judgments, ...request.rulings]);
  const loaded = loadProtocol(request.protocol);
  const { protocol, folder } = loaded;
  const { policies, name } = protocol;
  if (policies === null)
    refuse('usage', { reason: `The protocol ${name} names no policies. ${wayOut}` });
  const files = policies.files.map((file) => join(folder, file));
  const policyTexts = files.map((file) => ({ file, text: readText(file) }));
  const use = { declared: policies.k, asked: request.k ?? [] };
  const { topics, notes } = protocolTopics(protocol.tasks, policyTexts, request.ids, use);
  const texts = new Map<string, UnitFields>();
  const read = topics.map((topic) => readTopic(topic, loaded, request, texts));
  const stale = read.flatMap((one) => one.stale);
  const allNotes = [
    ...notes,
    ...unreadNotes(folder, request),
    ...new Set(read.flatMap((one) => unitNotes(one.units).map(inEnglish))),
  ];
  const common = { name, ks: policies.k, invalidated: null, texts, stale };
  if (stale.length > 0 && !request.invalidate) return { ...common, topics: [], notes: allNotes };
  const rulingFiles =
    request.rulings.length > 0 ? request.rulings : filesIn(folder, 'rulings', /\.jsonl?$/);
  const isRulings = (file: string): boolean => file.endsWith('.jsonl');
  const found = new FaultList();
  const rulings = readRulings(rulingFiles.filter(isRulings), protocol.tasks, found);
  const overrides = rulingFiles.filter((file) => !isRulings(file));
  const truths = read.map((one) => one.truths);
  const allUnits = request.subject === null;
  allNotes.push(...applyOverrides(overrides, truths, { others: rulings, found, allUnits }));
  return { ...common, topics: truths, notes: allNotes };
}

function readTopic(
  topic: Topic,
  loaded: LoadedProtocol,
  request: ProtocolRequest,
  texts: Map<string, UnitFields>,
) {
  const { protocol, folder } = loaded;
  const { panel, consensus: plan } = protocol;
  const { task } = topic;
  const { subject, allowPartial, seed } = request;
  const named =
    protocol.units[task.id] ??
    refuse('usage', { reason: `The protocol ${protocol.name} names no units for ${task.id}.` });
  const file = join(folder, named);
  const keep = (id: string, fields: UnitFields): void => void texts.set(id, fields);
  const filter = { subject, ...(subject === null ? {} : { onUnit: keep }) };
  const units = readUnitTable(file, task, subjectFields([topic]), filter, request.progress);
  if (subject !== null && units.subjectCount === 0)
    refuse('unknown-subject', { got: subject, file, expected: firstSubject(file, task) });
  const judged = readTopicJudgments(topic, loaded, request, units);
  const { raw, notes, stale, leftOut, quotes } = judged;
  const rules = { ...panelRules(task, { panel, plan, seed }), allowPartial };
  const standings = new UnitStandings(rules, raw, units.ids);
  for (const { unit, annotator, reason } of leftOut)
    standings.counted.leaveOut(units.ids.add(unit), annotator, reason);
  for (const [unit, annotators] of judged.assisted)
    for (const annotator of annotators) standings.counted.noteAssistance(unit, annotator, true);
  const truths = new TopicTruths({
    topic,
    units,
    table: raw,
    standings,
    weightsHash: weightsHash(raw, rules),
    quotes,
    notes: [
      ...notes,
      ...outsiderNotes(topic.id, raw, rules),
      ...assistedNotes(topic.id, standings),
    ],
  });
  return { truths, units, stale };
}

/** The subject of the first unit in a file, as an example of one. */
function firstSubject(file: string, task: Task): TextValue {
  const row = firstRow(file);
  const read = row === null ? null : readUnit(task.id, task.unit, row);
  return read?.ok === true ? (read.unit.subject ?? read.unit.id) : codedText('no-units-here');
}
