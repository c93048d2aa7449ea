import { readFileSync, writeFileSync } from 'node:fs';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fault, faultIn, InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { circularity } from '../../evaluation/circularity.ts';
import type { CircularReason, MeasuredRecord } from '../../evaluation/circularity.ts';
import type { LoggedLook } from '../../release/looks.ts';
import { manifestName } from '../../release/manifest.ts';
import { measuredTruth } from '../../release/measured-truth.ts';
import type { MeasuredTruth } from '../../release/measured-truth.ts';
import type { Side } from '../../truth/release/split.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { FaultList } from '../text-file.ts';
import { releasedTask } from './judge-release.ts';
import { appendLooks, ledgerOf, readLedger } from './looks-ledger.ts';
import { compareTraining } from './read-training.ts';
import type { TrainingReport } from './read-training.ts';
import { truthTable } from './truth-table.ts';
import type { TruthShape } from './truth-table.ts';

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
  readonly shape: TruthShape;
  readonly by: string;
  readonly at: string;
}

/** What the guard found, and what was measured. */
export interface GuardReport {
  readonly release: string;
  readonly project: string;
  readonly task: string;
  readonly split: Side | 'all';
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
  readonly head: string;
}

/** A release that passed the guard, or whose objections were overridden. */
export interface OpenedRelease {
  /** A temporary file with the truth, as `assay evaluate` reads it. */
  readonly truth: string;
  readonly report: GuardReport;
  /** The classes of the measured question from lowest to highest, where they have an order. */
  readonly order: readonly string[] | null;
  /** The lowest grade that applies, where all labels agree on it. */
  readonly level: number | null;
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
  const { fold, folded } = releasedTask(release, request.task ?? undefined);
  const measured = measuredTruth(fold, folded, request.side);
  if (measured === null)
    return refuse('usage', { reason: 'The release has no split. Leave out --split.' });
  const ledger = ledgerOf(release);
  if (measured.side !== 'dev') readLedger(ledger);
  const { rows, order, level } = truthTable(measured, shape);
  const units = new Set(measured.truths.map(({ unit }) => unit.id));
  const guard = await guarded(request, measured, { fold, task: folded, units });
  const report = reportOf(request, measured, guard, fold.record.project);
  const scratch = scratchFolder('truth');
  const truth = join(scratch.path, 'truth.jsonl');
  try {
    writeFileSync(truth, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    return await work({
      truth,
      report,
      order,
      level,
      look: (measures) => recordLook(ledger, request, report, measures),
    });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const rename = (name: string): string => (name === truth ? release : name);
    throw new InputError(
      error.faults.map((one) => faultIn(one, rename)),
      error.count,
    );
  } finally {
    await scratch.discard();
  }
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
  }
  return { training, objections };
}

function circularFault(system: string, reason: CircularReason): Fault {
  const { how, name, isMaker, annotators, count } = reason;
  const who = isMaker
    ? codedText('guard-made-by', { system, name })
    : codedText('guard-system', { name });
  return fault(`circular-${how}`, { who, count, annotators });
}

function reportOf(
  { release, systems, madeBy, override }: ReleaseRequest,
  { task, side, truths, excluded, elsewhere }: MeasuredTruth,
  { training, objections }: Guarded,
  project: string,
): GuardReport {
  return {
    release,
    project,
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

async function recordLook(
  ledger: string,
  { by, at }: ReleaseRequest,
  report: GuardReport,
  measures: readonly string[],
): Promise<LookReport | null> {
  const { task, split, manifest, systems, madeBy, objections } = report;
  if (split === 'dev') return null;
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
  return { ledger, count: looks.length, ofSystems, head: all.at(-1)!.hash };
}
