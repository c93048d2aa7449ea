import { assessJudge, scorings } from '../../evaluation/assess-judge.ts';
import type {
  JudgeAssessment,
  JudgeRequest,
  QuestionAssessment,
} from '../../evaluation/assess-judge.ts';
import { judgeCautions, judgeVerdict } from '../../evaluation/judge-verdict.ts';
import { taskSlicings } from '../../evaluation/slicings.ts';
import { judgeOfTask } from '../../evaluation/task-judge.ts';
import type { JudgedTask } from '../../truth/models/judged-task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import { overseen } from '../monitoring/monitor-figures.ts';
import { rulesOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { refuseJudge } from './judge-votes.ts';
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
  const { fields, judged } = await wholeTask(context, live);
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
  const { stale, superseded } = live.tally.leftOut;
  const assessment = assessJudge(work, request);
  return { assessment, project, task: task.id, simulated, stale, superseded };
}

/** The fold of a task with all its units, also those that nobody has judged. */
async function wholeTask(
  { store }: WorkContext,
  { tally, project, task }: LiveTally,
): Promise<{ readonly fields: readonly (UnitFields | undefined)[]; readonly judged: JudgedTask }> {
  const names = Array.from({ length: tally.units.size }, (_, unit) => tally.units.at(unit));
  const fields: (UnitFields | undefined)[] = names.map(() => undefined);
  for await (const unit of streamUnits(store, { project: project.project, task: task.task.id })) {
    const known = tally.units.find(unit.id);
    if (known >= 0) fields[known] = unit.fields;
    else {
      names.push(unit.id);
      fields.push(unit.fields);
    }
  }
  return { fields, judged: judgedTask(tally, { size: names.length, at: (unit) => names[unit]! }) };
}

/** A fold as a judge is measured on it. */
export function judgedTask(
  tally: LiveTally['tally'],
  units: JudgedTask['units'] = tally.units,
): JudgedTask {
  const { plan, table, standings } = tally;
  return {
    task: plan.task,
    panel: plan.panel,
    isKnown: (name) => plan.isCompared(name),
    table,
    units,
    rules: plan,
    rulingOn: (unit) => standings.rulingOn(unit),
  };
}
