import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { refuseValue, wrongValue } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { NewJudgment } from '../../store/judging/judgments.ts';
import { findUnit } from '../../store/units/units.ts';
import { cappedSeconds } from '../../truth/judging/active-seconds.ts';
import { definedAnswers } from '../../truth/judging/faults.ts';
import type { RunWork } from '../rounds/run-work.ts';
import type { WorkContext } from '../work-context.ts';
import { readAsides } from './given-asides.ts';
import { markedAssistance } from './suggestions.ts';
import type { SaveJudgment } from './save-judgment.ts';

/** The content of a judgment as it is stored; throws all faults of what was sent. */
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

/** A day. More is a mistake, such as milliseconds. */
const longestTime = 86_400;

/** NaN if what was sent is not a duration. */
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
