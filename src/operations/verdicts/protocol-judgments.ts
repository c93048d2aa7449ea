import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inEnglish } from '../../domain/english.ts';
import { fault, refuse } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Uncounted } from '../../domain/fold/uncounted.ts';
import { annotatorStanding } from '../../domain/judging/annotator.ts';
import { isClosed } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import {
  isWhole,
  judgmentRowReader,
  wholeNumberFields,
} from '../../formats/judging/judgment-row.ts';
import type { JudgmentRow } from '../../formats/judging/judgment-row.ts';
import { QuickRows } from '../../formats/judging/quick-rows.ts';
import { UnhashedRows } from '../../formats/judging/unhashed-rows.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import { hiddenFaults } from '../../formats/jsonl.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { JudgmentTable } from '../../truth/judging/judgment-table.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { isHashOf, taskHash } from '../../truth/protocol/task-hash.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import type { Quoted } from '../../truth/verdicts/unit-grounds.ts';
import { firstRow, hasShape } from '../protocol/choose-task.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { eachJsonLine, readJsonRows } from '../read-rows.ts';
import type { PlacedRuling } from '../rulings/apply-overrides.ts';
import { FaultList } from '../text-file.ts';
import type { UnitTable } from '../../formats/units/unit-table.ts';
import { staleTopic } from './read-truth.ts';
import type { StaleTopic, TruthRequest } from './read-truth.ts';

/** Which judgments are read; with no files, all of the folder `judgments`. */
type JudgmentsRequest = Pick<TruthRequest, 'subject' | 'progress'> & {
  readonly judgments: readonly string[];
};

/** The judgments on a topic, by the numbers of units and annotators. */
export interface TopicJudgments {
  readonly raw: JudgmentTable;
  readonly notes: readonly string[];
  readonly stale: readonly StaleTopic[];
  /** Those under other versions that nobody gave again. */
  readonly leftOut: readonly StaleJudgment[];
  readonly quotes: ReadonlyMap<number, readonly Quoted[]>;
  /** By unit, who saw a suggestion when they judged it. */
  readonly assisted: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Reads the judgments on a topic: the latest of each annotator on a unit counts. */
export function readTopicJudgments(
  topic: Topic,
  loaded: LoadedProtocol,
  request: JudgmentsRequest,
  units: UnitTable,
): TopicJudgments {
  const { protocol } = loaded;
  const raw = new JudgmentTable(topic.task);
  const compiled = compileTask(topic.task);
  const found = new FaultList();
  const older: StaleJudgment[] = [];
  const quotes = new Map<number, Quoted[]>();
  const assisted = new Map<number, Set<number>>();
  const open = topic.task.questions.filter((question) => !isClosed(question.scale));
  const free = request.subject === null ? [] : open.map((question) => question.id);
  const present = taskHash(topic.task);
  const isPresent = (hash: string): boolean => hash === present || isHashOf(hash, topic.task);
  let superseded = 0;
  const unhashed = new UnhashedRows();
  const context = { guideline: protocol.guideline.version, guidelineRequired: false, units: null };
  const read = judgmentRowReader(compiled, context);
  const readAny = judgmentRowReader(compiled, { ...context, guideline: null });
  const wholeNumbers = wholeNumberFields(compiled);
  const quick = new QuickRows(compiled, context, units.ids);
  const put = (unit: number, who: number, codes: ArrayLike<number>, isAssisted: boolean): void => {
    if (!raw.put(unit, who, codes)) superseded += 1;
    if (isAssisted) assisted.set(unit, (assisted.get(unit) ?? new Set()).add(who));
    else if (assisted.size > 0) assisted.get(unit)?.delete(who);
  };
  const takeBytes = (bytes: Buffer, start: number, end: number): boolean => {
    const unit = free.length === 0 ? quick.read(bytes, start, end) : -1;
    if (unit < 0) return false;
    // Rows with a hash are the full reader's.
    unhashed.add('plain');
    put(unit, raw.annotator(quick.annotator), quick.codes, false);
    return true;
  };
  const noteQuotes = (unit: number, { annotator, answers }: JudgmentRow): void => {
    if (unit >= units.size) return;
    const given = free.flatMap((question) => {
      const text = answers[question];
      return typeof text === 'string' ? [{ annotator, question, text }] : [];
    });
    if (given.length > 0) quotes.set(unit, [...(quotes.get(unit) ?? []), ...given]);
  };
  for (const file of judgmentFiles(topic.task, loaded, request))
    eachJsonLine(
      file,
      found,
      takeBytes,
      (row, { text, bytes, start, end, line }) => {
        const other = otherVersion(row, isPresent, protocol.guideline.version);
        if (other !== null) {
          // What it answers was asked in other words, so it is not checked.
          const { unit, annotator } = readAny(row);
          older.push({ unit, annotator, ...other });
          return;
        }
        const judged = read(row);
        const faults = [...judged.faults, ...hiddenFaults(text, wholeNumbers)];
        found.addAll(faults, { file, line });
        if (faults.length > 0) return;
        unhashed.add(row);
        quick.learn(bytes, start, end, judged);
        const unit = units.ids.add(judged.unit);
        put(unit, raw.annotator(judged.annotator), judged.codes, judged.apart === 'assisted');
        noteQuotes(unit, judged);
      },
      request.progress,
    );
  found.throwIfAny();
  if (raw.size === 0 && older.length === 0) refuse('no-judgments', { topic: topic.id });
  const isRule = (name: string): boolean =>
    annotatorStanding(protocol.panel, name, null).kind === 'rule';
  const isRepeated = ({ unit, annotator }: StaleJudgment): boolean => {
    const number = units.ids.find(unit);
    return number >= 0 && raw.has(number, raw.findAnnotator(annotator));
  };
  const stale = older.filter((one) => !isRule(one.annotator) && !isRepeated(one));
  const versions = [...new Set(stale.map((one) => one.version))].join(', ');
  const changes = codedText('stale-not-repeated', { count: stale.length });
  const later = 'superseded by later ones of the same annotator';
  return {
    raw,
    notes: [
      ...(superseded === 0 ? [] : [`${topic.id}: ${superseded} judgments are ${later}.`]),
      ...unhashed.warnings(topic.id).map(inEnglish),
    ],
    leftOut: stale,
    stale: stale.length === 0 ? [] : [staleTopic(topic, versions, present, changes)],
    quotes,
    assisted,
  };
}

/** A judgment that was given under other questions or another guideline. */
interface StaleJudgment {
  readonly unit: string;
  readonly annotator: string;
  /** The hash of the questions, or the guideline. */
  readonly version: string;
  readonly reason: Uncounted;
}

/** The version that a row was judged under, where it is not the present one. */
export function otherVersion(
  row: JsonRow,
  isPresent: (hash: string) => boolean,
  guideline: string,
): Pick<StaleJudgment, 'version' | 'reason'> | null {
  const stale = { why: 'stale', round: null } as const;
  const hash = row['task_hash'];
  if (typeof hash === 'string' && !isPresent(hash)) return { version: hash, reason: stale };
  const given = row[isWhole(row) ? 'guideline' : 'guideline_version'];
  return typeof given === 'string' && given !== guideline
    ? { version: `guideline ${given}`, reason: { ...stale, guideline: given } }
    : null;
}

/** The files of judgments on a task in a protocol's folder, or those that were named. */
export function judgmentFiles(
  task: Task,
  { protocol, folder }: LoadedProtocol,
  request: Pick<JudgmentsRequest, 'judgments'>,
): readonly string[] {
  const training = protocol.rounds.filter((round) => round.kind === 'training');
  const keys = training.map((round) => round.key);
  const isTraining = (name: string): boolean =>
    training.some((round) => name.startsWith(`${round.id}.`)) ||
    keys.some((key) => key !== null && key.endsWith(name));
  const own = filesIn(folder, 'judgments', /\.jsonl$/).filter(
    (file) => !isTraining(basename(file)),
  );
  const files = request.judgments.length > 0 ? request.judgments : own;
  if (files.length === 0) refuse('no-judgments', { topic: task.id });
  return protocol.tasks.length === 1 ? files : files.filter((file) => hasTask(file, task));
}

/** Files that look like judgments and are not read, so that nobody relies on them. */
export function unreadNotes(folder: string, request: JudgmentsRequest): readonly string[] {
  const files =
    request.judgments.length > 0 ? [] : filesIn(folder, 'judgments', /\.(csv|tsv|json|parquet)$/);
  const why = 'the judgments of a folder are JSONL files';
  const wayOut = 'Import it into a workspace, or write it as JSONL.';
  return files.map((file) => `${file} is not read: ${why}. ${wayOut}`);
}

function hasTask(file: string, task: Task): boolean {
  const row = firstRow(file);
  if (row === null) return false;
  return row['task'] === undefined ? hasShape(task, row) : row['task'] === task.id;
}

/** Reads files of rulings, by unit. */
export function readRulings(
  files: readonly string[],
  tasks: readonly Task[],
  found: FaultList,
): ReadonlyMap<string, readonly PlacedRuling[]> {
  const rulings = new Map<string, PlacedRuling[]>();
  const names = tasks.map((task) => task.id);
  for (const file of files) {
    readJsonRows(file, found, (row, line) => {
      const read = readRuling(row);
      const place = { file, line };
      if (!read.ok) {
        found.addAll(read.faults, place);
        return;
      }
      const { task, unit } = read.value;
      if (names.includes(task))
        rulings.set(unit, [...(rulings.get(unit) ?? []), { ruling: read.value, ...place }]);
      else found.add(fault('unknown-task', { got: task, expected: oneOf(names) }, place));
    });
  }
  return rulings;
}

/** The files in a folder of the protocol, by name. */
export function filesIn(folder: string, name: string, pattern: RegExp): readonly string[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((file) => pattern.test(file));
  return names.toSorted().map((file) => join(path, file));
}
