import { join } from 'node:path';
import { InputError } from '../../domain/fault.ts';
import { readWeakRules } from '../../formats/protocol/weak-rules-yaml.ts';
import { assessJudge } from '../../evaluation/assess-judge.ts';
import type { JudgeRequest } from '../../evaluation/assess-judge.ts';
import { taskSlicings } from '../../evaluation/slicings.ts';
import { judgeOfTask } from '../../evaluation/task-judge.ts';
import { readText } from '../text-file.ts';
import { isStratified } from './judge-record.ts';
import type { TaskJudge } from './judge-record.ts';
import { refuseJudge, refuseUnknownFields } from './judge-votes.ts';
import { readJudgedTask } from './read-judged-task.ts';
import type { TaskFilesRequest, TaskInFiles } from './read-judged-task.ts';
import { ruleAnswers } from './rule-answers.ts';

/** A judge on a task whose judgments are files. */
export interface JudgeFilesRequest extends JudgeRequest, TaskFilesRequest {
  readonly judge: string;
  readonly by: readonly string[];
}

/** Measures a judge on files of judgments: a protocol's folder, or files beside it. */
export function judgeFiles(request: JudgeFilesRequest): TaskJudge {
  const { judge, by, scoring } = request;
  const source = readJudgedTask(request);
  const { judged, fields, protocol, simulated, stale, superseded, assisted, warnings } = source;
  refuseUnknownFields(by, fields);
  const slicings = taskSlicings(fields, judged.task.unit, by);
  const computed = ruleOf(source, judge);
  const graded = scoring === 'neg_rmse';
  const options = { graded, slicings, ...(computed === null ? {} : { computed }) };
  const work = judgeOfTask(judged, judge, options);
  if (work === null) refuseJudge(judge, judged.table.annotators);
  const assessment = assessJudge(work, request);
  const task = judged.task.id;
  const stratified = isStratified(source.loaded.protocol, task);
  const left = { stale, superseded, assisted };
  const about = { project: protocol, task, simulated, ...left, stratified };
  return { assessment, ...about, warnings };
}

/** What a keyword rule of the panel says; null for anybody else. */
function ruleOf({ judged, loaded, fields }: TaskInFiles, judge: string) {
  const entry = Object.hasOwn(judged.panel, judge) ? judged.panel[judge] : undefined;
  if (entry?.kind !== 'rule' || entry.file === undefined) return null;
  const file = join(loaded.folder, entry.file);
  const read = readWeakRules(readText(file));
  if (!read.ok) throw new InputError(read.faults.map((one) => ({ ...one, file })));
  return ruleAnswers(read.value, judged.task, fields);
}
