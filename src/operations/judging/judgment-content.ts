import type { Answer } from '../../domain/answer.ts';
import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { refuseValue, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { NewJudgment } from '../../store/judging/judgments.ts';
import { findUnit } from '../../store/units/units.ts';
import { cappedSeconds } from '../../truth/judging/active-seconds.ts';
import type { GivenAnswers } from '../../truth/judging/faults.ts';
import type { RunWork } from '../rounds/run-work.ts';
import type { WorkContext } from '../work-context.ts';
import { readAsides } from './given-asides.ts';
import { markedAssistance } from './suggestions.ts';
import type { SaveJudgment } from './save-judgment.ts';

/** What a sent judgment says, once it is known to be without faults. */
export async function checkedContent(
  context: WorkContext,
  work: RunWork,
  input: SaveJudgment,
): Promise<Pick<NewJudgment, 'answers' | 'asides' | 'seconds'>> {
  const { facts, task, project } = work;
  const key = input.idempotencyKey;
  if (key === '' || key.length > longestKey) {
    const expected = codedText('text-of-length', { least: 1, most: longestKey });
    refuseValue('idempotency_key', key, expected);
  }
  const place = { project: facts.project, task: facts.task, unit: input.unit };
  const unit = task.hasQuotes ? await context.store.read((db) => findUnit(db, place)) : null;
  const faults = task.compiled.faults(input.answers, unit?.fields ?? null);
  const { asides, faults: wrongAsides } = readAsides(task.task, input.asides ?? {});
  const seconds = activeSeconds(input, project.protocol.monitor.idle_seconds);
  const all = [...faults, ...wrongAsides, ...(Number.isNaN(seconds) ? [wrongSeconds(input)] : [])];
  if (all.length > 0) throw new InputError(all);
  const suggestedBy = input.suggestedBy ?? null;
  const { login } = context.actor;
  const claim = { unit: input.unit, suggestedBy };
  const assistance = await markedAssistance(context.store, work, login, claim);
  const marked = assistance === null ? asides : { ...asides, assistance };
  return { answers: definedAnswers(input.answers), asides: marked, seconds };
}

const longestKey = 200;

/** A day: nobody is active on one unit for longer, and milliseconds are noticed. */
const longestTime = 86_400;

/** NaN where what was sent is not a time. */
function activeSeconds({ seconds, pauses }: SaveJudgment, idle: number): number | null {
  const isTime = (value: number): boolean => Number.isFinite(value) && value >= 0;
  if (pauses !== undefined) return pauses.every(isTime) ? cappedSeconds(pauses, idle) : Number.NaN;
  if (seconds === undefined || seconds === null) return null;
  return isTime(seconds) && seconds <= longestTime ? seconds : Number.NaN;
}

function wrongSeconds({ seconds, pauses }: SaveJudgment): Fault {
  return wrongValue(
    'seconds',
    seconds ?? pauses,
    codedText('seconds-up-to', { most: longestTime }),
  );
}

function definedAnswers(given: GivenAnswers): Answers {
  const answers: Record<string, Answer> = {};
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null) answers[name] = given[name] as Answer;
  return answers;
}
