import { assessJudge, scorings } from '../../evaluation/assess-judge.ts';
import type {
  JudgeAssessment,
  JudgeRequest,
  QuestionAssessment,
} from '../../evaluation/assess-judge.ts';
import { judgeCautions, judgeVerdict } from '../../evaluation/judge-verdict.ts';
import { taskSlicings } from '../../evaluation/slicings.ts';
import { judgeOfTask } from '../../evaluation/task-judge.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { JudgedTask } from '../../truth/models/judged-task.ts';
import { isModelRun } from '../../domain/judging/annotator.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { overseen } from '../monitoring/monitor-figures.ts';
import { rulesOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { refuseJudge, refuseUnknownFields } from './judge-votes.ts';
import { ruleAnswers } from './rule-answers.ts';

export { judgeCautions, judgeVerdict, scorings };
export type { JudgeAssessment, JudgeRequest, QuestionAssessment };

/** How a judge does on a task, and where its judgments came from. */
export interface TaskJudge {
  readonly assessment: JudgeAssessment;
  readonly project: string;
  readonly task: string;
  /** Whether the judgments are those of an example. */
  readonly simulated: boolean;
  /** Judgments under older versions, which are left out. */
  readonly stale: number;
  /** Judgments that a later one of the same annotator replaces. */
  readonly superseded: number;
  /** Judgments given while a suggestion was shown; they are left out. */
  readonly assisted: number;
  /** Whether units were drawn by strata, so that those judged are no even sample of all. */
  readonly stratified: boolean;
  /** What else to mind. */
  readonly warnings: readonly CodedText[];
}

/** A judge on a task of a workspace. */
export interface JudgeRecordRequest extends JudgeRequest {
  readonly project: string;
  readonly task?: string;
  readonly judge: string;
  readonly by: readonly string[];
}

/** Measures a judge on the record of a task. For leads, adjudicators and reviewers. */
export async function judgeRecord(
  context: WorkContext,
  request: JudgeRecordRequest,
): Promise<TaskJudge> {
  const { project, judge, by, scoring } = request;
  const scope = { project, ...(request.task === undefined ? {} : { task: request.task }) };
  const live = await overseen(context, scope);
  const { task } = live.task;
  const whole = new WholeTask<StoredUnit>(live.fold);
  const place = { project, task: task.id };
  for await (const unit of streamUnits(context.store, place)) whole.add(unit);
  const fields = whole.units.map((unit) => unit?.fields);
  refuseUnknownFields(by, fields);
  const { judged } = whole;
  const isRule = live.project.protocol.panel[judge]?.kind === 'rule';
  const rules = isRule ? rulesOf(live.project, judge) : null;
  const options = {
    graded: scoring === 'neg_rmse',
    slicings: taskSlicings(fields, task.unit, by),
    ...(rules === null ? {} : { computed: ruleAnswers(rules, task, fields) }),
  };
  const work = judgeOfTask(judged, judge, options);
  if (work === null) refuseJudge(judge, judged.table.annotators);
  const { simulated } = live.project.protocol;
  const assessment = assessJudge(work, request);
  const stratified = isStratified(live.project.protocol, task.id);
  const about = { project, task: task.id, simulated, ...leftOut(live.fold), stratified };
  return { assessment, ...about, warnings: [] };
}

/** What of a fold a judge is not measured on. */
export function leftOut(fold: TaskFold): Pick<TaskJudge, 'stale' | 'superseded' | 'assisted'> {
  const { stale, superseded } = fold.leftOut;
  return { stale, superseded, assisted: fold.assisted };
}

/** The fold of a task with all its units, also those that nobody has judged. */
export class WholeTask<Unit extends { readonly id: string }> {
  readonly #fold: TaskFold;
  readonly #names: string[];
  readonly #units: (Unit | undefined)[];

  constructor(fold: TaskFold) {
    this.#fold = fold;
    this.#names = Array.from({ length: fold.units.size }, (_, unit) => fold.units.at(unit));
    this.#units = this.#names.map(() => undefined);
  }

  add(unit: Unit): void {
    const known = this.#fold.units.find(unit.id);
    if (known >= 0) this.#units[known] = unit;
    else {
      this.#names.push(unit.id);
      this.#units.push(unit);
    }
  }

  /** By the number of a unit; undefined for a unit that is not among the task's. */
  get units(): readonly (Unit | undefined)[] {
    return this.#units;
  }

  get judged(): JudgedTask {
    const names = this.#names;
    return judgedTask(this.#fold, { size: names.length, at: (unit) => names[unit]! });
  }
}

/** Whether a round that is not training draws units of a task by labels or by difficulty. */
export function isStratified({ rounds }: Pick<Protocol, 'rounds'>, task: string): boolean {
  return rounds.some(
    ({ kind, task: about, draw }) =>
      kind !== 'training' && about === task && (draw.by !== null || draw.hard !== null),
  );
}

/** A fold as a judge is measured on it. */
export function judgedTask(fold: TaskFold, units: JudgedTask['units'] = fold.units): JudgedTask {
  const { plan, compared: table, standings } = fold;
  return {
    task: plan.task,
    panel: plan.panel,
    // A model that a list named is compared, also when the panel does not have it.
    isKnown: (name) => plan.isCompared(name) || isModelRun(name),
    table,
    ...(fold.assisted === 0 ? { votes: fold.table } : {}),
    units,
    rules: plan,
    rulingOn: (unit) => standings.rulingOn(unit),
  };
}
