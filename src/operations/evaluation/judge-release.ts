import { refuse } from '../../domain/fault.ts';
import { oneOf } from '../../domain/text-values.ts';
import { assessJudge } from '../../evaluation/assess-judge.ts';
import type { JudgeRequest } from '../../evaluation/assess-judge.ts';
import { taskSlicings } from '../../evaluation/slicings.ts';
import { judgeOfTask } from '../../evaluation/task-judge.ts';
import type { RecordUnit } from '../../release/record.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { FoldedTask, RecordFold } from '../../release/record-fold.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { RatingCodes } from '../../statistics/agreement/ratings.ts';
import { severalTasks } from '../protocol/choose-task.ts';
import { readReleaseRecord } from '../release/release-record.ts';
import { isStratified, leftOut, WholeTask } from './judge-record.ts';
import type { TaskJudge } from './judge-record.ts';
import { refuseJudge, refuseUnknownFields } from './judge-votes.ts';

/** A judge on a task of a release. */
export interface JudgeReleaseRequest extends JudgeRequest {
  readonly release: string;
  readonly task?: string;
  readonly judge: string;
  readonly by: readonly string[];
}

/** Measures a judge on the raw judgments of a release, whose truth is recomputed without it. */
export function judgeRelease(request: JudgeReleaseRequest): TaskJudge {
  const { judge, by, scoring } = request;
  const fold = releaseFold(request.release);
  const folded = releasedTask(fold, request.task);
  const { task } = folded.task;
  const whole = new WholeTask<RecordUnit>(folded.fold);
  for (const unit of folded.list) whole.add(unit);
  const { units, judged } = whole;
  const fields = units.map((unit) => unit?.fields);
  refuseUnknownFields(by, fields);
  const lengths = units.map((unit) => unit?.characters);
  const isRule = fold.present.protocol.panel[judge]?.kind === 'rule';
  const work = judgeOfTask(judged, judge, {
    graded: scoring === 'neg_rmse',
    slicings: taskSlicings(fields, task.unit, by, lengths),
    ...(isRule ? { computed: weakAnswers(folded, units) } : {}),
  });
  if (work === null) refuseJudge(judge, judged.table.annotators);
  const assessment = assessJudge(work, request);
  const { simulated } = fold.present.protocol;
  const { project } = fold.record;
  const stratified = isStratified(fold.present.protocol, task.id);
  const about = { project, task: task.id, simulated, ...leftOut(folded.fold), stratified };
  return { assessment, ...about, warnings: [] };
}

/** A release, folded again from its raw judgments. */
export function releaseFold(folder: string): RecordFold {
  const read = readReleaseRecord(folder);
  if ('failure' in read)
    refuse('not-a-release', { folder, reason: `${read.file}: ${read.failure}` });
  return foldRecord(read.record, read.choice.seed);
}

/** A task of a release: the one that is named, or the only one. */
export function releasedTask(fold: RecordFold, named: string | undefined): FoldedTask {
  const tasks = fold.tasks.map((one) => one.task.task);
  if (named === undefined && tasks.length > 1) refuse('usage', { reason: severalTasks(tasks) });
  const folded = fold.tasks.find((one) => named === undefined || one.task.task.id === named);
  if (folded === undefined)
    refuse('unknown-task', { got: named ?? '', expected: oneOf(tasks.map((one) => one.id)) });
  return folded;
}

/** What the panel's keyword rule says, as the release has it: it may withhold the texts. */
function weakAnswers(
  { task }: FoldedTask,
  units: readonly (RecordUnit | undefined)[],
): ReadonlyMap<string, RatingCodes> {
  return new Map(
    task.task.questions.map((question) => {
      const codes = emptyCodes(units.length, 2);
      units.forEach((unit, at) => {
        if (unit != null && unit.weak !== null) codes[at] = unit.weak.includes(question.id) ? 1 : 0;
      });
      return [question.id, codes];
    }),
  );
}
