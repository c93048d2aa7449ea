import { defined } from '../../../domain/defined.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fault, faultIn, InputError } from '../../../domain/fault.ts';
import type { Fault } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import { circularity } from '../../../evaluation/circularity.ts';
import type { CircularReason, MeasuredRecord } from '../../../evaluation/circularity.ts';
import type { LoggedLook } from '../../../release/looks.ts';
import { manifestName } from '../../../release/manifest.ts';
import type { MeasuredTruth } from '../../../release/measured/measured-truth.ts';
import type { RecordFold } from '../../../release/record-fold.ts';
import type { JsonRow } from '../../../formats/jsonl.ts';
import type { Side } from '../../../truth/release/split.ts';
import { scratchFolder } from '../../scratch-folder.ts';
import { FaultList } from '../../text-file.ts';
import { releaseFold } from '../judge-release.ts';
import { appendLooks, ledgerOf, readLedger } from './looks-ledger.ts';
import { measuredShape } from './measured-shape.ts';
import type { MeasuredShape, VerdictTruth } from './measured-shape.ts';
import { compareTraining, overrideWay } from './read-training.ts';
import type { TrainingReport } from './read-training.ts';

/** Which truth of a release which systems are measured against, by whom and when. */
export interface ReleaseRequest {
  readonly release: string;
  readonly task: string | null;
  readonly side: Side | null;
  /** The systems, in the order of their files. */
  readonly systems: readonly string[];
  readonly madeBy: readonly string[];
  readonly training: string | null;
  /** Why to go on although the guard objects. */
  readonly override: string | null;
  readonly shape: MeasuredShape;
  readonly by: string;
  readonly at: string;
}

export type { VerdictTruth };

/** What the guard found, and what was measured. */
export interface GuardReport {
  readonly release: string;
  readonly project: string;
  readonly task: string;
  readonly split: Side | 'all';
  /** The judgments behind the truth are simulated, as the protocol says. */
  readonly simulated: boolean;
  readonly manifest: string;
  readonly units: number;
  readonly excluded: number;
  readonly otherSide: number;
  readonly systems: readonly string[];
  readonly madeBy: readonly string[];
  readonly training: TrainingReport | null;
  /** Every objection; without an override there is none. */
  readonly objections: readonly Fault[];
  readonly override: string | null;
}

/** The looks at this truth, with the one that was just recorded; null for the dev split. */
export interface LookReport {
  readonly ledger: string;
  readonly count: number;
  /** Looks by the systems that are measured now. */
  readonly ofSystems: number;
  /** The last look of the ledger: its number and its hash. */
  readonly last: number;
  readonly head: string;
}

/** A release that passed the guard, or whose objections were overridden. */
export interface OpenedRelease {
  /** A temporary file with the truth, as `assay evaluate` reads it. */
  readonly truth: string;
  /** Such a file with every annotator's own answers; null where there are none of that shape. */
  readonly votes: string | null;
  /** Such a file with fields of the queries. */
  readonly queries: string | null;
  readonly report: GuardReport;
  /** What the protocol calls the units; null where their id has several parts. */
  readonly unitColumn: string | null;
  /** How predictions of verdicts name what they are about. */
  readonly verdicts: VerdictTruth | null;
  /** The classes of the measured question from lowest to highest, where they have an order. */
  readonly order: readonly string[] | null;
  /** The answers that there are, where one question is measured. */
  readonly classes: readonly string[] | null;
  /** The lowest grade that applies, where all labels agree on it. */
  readonly level: number | null;
  /** The text of a measured unit, where the release has it. */
  textOf(unit: string): string | null;
  /** Records the look: before any result is shown. */
  look(measures: readonly string[]): Promise<LookReport | null>;
}

/**
 * Opens the truth of a release for measuring, unless the guard objects, and discards it after the
 * work. Faults name the release, not the temporary file.
 */
export async function withRelease<Result>(
  request: ReleaseRequest,
  work: (opened: OpenedRelease) => Promise<Result>,
): Promise<Result> {
  const { release, shape } = request;
  const fold = releaseFold(release);
  const { measured, table, verdicts } = measuredShape(fold, request.task, request.side, shape);
  const ledger = ledgerOf(release);
  if (measured.side !== 'dev') readLedger(ledger);
  const units = new Set(measured.truths.map(({ unit }) => unit.id));
  const guard = await guarded(request, measured, { fold, task: measured.task, units });
  const report = reportOf(request, measured, guard, fold);
  const scratch = scratchFolder('truth');
  const write = (name: string, rows: readonly JsonRow[] | null): string | null => {
    if (rows === null) return null;
    const path = join(scratch.path, name);
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return path;
  };
  const truth = join(scratch.path, 'truth.jsonl');
  try {
    write('truth.jsonl', table.rows);
    return await work({
      truth,
      votes: write('votes.jsonl', table.votes),
      queries: write('queries.jsonl', table.queries),
      report,
      unitColumn: unitColumn(measured),
      verdicts,
      order: table.order,
      classes: table.classes,
      level: table.level,
      textOf: unitTexts(measured),
      look: (measures) => recordLook(request, report, measures),
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const rename = (name: string): string => (name.startsWith(scratch.path) ? release : name);
    throw new InputError(
      error.faults.map((one) => faultIn(one, rename)),
      error.count,
    );
  } finally {
    await scratch.discard();
  }
}

function unitColumn({ task }: MeasuredTruth): string | null {
  const { id } = task.task.task.unit;
  return id.length === 1 ? id[0]! : null;
}

/** What people are shown of a unit, as one text; null where it is withheld. */
function unitTexts({ task, truths }: MeasuredTruth): (unit: string) => string | null {
  const { show } = task.task.task.unit;
  const fieldsOf = new Map(truths.map(({ unit }) => [unit.id, unit.fields]));
  return (unit) => {
    const fields = fieldsOf.get(unit);
    const shown = show.map((field) => fields?.[field]).filter((one) => typeof one === 'string');
    return shown.length === 0 ? null : shown.join(' · ');
  };
}

interface Guarded {
  readonly training: TrainingReport | null;
  readonly objections: readonly Fault[];
}

/** Every objection of the guard; throws them unless there is a reason to go on. */
async function guarded(
  { systems, madeBy, training: file, override }: ReleaseRequest,
  measured: MeasuredTruth,
  record: MeasuredRecord,
): Promise<Guarded> {
  const circular = systems.flatMap((name) =>
    circularity(record, { name, madeBy }).map((reason) => circularFault(name, reason)),
  );
  const distinct = [...new Map(circular.map((one) => [one.message, one])).values()];
  const training = file === null ? null : await compareTraining(file, measured);
  const objections = [...distinct, ...(training?.faults ?? [])];
  if (override === null) {
    const found = new FaultList();
    found.addAll(objections);
    found.throwIfAny();
    return { training, objections };
  }
  // The way out was taken: what the result says about it is read by others, in other places.
  const way = codedText('guard-overridden');
  const taken = (one: Fault): Fault => {
    const { code, values, file: of, line } = one;
    return { ...fault(code, { ...values, way }), ...defined({ file: of, line }) };
  };
  return {
    training: training === null ? null : { ...training, faults: training.faults.map(taken) },
    objections: objections.map(taken),
  };
}

function circularFault(system: string, reason: CircularReason): Fault {
  const { how, name, isMaker, annotators, count } = reason;
  const who = isMaker
    ? codedText('guard-made-by', { system, name })
    : codedText('guard-system', { name });
  return fault(`circular-${how}`, { who, count, annotators, way: overrideWay });
}

function reportOf(
  { release, systems, madeBy, override }: ReleaseRequest,
  { task, side, truths, excluded, elsewhere }: MeasuredTruth,
  { training, objections }: Guarded,
  { record, present }: RecordFold,
): GuardReport {
  return {
    release,
    project: record.project,
    simulated: present.protocol.simulated,
    task: task.task.task.id,
    split: side ?? 'all',
    manifest: hash('sha256', readFileSync(join(release, manifestName))),
    units: truths.length,
    excluded,
    otherSide: elsewhere,
    systems,
    madeBy,
    training,
    objections,
    override,
  };
}

/** Records the looks of an evaluation; null for the dev split. */
export async function recordLook(
  { release, by, at }: Pick<ReleaseRequest, 'release' | 'by' | 'at'>,
  report: GuardReport,
  measures: readonly string[],
): Promise<LookReport | null> {
  const { task, split, manifest, systems, madeBy, objections } = report;
  if (split === 'dev') return null;
  const ledger = ledgerOf(release);
  const override = objections.length === 0 ? null : report.override;
  const all = await appendLooks(
    ledger,
    systems.map((system) => ({
      at,
      by,
      system,
      made_by: madeBy,
      task,
      split,
      measures,
      manifest,
      override,
    })),
  );
  const own = (look: LoggedLook): boolean => look.manifest === manifest && look.task === task;
  const looks = all.filter(own);
  const ofSystems = looks.filter(({ system }) => systems.includes(system)).length;
  const { look: last, hash: head } = all.at(-1)!;
  return { ledger, count: looks.length, ofSystems, last, head };
}
