import type { Answers, Judgment } from '../src/domain/judging/judgment.ts';
import type { Ruling } from '../src/domain/rulings/ruling.ts';

/** A judgment on the task that `buildTask` makes; what a test does not care about is filled in. */
export function judgmentBy(
  annotator: string,
  answers: Answers,
  given: Partial<Judgment> = {},
): Judgment {
  return {
    unit: 'u1',
    task: 'task',
    annotator,
    answers,
    asides: {},
    guideline: null,
    taskHash: null,
    round: null,
    at: null,
    seconds: null,
    ...given,
  };
}

/** A ruling on the same unit, with answers or, without, an exclusion. */
export function rulingBy(by: string, answers: Answers | null, given: Partial<Ruling> = {}): Ruling {
  return {
    unit: 'u1',
    task: 'task',
    by,
    reason: 'because',
    at: null,
    decision: answers === null ? { kind: 'exclude' } : { kind: 'answers', answers },
    ...given,
  };
}
